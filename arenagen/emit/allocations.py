"""What a layout allocates: its arenas, and those that hold host twins. May import elaborate and resolve."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from arenagen.model import Buffer
from arenagen.resolve.placement import base_align, twin_arena

if TYPE_CHECKING:
    from collections.abc import Iterator

    from arenagen.elaborate import Elaborated, Node


class Allocation(NamedTuple):
    """One allocation, before its size is known. `align` is bytes that its address is a multiple of."""

    name: str
    memory: str
    align: int
    size_multiple: int = 1


def allocations(layout: Elaborated) -> Iterator[Allocation]:
    """Arenas as declared, then those of host twins, whose order is that of their memory."""
    for arena in layout.arenas:
        align = base_align(arena, _within(layout, arena.name))
        yield Allocation(arena.name, arena.memory, align, arena.size_multiple)
    for arena in layout.arenas:
        for memory in ("pinned", "mapped", "host"):
            twins = [b for b in _within(layout, arena.name) if _mirror(b) == memory]
            if twins:
                yield Allocation(twin_arena(arena.name, memory), memory, base_align(arena, twins))


def _within(layout: Elaborated, arena: str) -> list[Node]:
    return [buffer for buffer in layout.buffers if layout.arena_of(buffer) == arena]


def _mirror(buffer: Node) -> str | None:
    return buffer.written.mirror if isinstance(buffer.written, Buffer) else None
