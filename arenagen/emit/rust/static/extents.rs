//! Sizes of buffers, uses and sections, as they are read.

use std::fmt;
use std::ops::Deref;

use super::arithmetic::{product, Fault};
use super::constants::MAX_DIMS;

/// An element type: `bytes` hold the shortest run of whole bytes, `elements` long.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct DType {
    /// Its name in the layout; empty for what only holds parts of its own.
    pub name: &'static str,
    /// Elements of the shortest run of whole bytes.
    pub elements: usize,
    /// Bytes of such a run.
    pub bytes: usize,
    /// Its alignment in bytes.
    pub align: usize,
}

impl DType {
    /// Of something that only holds parts of its own; its shape counts bytes.
    pub const MIXED: DType = DType::new("", 1, 1, 1);

    /// An element type.
    pub const fn new(name: &'static str, elements: usize, bytes: usize, align: usize) -> DType {
        DType {
            name,
            elements,
            bytes,
            align,
        }
    }

    /// Bytes of a dense run of elements, for something of that name.
    pub(super) fn bytes_of(self, name: &'static str, elements: i128) -> Result<i128, Fault> {
        if elements % self.elements as i128 != 0 {
            return Err(Fault::NotWhole(name, self.name));
        }
        Ok(product(&[
            elements / self.elements as i128,
            self.bytes as i128,
        ]))
    }
}

impl fmt::Debug for DType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

impl fmt::Display for DType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

/// Where an arena lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Memory {
    /// Memory of the device.
    Device,
    /// Page-locked memory of the host.
    Pinned,
    /// Page-locked memory of the host that the device can address.
    Mapped,
    /// Ordinary memory of the host.
    Host,
}

/// Dimensions, outermost first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Shape {
    dims: [usize; MAX_DIMS],
    count: usize,
}

impl Shape {
    /// One more dimension inside the others.
    pub(super) fn push(&mut self, length: usize) {
        self.dims[self.count] = length;
        self.count += 1;
    }

    /// Without the outermost dimensions.
    pub(super) fn without(&self, outer: usize) -> Shape {
        let mut rest = Shape::default();
        self.iter().skip(outer).for_each(|&n| rest.push(n));
        rest
    }
}

impl Deref for Shape {
    type Target = [usize];

    fn deref(&self) -> &[usize] {
        &self.dims[..self.count]
    }
}

/// A buffer, use or section for given values. Sizes and offsets are bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extent {
    /// Its name: the path in the layout, joined by underscores.
    pub name: &'static str,
    /// Whether it is present; an absent one has no bytes and no view.
    pub exists: bool,
    /// Its elements.
    pub dtype: DType,
    /// Planes, rows and row, or the shape as it was written.
    pub shape: Shape,
    /// Rows of each plane; 0 where it is not counted in rows.
    pub rows: usize,
    /// Bytes from one row to the next.
    pub row_bytes: usize,
    /// Product of the dimensions outside the rows.
    pub planes: usize,
    /// Rows that are stored together.
    pub tile: usize,
    /// What it takes.
    pub bytes: usize,
    /// Start in what it lies in.
    pub at: usize,
    /// Start in its buffer.
    pub offset: usize,
    /// Bytes of planes, rows and row, without what may follow them.
    pub extent_bytes: usize,
    /// Bytes behind the last row that kernels may touch.
    pub overread: usize,
}

impl Extent {
    /// One that is absent.
    pub(super) fn absent(name: &'static str) -> Extent {
        Extent {
            name,
            exists: false,
            dtype: DType::MIXED,
            shape: Shape::default(),
            rows: 0,
            row_bytes: 0,
            planes: 1,
            tile: 1,
            bytes: 0,
            at: 0,
            offset: 0,
            extent_bytes: 0,
            overread: 0,
        }
    }
}
