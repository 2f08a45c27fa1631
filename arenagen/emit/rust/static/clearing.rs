//! What a clearing routine writes: from a table of what it clears to ranges of bytes.

use super::arithmetic::Fault;
use super::extents::{DType, Extent};
use super::parts::whole;
use super::placement::Layout;
use super::table::{Buffer, Routine};
use super::values::Values;

/// Bytes of a buffer that are written with a pattern over and over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fill {
    /// The buffer.
    pub buffer: Buffer,
    /// First byte in the buffer.
    pub offset: usize,
    /// Number of bytes.
    pub bytes: usize,
    /// What is written.
    pub pattern: Pattern,
}

/// The bytes of one element; a single one where all are equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Pattern {
    bytes: [u8; 8],
    length: usize,
}

impl Pattern {
    /// Of up to eight bytes.
    pub fn new(given: &[u8]) -> Pattern {
        let mut bytes = [0; 8];
        let length = given.len().min(8);
        bytes[..length].copy_from_slice(&given[..length]);
        Pattern { bytes, length }
    }

    /// Its bytes.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes[..self.length]
    }
}

/// What a routine is told: the live count, the padded count, or row numbers.
#[derive(Clone, Copy, Default)]
pub struct Counts<'a> {
    pub live: i64,
    pub padded: i64,
    pub rows: &'a [usize],
}

impl<'a> Counts<'a> {
    /// A live count from 0 to its maximum.
    pub fn live(live: usize, most: usize) -> Result<Counts<'a>, Fault> {
        within("the live count", whole(live), whole(most))?;
        Ok(Counts {
            live: whole(live),
            ..Counts::default()
        })
    }

    /// A live count, and the count that rows are padded to.
    pub fn padded(live: usize, padded: usize, most: usize) -> Result<Counts<'a>, Fault> {
        within("the padded count", whole(padded), whole(most))?;
        if live > padded {
            return Err(Fault::OutOfOrder(whole(live), whole(padded)));
        }
        Ok(Counts {
            padded: whole(padded),
            ..Counts::live(live, most)?
        })
    }

    /// Row numbers below a maximum.
    pub fn single(rows: &'a [usize], most: usize) -> Result<Counts<'a>, Fault> {
        for &row in rows {
            if row >= most {
                return Err(Fault::OutOfRange("a row", whole(row), whole(most) - 1));
            }
        }
        Ok(Counts {
            rows,
            ..Counts::default()
        })
    }
}

/// Rows that may be touched for a live count of an axis.
pub type Live = fn(&Values, i64) -> Result<i64, Fault>;

/// Collects what one routine writes, buffer after buffer.
pub struct Clearing<'a> {
    routine: Routine,
    pub values: &'a Values,
    layout: &'a Layout,
    counts: Counts<'a>,
    pub fills: Vec<Fill>,
}

impl<'a> Clearing<'a> {
    /// Nothing yet.
    pub fn new(
        routine: Routine,
        values: &'a Values,
        layout: &'a Layout,
        counts: Counts<'a>,
    ) -> Clearing<'a> {
        Clearing {
            routine,
            values,
            layout,
            counts,
            fills: Vec::new(),
        }
    }

    /// Whether this is the routine, and there is something to clear.
    pub fn runs(&self, routine: Routine, (buffer, part): (Buffer, usize)) -> bool {
        self.routine == routine && self.layout.exists(buffer, part)
    }

    fn push(&mut self, buffer: Buffer, offset: usize, bytes: usize, pattern: &[u8]) {
        if bytes > 0 {
            self.fills.push(Fill {
                buffer,
                offset,
                bytes,
                pattern: Pattern::new(pattern),
            });
        }
    }

    /// All bytes of a part.
    pub fn whole(&mut self, routine: Routine, at: (Buffer, usize), pattern: &[u8]) {
        if self.runs(routine, at) {
            let extent = *self.layout.extent(at.0, at.1);
            self.push(at.0, extent.offset, extent.bytes, pattern);
        }
    }

    /// What lies behind the last row of a part.
    pub fn overread(&mut self, routine: Routine, at: (Buffer, usize), pattern: &[u8]) {
        if self.runs(routine, at) {
            let extent = *self.layout.extent(at.0, at.1);
            let start = extent.offset + extent.extent_bytes;
            self.push(at.0, start, extent.overread, pattern);
        }
    }

    /// The rows of a part that a pass may touch.
    pub fn live(
        &mut self,
        routine: Routine,
        at: (Buffer, usize),
        live: Live,
        pattern: &[u8],
    ) -> Result<(), Fault> {
        if self.runs(routine, at) {
            let extent = *self.layout.extent(at.0, at.1);
            let end = live_rows(&extent, live(self.values, self.counts.live)?)?;
            self.span(at.0, &extent, 0, end, pattern);
        }
        Ok(())
    }

    /// The rows behind the last tile with live rows, up to the padded count.
    pub fn padding(
        &mut self,
        routine: Routine,
        at: (Buffer, usize),
        live: Live,
        pattern: &[u8],
    ) -> Result<(), Fault> {
        if self.runs(routine, at) {
            let extent = *self.layout.extent(at.0, at.1);
            let first = live_rows(&extent, live(self.values, self.counts.live)?)?;
            let end = live_rows(&extent, live(self.values, self.counts.padded)?)?;
            let first = first.div_ceil(extent.tile).saturating_mul(extent.tile);
            self.span(at.0, &extent, first, end, pattern);
        }
        Ok(())
    }

    /// Single rows of a part, in every plane.
    pub fn rows(&mut self, routine: Routine, at: (Buffer, usize), pattern: &[u8]) {
        if self.runs(routine, at) {
            let extent = *self.layout.extent(at.0, at.1);
            for &row in self.counts.rows {
                self.span(at.0, &extent, row, row.saturating_add(1), pattern);
            }
        }
    }

    /// Rows `first` to `end` - 1 of every plane, widened to whole tiles, never past the last row.
    fn span(&mut self, buffer: Buffer, extent: &Extent, first: usize, end: usize, pattern: &[u8]) {
        let end = end.min(extent.rows);
        if first >= end {
            return;
        }
        let first = first - first % extent.tile;
        let end = end.div_ceil(extent.tile).saturating_mul(extent.tile);
        let end = end.min(extent.rows);
        let bytes = (end - first) * extent.row_bytes;
        for plane in 0..extent.planes {
            let row = plane * extent.rows + first;
            let start = extent.offset + row * extent.row_bytes;
            self.push(buffer, start, bytes, pattern);
        }
    }
}

/// The pattern of one of several element types.
pub fn pick<'p>(dtype: DType, patterns: &[(DType, &'p [u8])]) -> &'p [u8] {
    let found = patterns.iter().find(|(given, _)| *given == dtype);
    found.map_or(&[0], |(_, pattern)| pattern)
}

/// Live rows are the live count itself.
pub fn all_live(_: &Values, count: i64) -> Result<i64, Fault> {
    Ok(count)
}

fn live_rows(extent: &Extent, live: i64) -> Result<usize, Fault> {
    let most = whole(extent.rows);
    within(extent.name, live, most)?;
    usize::try_from(live).map_err(|_| Fault::OutOfRange(extent.name, live, most))
}

/// A count from 0 to its maximum.
pub fn within(name: &'static str, count: i64, most: i64) -> Result<(), Fault> {
    if (0..=most).contains(&count) {
        return Ok(());
    }
    Err(Fault::OutOfRange(name, count, most))
}

/// A range of one allocation, with its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BlockFill {
    pub block: usize,
    pub offset: usize,
    pub bytes: usize,
    pub pattern: Pattern,
}

impl BlockFill {
    fn end(&self) -> usize {
        self.offset + self.bytes
    }
}

/// The same bytes in as few ranges as possible, by allocation and offset.
///
/// Ranges join when they touch or overlap, or when only padding lies between them, and the pattern
/// goes on in step. `padding` gives for an allocation the ends and starts around padding.
pub fn merged<'a>(
    mut fills: Vec<BlockFill>,
    rank: impl Fn(usize) -> &'a str,
    padding: impl Fn(usize) -> &'a [(usize, usize)],
) -> Vec<BlockFill> {
    fills.sort_by(|a, b| {
        let key = |fill: &BlockFill| (fill.offset, fill.bytes);
        let blocks = (rank(a.block), a.block).cmp(&(rank(b.block), b.block));
        blocks.then(key(a).cmp(&key(b)))
    });
    let mut found: Vec<BlockFill> = Vec::with_capacity(fills.len());
    for fill in fills {
        match found.last_mut() {
            Some(last) if joins(last, &fill, padding(fill.block)) => {
                last.bytes = last.end().max(fill.end()) - last.offset;
            }
            _ => found.push(fill),
        }
    }
    found
}

fn joins(last: &BlockFill, fill: &BlockFill, padding: &[(usize, usize)]) -> bool {
    if last.block != fill.block || last.pattern != fill.pattern {
        return false;
    }
    let ahead = fill.offset - last.offset;
    if ahead.rem_euclid(fill.pattern.bytes().len()) != 0 {
        return false;
    }
    fill.offset <= last.end() || padding.contains(&(last.end(), fill.offset))
}
