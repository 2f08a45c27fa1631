"""What an arena asks of its backend, worked out from the words of the layout: allocations, and what is written where.

May import elaborate, model and the data classes of resolve. Shares no code with the ranges of resolve.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Literal

from attrs import frozen

from arenagen.model import Buffer, Routine
from arenagen.resolve.model import ResolvedLayout
from arenagen.verify.words import Asked, Run, Words

Allocation = Literal["slab", "separate"]
"""One allocation for each arena, or one for each buffer and twin that takes bytes."""

_HOST_MEMORY = ("pinned", "mapped", "host")


@frozen
class Block:
    """One allocation: the bytes [start, start + bytes) of an arena."""

    name: str
    bytes: int
    arena: str
    start: int = 0

    def shares(self, arena: str, some: range) -> bool:
        """Whether any of some bytes of an arena lie in it."""
        start, stop = max(self.start, some.start), min(self.start + self.bytes, some.stop)
        return arena == self.arena and start < stop


@frozen
class Fill:
    """Bytes of the block with a number that are overwritten with a repeated pattern; `offset` is from its start."""

    block: int
    offset: int
    size: int
    pattern: bytes


def blocks(resolved: ResolvedLayout, how: Allocation = "slab") -> tuple[Block, ...]:
    """What is allocated, in order; nothing of 0 bytes is."""
    made = _arenas(resolved) if how == "slab" else _buffers(resolved)
    return tuple(block for block in made if block.bytes > 0)


def _arenas(resolved: ResolvedLayout) -> Iterator[Block]:
    """Declared arenas, then those of twins."""
    layout = resolved.elaborated
    names = [arena.name for arena in layout.arenas]
    mirrored = {(layout.arena_of(node), _mirror(node.written)) for node in layout.buffers}
    twins = [f"{a}_{m}" for a in names for m in _HOST_MEMORY if (a, m) in mirrored]
    for name in (*names, *twins):
        yield Block(name, resolved.arenas[name].bytes, name)


def _buffers(resolved: ResolvedLayout) -> Iterator[Block]:
    """Buffers in the order of the file, then their twins."""
    layout = resolved.elaborated
    for node in layout.buffers:
        made = resolved.buffers[node.name]
        yield Block(node.name, made.bytes, layout.arena_of(node), made.offset or 0)
    for node in layout.buffers:
        memory = _mirror(node.written)
        if memory is not None and node.name in resolved.twins:
            arena = f"{layout.arena_of(node)}_{memory}"
            size = resolved.buffers[node.name].bytes
            yield Block(f"{node.name}_{memory}", size, arena, resolved.twins[node.name])


def _mirror(written: object) -> str | None:
    return written.mirror if isinstance(written, Buffer) else None


def created(resolved: ResolvedLayout, how: Allocation = "slab") -> tuple[Fill, ...]:
    """What is written once, when everything is allocated: the classes that say so, in any memory."""
    classes = tuple(c.name for c in resolved.elaborated.classes if c.cleared == "create")
    routine = Routine(name="create", classes=classes)
    words = Words(resolved, routine, Asked(), on_host=True)
    return _joined(resolved, words.runs(), how)


def cleared(
    resolved: ResolvedLayout, routine: Routine, asked: Asked, how: Allocation = "slab"
) -> tuple[Fill, ...]:
    """What a routine writes, in as few fills as possible.

    They are in the order of their offsets; those of several arenas in the order of the arenas' names, and those of
    buffers that are allocated by themselves in the order of the file.
    """
    return _joined(resolved, Words(resolved, routine, asked).runs(), how)


def _joined(resolved: ResolvedLayout, runs: Iterable[Run], how: Allocation) -> tuple[Fill, ...]:
    """Runs that follow each other in a block with one pattern in step, with bytes of nobody in between, as one."""
    made, owned = blocks(resolved, how), _owned(resolved)
    placed = [(_block_of(made, run), run) for run in runs]
    placed.sort(key=lambda one: (one[1].arena if how == "slab" else "", one[0], one[1].place.start))
    found: list[tuple[int, Run]] = []
    for number, run in placed:
        if found and found[-1][0] == number and _continues(owned, found[-1][1], run):
            last = found.pop()[1]
            run = Run(last.arena, range(last.place.start, run.place.stop), last.pattern)
        found.append((number, run))
    return tuple(
        Fill(number, run.place.start - made[number].start, len(run.place), run.pattern)
        for number, run in found
    )


def _block_of(made: Sequence[Block], run: Run) -> int:
    return next(i for i, block in enumerate(made) if block.shares(run.arena, run.place))


def _owned(resolved: ResolvedLayout) -> dict[str, list[int]]:
    """Arena -> where the bytes of each buffer begin and end, in the order of offsets."""
    ends: dict[str, list[int]] = {}
    for block in sorted(_buffers(resolved), key=lambda block: block.start):
        if block.bytes:
            ends.setdefault(block.arena, []).extend((block.start, block.start + block.bytes))
    return ends


def _continues(owned: Mapping[str, Sequence[int]], last: Run, run: Run) -> bool:
    """Whether a run goes on where another one ended, with the pattern in step, or behind bytes that nobody owns."""
    start, stop = last.place.stop, run.place.start
    if last.pattern != run.pattern or (stop - last.place.start) % len(run.pattern):
        return False
    if start >= stop:
        return True
    ends = owned[run.arena]
    behind = bisect_right(ends, start)  # even: no buffer holds the byte at `start`
    return behind % 2 == 0 and ends[behind] >= stop
