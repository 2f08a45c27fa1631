//! What accessors give back: memory with its element type and shape.

use super::arithmetic::Fault;
use super::engine::{offset, DevicePtr};
use super::extents::{DType, Extent, Shape};
use super::parts::whole;

/// Memory of a buffer, use or section.
#[derive(Clone, Copy)]
pub struct View {
    /// First byte.
    pub ptr: DevicePtr,
    /// Elements; `DType::MIXED` for what only holds parts of its own.
    pub dtype: DType,
    /// Planes, rows and row, or the shape as it was written; bytes for what holds parts.
    pub shape: Shape,
    /// Number of bytes, with what kernels may touch behind the last row.
    pub bytes: usize,
    /// First byte, counted from the start of its buffer.
    pub offset: usize,
}

/// The view of an extent in a buffer that starts there; None where it is absent.
pub fn view(start: DevicePtr, extent: &Extent) -> Option<View> {
    extent.exists.then(|| View {
        ptr: offset(start, extent.offset),
        dtype: extent.dtype,
        shape: extent.shape,
        bytes: extent.bytes,
        offset: extent.offset,
    })
}

/// The part of an extent whose first dimensions are chosen: planes, and then perhaps the row.
pub fn picked(start: DevicePtr, extent: &Extent, at: &[usize]) -> Result<Option<View>, Fault> {
    if !extent.exists {
        return Ok(None);
    }
    let mut place = extent.offset;
    let mut inside = extent.extent_bytes;
    for (&chosen, &length) in at.iter().zip(extent.shape.iter()) {
        if chosen >= length {
            let most = whole(length.saturating_sub(1));
            return Err(Fault::OutOfRange(extent.name, whole(chosen), most));
        }
        inside /= length;
        place += chosen * inside;
    }
    Ok(Some(View {
        ptr: offset(start, place),
        dtype: extent.dtype,
        shape: extent.shape.without(at.len()),
        bytes: inside,
        offset: place,
    }))
}
