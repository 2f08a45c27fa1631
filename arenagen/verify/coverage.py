"""Whether ranges of bytes write what a routine should: one picture of memory against another.

For small arenas: a picture has an entry for every byte. May import model and the data classes of resolve.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from arenagen.model import Routine
from arenagen.resolve.model import ByteRange, ResolvedLayout
from arenagen.verify.finding import Finding
from arenagen.verify.words import Asked, Picture, Words, blank, repeated


def verify_ranges(
    resolved: ResolvedLayout, routine: Routine, asked: Asked, ranges: Sequence[ByteRange]
) -> tuple[Finding, ...]:
    """Whether the ranges of a routine write exactly the bytes and values that its words say, each byte once."""
    findings: list[Finding] = []
    painted = paint(resolved, ranges, findings)
    wanted = Words(resolved, routine, asked).picture()
    return (*findings, *_differences(routine.name, wanted, painted))


def verify_merged(
    resolved: ResolvedLayout, ranges: Sequence[ByteRange], merged: Sequence[ByteRange]
) -> tuple[Finding, ...]:
    """Whether merged ranges write what the single ones write, and besides only padding between buffers."""
    findings: list[Finding] = []
    wanted, painted = paint(resolved, ranges, []), paint(resolved, merged, findings)
    for arena, cells in painted.items():
        for byte in _free(resolved, arena):
            if wanted[arena][byte] is None:
                cells[byte] = None
    return (*findings, *_differences("merged", wanted, painted))


def paint(
    resolved: ResolvedLayout, ranges: Iterable[ByteRange], findings: list[Finding]
) -> Picture:
    """Memory as ranges leave it; a byte that two of them write, or that no arena has, is a finding."""
    painted = blank(resolved)
    for r in ranges:
        cells, end = painted[r.arena], r.offset + r.size
        if r.size <= 0 or r.offset < 0 or end > len(cells):
            findings.append(Finding(r.arena, "a range in it", (0, len(cells)), (r.offset, end)))
            continue
        if any(cell is not None for cell in cells[r.offset : end]):
            findings.append(Finding(r.arena, "each byte written", "once", (r.offset, end)))
        cells[r.offset : end] = repeated(r.pattern, r.size)
    return painted


def _differences(name: str, wanted: Picture, painted: Picture) -> Iterator[Finding]:
    """The first byte of each arena in which two pictures differ."""
    for arena, cells in wanted.items():
        for byte, (one, other) in enumerate(zip(cells, painted[arena], strict=True)):
            if one != other:
                yield Finding(name, f"byte {byte} of {arena}", one, other)
                break


def _free(resolved: ResolvedLayout, arena: str) -> Iterator[int]:
    """Bytes between buffers and placeholders that belong to none of them."""
    layout = resolved.elaborated
    owned = sorted(
        (made.offset or 0, (made.offset or 0) + made.bytes)
        for name, made in resolved.buffers.items()
        if made.bytes and layout.arena_of(layout.by_path[name]) == arena
    )
    for (_, end), (start, _) in pairwise(owned):
        yield from range(end, start)
