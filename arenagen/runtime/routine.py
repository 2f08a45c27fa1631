"""What a clearing routine writes: from a table of what it clears to ranges of bytes. Pure, and
standard library only.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Literal

from arenagen.runtime.fills import Fill, Pattern, merge
from arenagen.runtime.patterns import pattern
from arenagen.runtime.rows import Rows, Span, checked_count, checked_rows

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from arenagen.runtime.counts import Chosen
    from arenagen.runtime.layout import ExtentLike, SizesLike

Mode = Literal["whole", "live", "padding", "rows", "overread"]
"""The part of something that a routine clears."""

ON_CREATE: Final = "on create"
"""Stands for a routine in `Clear.routines`: what is cleared once, when the arena is made."""


@dataclass(frozen=True, slots=True)
class Clear:
    """A buffer or section, and the routines that clear it.

    `reset` is its reset class, `fill` what clearing writes, `pad` what padding rows are given, and
    `routines` say for each routine that clears it which part is cleared. `kept` is whether its
    contents must survive all of them.
    """

    extent: ExtentLike
    reset: str
    routines: Mapping[str, Mode] = field(default_factory=dict)
    fill: int | float = 0
    pad: int | float = 0
    kept: bool = False


@dataclass(frozen=True, slots=True)
class Routine:
    """A named clearing. `axis` is what its arguments count, where its mode has any."""

    name: str
    mode: Mode = "whole"
    axis: str = ""

    def ranges(
        self, sizes: SizesLike, clears: Iterable[Clear], chosen: Chosen = ()
    ) -> tuple[Fill, ...]:
        """What it writes, in as few ranges as possible, by arena and offset.

        `chosen` is () for `whole` and `overread`, the live count for `live`, live and padded count
        for `padding`, and the row numbers for `rows`. Raises TypeError or ValueError where they are
        no counts or rows of the axis. What is absent or empty is left out.
        """
        numbers = self.checked(sizes, chosen)
        found = (
            fill for clear, mode in self.cleared(clears) for fill in fills(clear, mode, numbers)
        )
        return merged(sizes, found)

    def cleared(self, clears: Iterable[Clear]) -> Iterator[tuple[Clear, Mode]]:
        """What there is to clear, with the part that is cleared."""
        for clear in clears:
            if self.name in clear.routines and clear.extent.exists and clear.extent.bytes > 0:
                yield clear, clear.routines[self.name]

    @property
    def counts(self) -> tuple[str, ...]:
        """Names of the live counts that it is told."""
        if self.mode == "padding":
            return (self.axis, f"padded_{self.axis}")
        return (self.axis,) if self.mode == "live" else ()

    def checked(self, sizes: SizesLike, chosen: Chosen) -> Sequence[int]:
        """What it is told, as numbers of the axis; raises as `ranges` does."""
        if self.mode in ("whole", "overread"):
            return ()
        most = sizes.axes[self.axis]
        if self.mode == "rows":
            return checked_rows(chosen, most, "rows")
        if not isinstance(chosen, Iterable):
            raise TypeError(f"{self.name} is told {' and '.join(self.counts)}")
        given = zip(chosen, self.counts, strict=False)
        counts = [checked_count(n, most, name) for n, name in given]
        self.check_order(counts)
        return counts

    def check_order(self, counts: Sequence[int]) -> None:
        """ValueError for more live rows than padded ones."""
        if len(counts) > 1 and counts[0] > counts[1]:
            live, padded = self.counts
            raise ValueError(f"{live} is {counts[0]}, more than {padded}, {counts[1]}")


def merged(sizes: SizesLike, found: Iterable[Fill]) -> tuple[Fill, ...]:
    """Ranges of a layout in as few as possible."""
    return merge(found, {arena.name: arena.padding for arena in sizes.arenas.values()})


def fills(clear: Clear, mode: Mode, chosen: Sequence[int]) -> Iterator[Fill]:
    """What a routine writes of one thing, in one mode."""
    extent = clear.extent
    written = written_by(clear, mode)
    for span in _SPANS[mode](extent, chosen):
        yield Fill(extent.arena, span.offset, span.bytes, written)


def written_by(clear: Clear, mode: Mode) -> Pattern:
    """The pattern that a mode writes."""
    value = clear.pad if mode == "padding" else clear.fill
    return pattern(clear.extent.dtype or "u8", value)


def _start(extent: ExtentLike) -> int:
    if extent.offset is None:
        raise ValueError(f"{extent.name} has no memory")
    return extent.offset


def rows_of(extent: ExtentLike) -> Rows:
    """Where the rows of an extent lie in its arena."""
    planes = 1
    for length in extent.planes:
        planes *= length
    return Rows(_start(extent), extent.rows, extent.row_bytes, planes, extent.tile)


def live_rows(extent: ExtentLike, count: int) -> int:
    """Rows of an extent that a pass of `count` may touch; ValueError where it has fewer."""
    live = count if extent.live is None else extent.live(count)
    return checked_count(live, extent.rows, f"live rows of {extent.name}")


def _whole(extent: ExtentLike, _chosen: Sequence[int]) -> Iterator[Span]:
    yield Span(_start(extent), extent.bytes)


def _overread(extent: ExtentLike, _chosen: Sequence[int]) -> Iterator[Span]:
    if extent.overread:
        yield Span(_start(extent) + extent.extent_bytes, extent.overread)


def _live(extent: ExtentLike, chosen: Sequence[int]) -> Iterator[Span]:
    return rows_of(extent).span(0, live_rows(extent, chosen[0]))


def _padding(extent: ExtentLike, chosen: Sequence[int]) -> Iterator[Span]:
    """Begins behind the last tile with live rows, which padding must not write over."""
    live, padded = chosen
    first = live_rows(extent, live)
    first += -first % extent.tile
    return rows_of(extent).span(first, live_rows(extent, padded))


def _single(extent: ExtentLike, chosen: Sequence[int]) -> Iterator[Span]:
    return rows_of(extent).single(chosen)


_SPANS: Mapping[Mode, Callable[[ExtentLike, Sequence[int]], Iterator[Span]]] = {
    "whole": _whole,
    "overread": _overread,
    "live": _live,
    "padding": _padding,
    "rows": _single,
}
