//! From rows and dimensions to bytes: sections one after another, and uses that take turns.

use super::arithmetic::{product, round_up, Fault};
use super::extents::{DType, Extent, Shape};

/// A buffer, use or section as a layout describes it. `part` counts what lies in its buffer.
#[derive(Clone, Copy)]
pub struct Spec<'a> {
    pub part: usize,
    pub dtype: DType,
    pub planes: &'a [i64],
    pub rows: i64,
    /// Dimensions of a row, or of the whole where it is not counted in rows.
    pub row: &'a [i64],
    /// Whether it is counted in rows.
    pub counted: bool,
    /// Whether uses lie in it that were opened before.
    pub holds: bool,
    pub align: i64,
    pub at: Option<i64>,
    pub overread: i64,
    pub min_bytes: i64,
    pub size_multiple: i64,
    pub row_align: i64,
    pub tile: usize,
    pub if_fits: bool,
}

/// What a description leaves out. An alignment of 0 is that of the element type.
pub const SPEC: Spec<'static> = Spec {
    part: 0,
    dtype: DType::MIXED,
    planes: &[],
    rows: 0,
    row: &[],
    counted: false,
    holds: false,
    align: 0,
    at: None,
    overread: 0,
    min_bytes: 0,
    size_multiple: 1,
    row_align: 0,
    tile: 1,
    if_fits: false,
};

/// Something that exists, before it has a place in its buffer.
struct Part {
    extent: Extent,
    at: i128,
    bytes: i128,
    extent_bytes: i128,
    /// Bytes of one row in all planes.
    width: i128,
    align: i128,
    if_fits: bool,
    parts: Vec<Part>,
}

impl Part {
    fn end(&self) -> i128 {
        self.at + self.bytes
    }
}

/// Parts that are being collected.
#[derive(Default)]
struct Group {
    sections: bool,
    stated: bool,
    end: i128,
    found: Vec<Part>,
}

/// What expressions ask of a part that was added before.
#[derive(Clone, Copy)]
struct Seen {
    name: &'static str,
    at: i64,
    bytes: i64,
    rows: i64,
    row_bytes: i64,
}

/// Sizes the parts of one buffer after another.
#[derive(Default)]
pub struct Builder {
    names: &'static [&'static str],
    open: Vec<Group>,
    seen: Vec<Seen>,
}

impl Builder {
    /// Begins a buffer; `names` are its own and those of its parts.
    pub fn begin(&mut self, names: &'static [&'static str]) {
        self.names = names;
        self.open = vec![Group::default()];
    }

    /// The extents of the buffer and everything in it, by number; all absent if it is.
    pub fn end(&mut self) -> Result<Vec<Extent>, Fault> {
        let mut found: Vec<Extent> = self.names.iter().map(|name| Extent::absent(name)).collect();
        for root in self.close().found {
            settle(&root, 0, self.names, &mut found)?;
        }
        Ok(found)
    }

    /// Begins parts that take turns.
    pub fn open_uses(&mut self) {
        self.open.push(Group::default());
    }

    /// Begins parts that lie one after another.
    pub fn open_sections(&mut self) {
        self.open.push(Group {
            sections: true,
            ..Group::default()
        });
    }

    fn close(&mut self) -> Group {
        self.open.pop().unwrap_or_default()
    }

    /// Bytes that nothing reads or writes.
    pub fn gap(&mut self, bytes: i64) -> Result<(), Fault> {
        let bytes = counted("gap", "bytes", bytes)?;
        if let Some(group) = self.open.last_mut() {
            group.end += bytes;
        }
        Ok(())
    }

    /// Something with rows, or a shape, of its own.
    pub fn extent(&mut self, spec: Spec) -> Result<(), Fault> {
        let name = self.names[spec.part];
        let mut made = part(name, &spec);
        let planes = counts(name, "a plane", spec.planes)?;
        let row = counts(name, "a dimension", spec.row)?;
        let rows = counted(name, "rows", spec.rows)?;
        let unit = spec.dtype.elements as i128;
        let mut elements = product(&row);
        if spec.row_align > 0 {
            elements = round_up(elements, unit);
        }
        let dense = spec.dtype.bytes_of(name, elements)?;
        let pitch = round_up(dense, i128::from(spec.row_align.max(1)));
        let height = if spec.counted { rows } else { 1 };
        made.extent_bytes = product(&[product(&planes), height, pitch]);
        if spec.holds {
            made.parts = held(name, made.extent_bytes, self.close().found)?;
        }
        if made.extent_bytes == 0 {
            return Ok(());
        }
        made.width = product(&[product(&planes), pitch]);
        made.extent.planes = size(name, product(&planes))?;
        for length in &planes {
            made.extent.shape.push(size(name, *length)?);
        }
        if spec.counted {
            made.extent.rows = size(name, rows)?;
            made.extent.row_bytes = size(name, pitch)?;
            made.extent.shape.push(made.extent.rows);
        } else {
            made.width = 0;
        }
        for length in &row {
            made.extent.shape.push(size(name, *length)?);
        }
        self.add(made, spec)
    }

    /// Something whose sections, opened before, lie one after another.
    pub fn sections(&mut self, spec: Spec) -> Result<(), Fault> {
        let group = self.close();
        refuse_overlaps(&group)?;
        let mut made = part(self.names[spec.part], &spec);
        made.extent_bytes = if group.found.is_empty() { 0 } else { group.end };
        made.extent.shape = bytes_shape(made.extent.name, made.extent_bytes)?;
        made.parts = group.found;
        self.add(made, spec)
    }

    /// Something whose uses, opened before, take turns; with rows, one is that of the widest.
    pub fn uses(&mut self, spec: Spec) -> Result<(), Fault> {
        let group = self.close();
        let name = self.names[spec.part];
        let mut made = part(name, &spec);
        if spec.counted {
            let rows = counted(name, "rows", spec.rows)?;
            let widest = group.found.iter().map(|part| part.width).max();
            let pitch = widest.unwrap_or(0);
            made.extent_bytes = product(&[rows, pitch]);
            made.width = pitch;
            made.extent.rows = size(name, rows)?;
            made.extent.row_bytes = size(name, pitch)?;
            made.extent.shape.push(made.extent.rows);
            made.extent.shape.push(made.extent.row_bytes);
        } else {
            made.extent_bytes = group.end;
            made.extent.shape = bytes_shape(name, group.end)?;
        }
        made.parts = group.found;
        self.add(made, spec)
    }

    /// Overread in elements, then the floor, then rounding; then its place among the others.
    fn add(&mut self, mut made: Part, spec: Spec) -> Result<(), Fault> {
        let name = made.extent.name;
        if made.extent_bytes == 0 {
            return Ok(());
        }
        let elements = counted(name, "overread", spec.overread)?;
        let overread = spec.dtype.bytes_of(name, elements)?;
        let reach = made.parts.iter().map(Part::end).max().unwrap_or(0);
        let floor = i128::from(spec.min_bytes);
        let needed = (made.extent_bytes + overread).max(reach).max(floor);
        made.bytes = round_up(needed, i128::from(spec.size_multiple));
        made.extent.extent_bytes = size(name, made.extent_bytes)?;
        made.extent.overread = size(name, overread)?;
        made.extent.bytes = size(name, made.bytes)?;
        let Some(group) = self.open.last_mut() else {
            return Ok(());
        };
        made.at = place(group, &made, spec.at)?;
        made.extent.at = size(name, made.at)?;
        group.end = group.end.max(made.end());
        self.seen.push(Seen {
            name,
            at: whole(made.extent.at),
            bytes: whole(made.extent.bytes),
            rows: whole(made.extent.rows),
            row_bytes: whole(made.extent.row_bytes),
        });
        group.found.push(made);
        Ok(())
    }

    fn asked(&self, name: &str) -> Option<&Seen> {
        self.seen.iter().rev().find(|seen| seen.name == name)
    }

    /// Whether a part was added before.
    pub fn exists(&self, name: &str) -> bool {
        self.asked(name).is_some()
    }

    /// Where a part starts in what it lies in; 0 if it is absent, as below.
    pub fn at(&self, name: &str) -> i64 {
        self.asked(name).map_or(0, |seen| seen.at)
    }

    /// Bytes of a part.
    pub fn bytes(&self, name: &str) -> i64 {
        self.asked(name).map_or(0, |seen| seen.bytes)
    }

    /// Where a part ends in what it lies in.
    pub fn end_of(&self, name: &str) -> i64 {
        self.at(name).saturating_add(self.bytes(name))
    }

    /// Rows of a part.
    pub fn rows(&self, name: &str) -> i64 {
        self.asked(name).map_or(0, |seen| seen.rows)
    }

    /// Bytes from one row of a part to the next.
    pub fn row_bytes(&self, name: &str) -> i64 {
        self.asked(name).map_or(0, |seen| seen.row_bytes)
    }
}

fn part(name: &'static str, spec: &Spec) -> Part {
    let mut extent = Extent::absent(name);
    extent.exists = true;
    extent.dtype = spec.dtype;
    extent.tile = spec.tile;
    let natural = spec.dtype.align as i128;
    Part {
        extent,
        at: 0,
        bytes: 0,
        extent_bytes: 0,
        width: 0,
        align: if spec.align > 0 {
            i128::from(spec.align)
        } else {
            natural
        },
        if_fits: spec.if_fits,
        parts: Vec::new(),
    }
}

/// Where a part starts: as stated, else at the next multiple of its alignment, or at 0.
fn place(group: &mut Group, made: &Part, at: Option<i64>) -> Result<i128, Fault> {
    let name = made.extent.name;
    let Some(at) = at else {
        let next = round_up(group.end, made.align);
        return Ok(if group.sections { next } else { 0 });
    };
    group.stated = true;
    let start = counted(name, "the start", at)?;
    if start % made.align != 0 {
        return Err(Fault::Misplaced(name, at, made.align as i64));
    }
    Ok(start)
}

/// Stated starts may put a section on another one.
fn refuse_overlaps(group: &Group) -> Result<(), Fault> {
    if !group.stated {
        return Ok(());
    }
    let mut placed: Vec<&Part> = group.found.iter().collect();
    placed.sort_by_key(|part| (part.at, part.end()));
    for pair in placed.windows(2) {
        if pair[0].end() > pair[1].at {
            return Err(Fault::Overlap(pair[0].extent.name, pair[1].extent.name));
        }
    }
    Ok(())
}

/// Uses inside a stated size: each fits, or is absent if it says so.
fn held(name: &'static str, room: i128, uses: Vec<Part>) -> Result<Vec<Part>, Fault> {
    let mut kept = Vec::new();
    for part in uses {
        if part.end() <= room {
            kept.push(part);
        } else if room > 0 && !part.if_fits {
            return Err(Fault::DoesNotFit(part.extent.name, name));
        }
    }
    Ok(kept)
}

/// Writes down a part and everything in it, with its place in the buffer.
fn settle(part: &Part, start: i128, names: &[&str], found: &mut [Extent]) -> Result<(), Fault> {
    let mut extent = part.extent;
    extent.offset = size(extent.name, start)?;
    if let Some(number) = names.iter().position(|name| *name == extent.name) {
        found[number] = extent;
    }
    for child in &part.parts {
        settle(child, start + child.at, names, found)?;
    }
    Ok(())
}

fn bytes_shape(name: &'static str, bytes: i128) -> Result<Shape, Fault> {
    let mut shape = Shape::default();
    shape.push(size(name, bytes)?);
    Ok(shape)
}

/// A number of things of something; it is never negative.
pub fn counted(name: &'static str, what: &'static str, value: i64) -> Result<i128, Fault> {
    if value < 0 {
        return Err(Fault::Negative(name, what, value));
    }
    Ok(i128::from(value))
}

fn counts(name: &'static str, what: &'static str, values: &[i64]) -> Result<Vec<i128>, Fault> {
    values.iter().map(|n| counted(name, what, *n)).collect()
}

/// A size that can be addressed: at most 2^63 - 1.
pub fn size(name: &'static str, value: i128) -> Result<usize, Fault> {
    let fits = i64::try_from(value).map_err(|_| Fault::TooLarge(name))?;
    usize::try_from(fits).map_err(|_| Fault::TooLarge(name))
}

/// A size as a number of the layout language.
pub fn whole(value: usize) -> i64 {
    i64::try_from(value).unwrap_or(i64::MAX)
}
