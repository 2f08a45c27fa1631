"""Whether ranges of bytes write what a routine should: one picture of memory against another.

For small arenas: every byte is an entry of a dictionary. May import model and the data classes of resolve.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from arenagen.model import Routine
from arenagen.resolve import ResolvedLayout
from arenagen.resolve.ranges import ByteRange
from arenagen.verify.finding import Finding
from arenagen.verify.words import Asked, Painter, Picture


def verify_ranges(
    resolved: ResolvedLayout, routine: Routine, asked: Asked, ranges: Sequence[ByteRange]
) -> tuple[Finding, ...]:
    """Whether the ranges of a routine write exactly the bytes and values that its words say, each byte once."""
    findings: list[Finding] = []
    painted = paint(ranges, findings)
    wanted = Painter(resolved, routine, asked).picture()
    return (*findings, *_differences(routine.name, wanted, painted))


def verify_merged(
    resolved: ResolvedLayout, ranges: Sequence[ByteRange], merged: Sequence[ByteRange]
) -> tuple[Finding, ...]:
    """Whether merged ranges write what the single ones write, and besides only padding between buffers."""
    findings: list[Finding] = []
    wanted, painted = paint(ranges, []), paint(merged, findings)
    owned = _owned(resolved)
    for byte in set(painted) - set(wanted):
        if byte in owned:
            findings.append(
                Finding(byte[0], f"byte {byte[1]} untouched, it is of", owned[byte], painted[byte])
            )
        elif not _between(byte, owned):
            findings.append(Finding(byte[0], f"byte {byte[1]} untouched", None, painted[byte]))
    common = {byte: value for byte, value in painted.items() if byte in wanted}
    return (*findings, *_differences("merged", wanted, common))


def paint(ranges: Iterable[ByteRange], findings: list[Finding]) -> Picture:
    """Memory as ranges leave it; a byte that two of them write, or none can, is a finding."""
    painted: Picture = {}
    for r in ranges:
        if r.offset < 0 or r.size <= 0:
            findings.append(Finding(r.arena, "a range with bytes", ">= 0", (r.offset, r.size)))
        for i in range(r.size):
            if (r.arena, r.offset + i) in painted:
                findings.append(Finding(r.arena, f"byte {r.offset + i} written", "once", "twice"))
            painted[r.arena, r.offset + i] = r.pattern[i % len(r.pattern)]
    return painted


def _differences(name: str, wanted: Picture, painted: Picture) -> Iterator[Finding]:
    for byte in sorted({*wanted, *painted}):
        if wanted.get(byte) != painted.get(byte):
            yield Finding(name, f"byte {byte[1]} of {byte[0]}", wanted.get(byte), painted.get(byte))
            return


def _owned(resolved: ResolvedLayout) -> dict[tuple[str, int], str]:
    """(arena, byte) -> the buffer, present or a placeholder, that it belongs to."""
    layout, owned = resolved.elaborated, {}
    for node in layout.buffers:
        made = resolved.buffers[node.name]
        for i in range(made.bytes):
            owned[layout.arena_of(node), (made.offset or 0) + i] = node.name
    return owned


def _between(byte: tuple[str, int], owned: Mapping[tuple[str, int], str]) -> bool:
    arena, at = byte
    here = [position for name, position in owned if name == arena]
    return min(here, default=at) < at < max(here, default=at)
