"""What a clearing routine writes: from a table of what it clears to ranges of bytes. Pure, and
standard library only.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Literal

from arenagen.runtime.fills import Fill, merge
from arenagen.runtime.patterns import pattern
from arenagen.runtime.rows import Rows, Span, checked_count, checked_rows

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from arenagen.runtime.layout import ExtentLike, SizesLike

Mode = Literal["whole", "live", "padding", "rows", "overread"]
"""The part of something that a routine clears."""

ON_CREATE: Final = "on create"
"""Stands for a routine in `Clear.routines`: what is cleared once, when the arena is made."""


@dataclass(frozen=True, slots=True)
class Clear:
    """A buffer or section that routines clear.

    `reset` is its reset class, `fill` what clearing writes, `pad` what padding rows are given, and
    `routines` say for each routine that clears it which part is cleared.
    """

    extent: ExtentLike
    reset: str
    routines: Mapping[str, Mode] = field(default_factory=dict)
    fill: int | float = 0
    pad: int | float = 0


@dataclass(frozen=True, slots=True)
class Routine:
    """A named clearing. `axis` is what its arguments count, where its mode has any."""

    name: str
    mode: Mode = "whole"
    axis: str = ""

    def ranges(
        self, sizes: SizesLike, clears: Iterable[Clear], chosen: Iterable[int] = ()
    ) -> tuple[Fill, ...]:
        """What it writes, in as few ranges as possible, by arena and offset.

        `chosen` is () for `whole` and `overread`, the live count for `live`, live and padded count
        for `padding`, and the row numbers for `rows`. Raises TypeError or ValueError where they are
        no counts or rows of the axis. What is absent or empty is left out.
        """
        numbers = self._checked(sizes, chosen)
        found = (
            fill
            for clear in clears
            if self.name in clear.routines and clear.extent.exists and clear.extent.bytes > 0
            for fill in _fills(clear, clear.routines[self.name], numbers)
        )
        return merge(found, {arena.name: arena.padding for arena in sizes.arenas.values()})

    def _checked(self, sizes: SizesLike, chosen: Iterable[int]) -> Sequence[int]:
        if self.mode in ("whole", "overread"):
            return ()
        most = sizes.axes[self.axis]
        if self.mode == "rows":
            return checked_rows(chosen, most, "rows")
        names = (self.axis, f"padded_{self.axis}")
        counts = [checked_count(n, most, name) for n, name in zip(chosen, names, strict=False)]
        if self.mode == "padding" and counts[0] > counts[1]:
            raise ValueError(f"{names[0]} is {counts[0]}, more than {names[1]}, {counts[1]}")
        return counts


def _fills(clear: Clear, mode: Mode, chosen: Sequence[int]) -> Iterator[Fill]:
    extent = clear.extent
    value = clear.pad if mode == "padding" else clear.fill
    written = pattern(extent.dtype or "u8", value)
    for span in _SPANS[mode](extent, chosen):
        yield Fill(extent.arena, span.offset, span.bytes, written)


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
