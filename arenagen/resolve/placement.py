"""Where buffers lie: by arena, reset class and order of the file; placeholders of absent ones behind them all."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from arenagen.elaborate import Elaborated, Node
from arenagen.model import Arena, Buffer
from arenagen.resolve.extents import align_up
from arenagen.resolve.model import ArenaSize, Resolved


def placement_order(layout: Elaborated, arena: Arena) -> tuple[Node, ...]:
    """The buffers of an arena in the order in which they are placed when all are present."""
    here = [buffer for buffer in layout.buffers if layout.arena_of(buffer) == arena.name]
    if arena.order == "declared":
        return tuple(here)
    rank = {cls.name: i for i, cls in enumerate(layout.classes)}
    return tuple(sorted(here, key=lambda buffer: rank[buffer.reset]))


def buffer_align(arena: Arena, buffer: Node) -> int:
    """What the start of a buffer is a multiple of: as it asks, or the arena's default, or what its parts need."""
    return buffer.written.align or max(arena.align, buffer.align)


def base_align(arena: Arena, buffers: Iterable[Node]) -> int:
    """Alignment of the allocation: as stated, or the largest that a buffer asks for."""
    return arena.base_align or max([arena.align, *(buffer_align(arena, b) for b in buffers)])


def place(layout: Elaborated, arena: Arena, buffers: dict[str, Resolved]) -> ArenaSize:
    """Gives each buffer of an arena its offset, and its parts theirs; the size of the allocation."""
    order = placement_order(layout, arena)
    end = 0
    for wanted in (True, False):
        for node in order:
            made = buffers[node.name]
            if made.exists is wanted and made.bytes:
                offset = align_up(end, buffer_align(arena, node))
                _settle(made, offset)
                end = offset + made.bytes
    return ArenaSize(arena.name, align_up(end, arena.size_multiple), base_align(arena, order))


def _settle(made: Resolved, offset: int) -> None:
    made.offset = offset
    for child in made.children:
        if child.exists:
            _settle(child, offset + child.at)


def twin_arena(arena: str, memory: str) -> str:
    """Name of the implicit arena that host twins of an arena's buffers lie in."""
    return f"{arena}_{memory}"


def place_twins(
    layout: Elaborated, buffers: dict[str, Resolved]
) -> tuple[dict[str, int], list[ArenaSize]]:
    """Offsets of host twins, and the implicit arenas that hold them."""
    offsets: dict[str, int] = {}
    sizes: list[ArenaSize] = []
    for arena in layout.arenas:
        order = placement_order(layout, arena)
        for memory in ("pinned", "mapped", "host"):
            mirrored = [node for node in order if _mirror(node) == memory]
            if mirrored:
                end = _place_twins(arena, mirrored, buffers, offsets)
                name = twin_arena(arena.name, memory)
                sizes.append(ArenaSize(name, end, base_align(arena, mirrored)))
    return offsets, sizes


def _mirror(node: Node) -> str | None:
    return node.written.mirror if isinstance(node.written, Buffer) else None


def _place_twins(
    arena: Arena, mirrored: Sequence[Node], buffers: dict[str, Resolved], offsets: dict[str, int]
) -> int:
    end = 0
    for node in mirrored:
        made = buffers[node.name]
        if made.exists:
            offsets[node.name] = align_up(end, buffer_align(arena, node))
            end = offsets[node.name] + made.bytes
    return end
