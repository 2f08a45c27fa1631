"""Byte ranges to be written with a pattern, and how neighbours become one. Imports nothing of the
other modules.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

Pattern = bytes


class Fill(NamedTuple):
    """`bytes` bytes of an arena from `offset` on, to be written with `pattern` over and over.

    The last repetition may be cut short.
    """

    arena: str
    offset: int
    bytes: int
    pattern: Pattern = b"\0"

    @property
    def end(self) -> int:
        """The first byte behind the range."""
        return self.offset + self.bytes


Bridges = Mapping[str, Mapping[int, int]]
"""For each arena: end of a buffer -> start of the next one, where only alignment padding lies
between.
"""


def merge(fills: Iterable[Fill], bridges: Bridges | None = None) -> tuple[Fill, ...]:
    """The same bytes in as few ranges as possible, by arena and offset; empty ranges are dropped.

    Ranges with equal patterns join when they touch or overlap, or when only padding named in
    `bridges` lies between them, and the pattern goes on in step.
    """
    merged: list[Fill] = []
    for fill in sorted(fill for fill in fills if fill.bytes > 0):
        if merged and _joins(merged[-1], fill, (bridges or {}).get(fill.arena, {})):
            last = merged[-1]
            merged[-1] = last._replace(bytes=max(last.end, fill.end) - last.offset)
        else:
            merged.append(fill)
    return tuple(merged)


def _joins(last: Fill, fill: Fill, padding: Mapping[int, int]) -> bool:
    """Whether `fill`, which does not start before `last`, continues it."""
    if last.arena != fill.arena or last.pattern != fill.pattern:
        return False
    if (fill.offset - last.offset) % len(fill.pattern):
        return False
    return fill.offset <= last.end or padding.get(last.end) == fill.offset
