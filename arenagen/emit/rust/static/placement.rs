//! Where buffers lie: by arena, then rank, then in order; placeholders behind them.

use super::arithmetic::{round_up, Fault, LayoutError};
use super::extents::{Extent, Memory};
use super::parts::{size, whole, Builder};
use super::table::{Buffer, ARENAS, BUFFERS};
use super::values::Values;

/// One allocation, before its size is known.
pub struct ArenaSpec {
    pub name: &'static str,
    pub memory: Memory,
    pub align: usize,
    pub size_multiple: usize,
    pub budget: fn(&Values) -> Result<Option<i64>, Fault>,
}

/// How a buffer is sized and where it goes.
pub struct Recipe {
    /// The names of the buffer and of everything in it.
    pub names: &'static [&'static str],
    pub arena: &'static str,
    /// The arena of its twin in host memory; empty where it has none.
    pub twin: &'static str,
    pub align: usize,
    pub rank: usize,
    pub placeholder: usize,
    pub build: fn(&Values, &mut Builder) -> Result<(), Fault>,
    pub limits: fn(&Values, &Layout, &mut Faults) -> Result<(), Fault>,
}

/// The limits of a buffer without any.
pub fn no_limits(_: &Values, _: &Layout, _: &mut Faults) -> Result<(), Fault> {
    Ok(())
}

/// The budget of an arena without one.
pub fn no_budget(_: &Values) -> Result<Option<i64>, Fault> {
    Ok(None)
}

/// What is wrong, a line each.
pub type Faults = Vec<String>;

/// The result, or what is wrong with it.
pub fn sound<T>(result: T, faults: Faults) -> Result<T, LayoutError> {
    if faults.is_empty() {
        return Ok(result);
    }
    Err(LayoutError { faults })
}

/// Notes a fault with what it is about.
pub fn note(faults: &mut Faults, about: &str, result: Result<(), Fault>) {
    if let Err(fault) = result {
        faults.push(format!("{about}: {fault}"));
    }
}

/// A buffer in numbers, with its place.
#[derive(Clone, Debug)]
pub struct Placed {
    /// The buffer itself, then what lies in it.
    pub extents: Vec<Extent>,
    /// What it takes: its size, or the placeholder of an absent one, or nothing.
    pub bytes: usize,
    /// Start in its arena; 0 for one that takes nothing.
    pub offset: usize,
    /// Number of its arena.
    pub arena: usize,
    /// Number of the arena of its twin in host memory, and the start in there.
    pub twin: Option<(usize, usize)>,
}

/// One allocation in numbers.
#[derive(Clone, Debug)]
pub struct ArenaSize {
    /// Its name.
    pub name: &'static str,
    /// Where it lies.
    pub memory: Memory,
    /// What its address is a multiple of.
    pub align: usize,
    /// Its bytes.
    pub bytes: usize,
    /// Where only alignment lies between buffers: end of one, start of the next.
    pub padding: Vec<(usize, usize)>,
}

impl ArenaSize {
    /// The next place for something.
    fn take(&mut self, align: usize, bytes: usize) -> Result<usize, Fault> {
        let start = round_up(self.bytes as i128, align as i128);
        let end = start + bytes as i128;
        let offset = size(self.name, start)?;
        if 0 < self.bytes && self.bytes < offset {
            self.padding.push((self.bytes, offset));
        }
        self.bytes = size(self.name, end)?;
        Ok(offset)
    }
}

/// Every buffer and every arena in numbers.
#[derive(Clone, Debug, Default)]
pub struct Layout {
    /// Buffers in the order of the layout.
    pub buffers: Vec<Placed>,
    /// What is allocated.
    pub arenas: Vec<ArenaSize>,
}

impl Layout {
    /// Sizes and places for given values.
    pub fn new(values: &Values) -> Result<Layout, LayoutError> {
        let mut builder = Builder::default();
        let mut faults = Faults::new();
        let mut buffers = Vec::with_capacity(BUFFERS.len());
        for recipe in BUFFERS {
            match sized(recipe, values, &mut builder) {
                Ok(extents) => buffers.push(Placed {
                    bytes: extents[0].bytes.max(stand_in(recipe, &extents[0])),
                    extents,
                    offset: 0,
                    arena: arena_number(recipe.arena),
                    twin: None,
                }),
                Err(fault) => faults.push(format!("{}: {fault}", recipe.names[0])),
            }
        }
        let arenas = ARENAS.iter().map(|spec| ArenaSize {
            name: spec.name,
            memory: spec.memory,
            align: spec.align,
            bytes: 0,
            padding: Vec::new(),
        });
        let mut layout = Layout {
            arenas: arenas.collect(),
            buffers: sound(buffers, faults)?,
        };
        layout.place()?;
        Ok(layout)
    }

    fn place(&mut self) -> Result<(), Fault> {
        let mut order: Vec<usize> = (0..BUFFERS.len()).collect();
        order.sort_by_key(|&i| (!self.buffers[i].extents[0].exists, BUFFERS[i].rank));
        for i in order {
            let (recipe, placed) = (BUFFERS[i], &mut self.buffers[i]);
            if placed.bytes == 0 {
                continue;
            }
            placed.offset = self.arenas[placed.arena].take(recipe.align, placed.bytes)?;
            if placed.extents[0].exists && !recipe.twin.is_empty() {
                let number = arena_number(recipe.twin);
                let offset = self.arenas[number].take(recipe.align, placed.bytes)?;
                placed.twin = Some((number, offset));
            }
        }
        for (arena, spec) in self.arenas.iter_mut().zip(ARENAS) {
            let bytes = round_up(arena.bytes as i128, spec.size_multiple as i128);
            arena.bytes = size(arena.name, bytes)?;
        }
        Ok(())
    }

    /// A buffer.
    pub fn buffer(&self, buffer: Buffer) -> &Placed {
        &self.buffers[buffer as usize]
    }

    /// A buffer (0) or what lies in it, by number.
    pub fn extent(&self, buffer: Buffer, part: usize) -> &Extent {
        &self.buffer(buffer).extents[part]
    }

    /// Sum of all buffers, placeholders included, without alignment between them.
    pub fn total_bytes(&self) -> usize {
        self.buffers.iter().map(|placed| placed.bytes).sum()
    }

    /// The extents of one buffer, laid out in its place for other values.
    pub fn carved(&self, buffer: Buffer, values: &Values) -> Result<Vec<Extent>, Fault> {
        let recipe = BUFFERS[buffer as usize];
        let extents = sized(recipe, values, &mut Builder::default())?;
        if extents[0].bytes > self.buffer(buffer).bytes {
            return Err(Fault::NoRoom(recipe.names[0]));
        }
        Ok(extents)
    }

    /// Whether a part is present.
    pub fn exists(&self, buffer: Buffer, part: usize) -> bool {
        self.extent(buffer, part).exists
    }

    /// Bytes of a part.
    pub fn bytes(&self, buffer: Buffer, part: usize) -> i64 {
        whole(self.extent(buffer, part).bytes)
    }

    /// Where a part starts in what it lies in.
    pub fn at(&self, buffer: Buffer, part: usize) -> i64 {
        whole(self.extent(buffer, part).at)
    }

    /// Where a part ends in what it lies in.
    pub fn end(&self, buffer: Buffer, part: usize) -> i64 {
        whole(self.extent(buffer, part).at + self.extent(buffer, part).bytes)
    }

    /// Where a part starts in its buffer.
    pub fn offset(&self, buffer: Buffer, part: usize) -> i64 {
        whole(self.extent(buffer, part).offset)
    }

    /// Rows of a part.
    pub fn rows(&self, buffer: Buffer, part: usize) -> i64 {
        whole(self.extent(buffer, part).rows)
    }

    /// Bytes from one row of a part to the next.
    pub fn row_bytes(&self, buffer: Buffer, part: usize) -> i64 {
        whole(self.extent(buffer, part).row_bytes)
    }
}

fn sized(recipe: &Recipe, values: &Values, builder: &mut Builder) -> Result<Vec<Extent>, Fault> {
    builder.begin(recipe.names);
    (recipe.build)(values, builder)?;
    builder.end()
}

/// Bytes that stand in for an absent buffer.
fn stand_in(recipe: &Recipe, extent: &Extent) -> usize {
    if extent.exists {
        return 0;
    }
    recipe.placeholder
}

fn arena_number(name: &str) -> usize {
    let named = ARENAS.iter().position(|spec| spec.name == name);
    named.unwrap_or(0)
}
