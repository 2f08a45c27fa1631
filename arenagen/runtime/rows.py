"""Which bytes hold which rows. Imports only how numbers are given; offsets and lengths are bytes.

Memory with rows is `planes` planes one behind the other, each of `rows` rows that are `pitch` bytes
apart. Where rows are swizzled, `tile` rows are stored together and cannot be told apart in bytes: a
range is then widened to whole tiles.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from arenagen.runtime.counts import on_device, whole

if TYPE_CHECKING:
    from collections.abc import Iterator

    from arenagen.runtime.counts import Chosen, Count


class Span(NamedTuple):
    """`bytes` bytes from `offset` on."""

    offset: int
    bytes: int


class Rows(NamedTuple):
    """Where rows lie: the first byte of the first plane, and the geometry of what follows."""

    offset: int
    rows: int
    pitch: int
    planes: int = 1
    tile: int = 1

    def span(self, first: int, end: int) -> Iterator[Span]:
        """Rows first..end - 1 of every plane, widened to whole tiles; nothing where there are none."""
        first, end = max(first, 0), min(end, self.rows)
        if first >= end or self.pitch == 0:
            return
        first -= first % self.tile
        end += -end % self.tile
        for plane in range(self.planes):
            start = self.offset + (plane * self.rows + first) * self.pitch
            yield Span(start, (end - first) * self.pitch)

    def single(self, rows: Iterable[int]) -> Iterator[Span]:
        """The named rows of every plane."""
        for row in rows:
            yield from self.span(row, row + 1)


def checked_count(value: Count, most: int, name: str) -> int:
    """`value` as a whole number from 0 to `most`; TypeError or ValueError that names the argument
    otherwise.
    """
    count = whole(value, name)
    if 0 <= count <= most:
        return count
    raise ValueError(f"{name} is {count}, outside 0 to {most}")


def checked_rows(rows: Chosen, most: int, name: str) -> list[int]:
    """Row numbers from 0 to `most` - 1, each once and ascending; raises as `checked_count` does."""
    if on_device(rows) or not isinstance(rows, Iterable):
        raise TypeError(f"{name} must be row numbers that the host can read")
    found = sorted({checked_count(row, most, name) for row in rows})
    if found and found[-1] == most:
        raise ValueError(f"{name} contains {most}, outside 0 to {most - 1}")
    return found
