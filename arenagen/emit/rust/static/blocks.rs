//! The memory of an arena: allocated once, given back once.

use super::arithmetic::{Fault, LayoutError};
use super::clearing::{merged, BlockFill, Fill};
use super::constants::SEPARATE;
use super::engine::{null, offset, refused, Device, DevicePtr, Result, Stream};
use super::extents::Memory;
use super::placement::Layout;
use super::table::{Buffer, BUFFERS, COUNT};

/// One allocation.
#[derive(Clone, Copy)]
struct Block {
    pointer: DevicePtr,
    memory: Memory,
}

/// Every allocation of an arena, and where its buffers lie.
pub struct Blocks {
    /// By number of the arena, or of the buffer; behind them those of twins.
    blocks: Vec<Option<Block>>,
    pointers: [DevicePtr; COUNT],
    twins: [DevicePtr; COUNT],
    released: bool,
}

impl Blocks {
    /// Allocates. When something fails, everything allocated before is given back.
    pub fn alloc(layout: &Layout, device: Device) -> Result<Blocks> {
        let mut made = Blocks {
            blocks: Vec::new(),
            pointers: [null(); COUNT],
            twins: [null(); COUNT],
            released: false,
        };
        let filled = if SEPARATE {
            made.alloc_buffers(layout, device)
        } else {
            made.alloc_arenas(layout, device)
        };
        match filled {
            Ok(()) => Ok(made),
            Err(error) => made.abandoned(device, error),
        }
    }

    fn abandoned<T, E>(&mut self, device: Device, error: E) -> std::result::Result<T, E> {
        // The first error says what went wrong; one of giving back would hide it.
        let _ = self.release(device);
        Err(error)
    }

    fn block(
        &mut self,
        device: Device,
        bytes: usize,
        align: usize,
        memory: Memory,
    ) -> Result<DevicePtr> {
        if bytes == 0 {
            self.blocks.push(None);
            return Ok(null());
        }
        let pointer = device.alloc(bytes, align, memory)?;
        self.blocks.push(Some(Block { pointer, memory }));
        Ok(pointer)
    }

    fn alloc_arenas(&mut self, layout: &Layout, device: Device) -> Result<()> {
        let mut bases = Vec::with_capacity(layout.arenas.len());
        for arena in &layout.arenas {
            bases.push(self.block(device, arena.bytes, arena.align, arena.memory)?);
        }
        for (i, placed) in layout.buffers.iter().enumerate() {
            if placed.bytes > 0 {
                self.pointers[i] = offset(bases[placed.arena], placed.offset);
            }
            if let Some((arena, start)) = placed.twin {
                self.twins[i] = offset(bases[arena], start);
            }
        }
        Ok(())
    }

    fn alloc_buffers(&mut self, layout: &Layout, device: Device) -> Result<()> {
        for (i, placed) in layout.buffers.iter().enumerate() {
            let memory = layout.arenas[placed.arena].memory;
            self.pointers[i] = self.block(device, placed.bytes, BUFFERS[i].align, memory)?;
        }
        for (i, placed) in layout.buffers.iter().enumerate() {
            if let Some((arena, _)) = placed.twin {
                let memory = layout.arenas[arena].memory;
                self.twins[i] = self.block(device, placed.bytes, BUFFERS[i].align, memory)?;
            }
        }
        Ok(())
    }

    /// Whether the memory has been given back.
    pub fn released(&self) -> bool {
        self.released
    }

    /// Start of a buffer; null where nothing is allocated for it.
    pub fn pointer(&self, buffer: Buffer) -> DevicePtr {
        self.pointers[buffer as usize]
    }

    /// Start of a buffer by number.
    pub fn start(&self, number: usize) -> DevicePtr {
        self.pointers[number]
    }

    /// Start of the twin of a buffer in host memory; null where it has none.
    pub fn twin(&self, buffer: Buffer) -> DevicePtr {
        self.twins[buffer as usize]
    }

    /// Gives everything back, last first, and sets every pointer to null. All is tried even if
    /// something fails; the first error is returned. Calling it again does nothing.
    pub fn release(&mut self, device: Device) -> Result<()> {
        self.released = true;
        self.pointers = [null(); COUNT];
        self.twins = [null(); COUNT];
        let mut result = Ok(());
        while let Some(block) = self.blocks.pop() {
            if let Some(Block { pointer, memory }) = block {
                let freed = device.free(pointer, memory);
                result = result.and(freed);
            }
        }
        result
    }

    /// Writes ranges of buffers, in as few calls as possible.
    pub fn write(&self, layout: &Layout, fills: Vec<Fill>, to: (Device, Stream)) -> Result<()> {
        if self.released {
            return refused(LayoutError::from(Fault::Released));
        }
        let fills = fills.iter().map(|fill| {
            let placed = layout.buffer(fill.buffer);
            let (block, start) = if SEPARATE {
                (fill.buffer as usize, 0)
            } else {
                (placed.arena, placed.offset)
            };
            BlockFill {
                block,
                offset: start + fill.offset,
                bytes: fill.bytes,
                pattern: fill.pattern,
            }
        });
        // Ranges are ordered by the names of arenas; those of buffers keep the order of the layout.
        let name = |block: usize| {
            if SEPARATE {
                ""
            } else {
                layout.arenas[block].name
            }
        };
        let padding = |block: usize| -> &[(usize, usize)] {
            if SEPARATE {
                &[]
            } else {
                &layout.arenas[block].padding
            }
        };
        for fill in merged(fills.collect(), name, padding) {
            if let Some(Some(block)) = self.blocks.get(fill.block) {
                let start = offset(block.pointer, fill.offset);
                to.0.write(start, fill.pattern.bytes(), fill.bytes, to.1)?;
            }
        }
        Ok(())
    }
}
