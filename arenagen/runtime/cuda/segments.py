"""What a routine clears, as ranges that are always the same and as rows of which some are chosen
when it runs. Pure, and standard library only.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Literal, NamedTuple

from arenagen.runtime.routine import fills, merged, rows_of, written_by

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from arenagen.runtime.fills import Fill
    from arenagen.runtime.layout import ExtentLike, Live, SizesLike
    from arenagen.runtime.routine import Clear, Mode, Routine

RowMode = Literal["live", "padding", "rows"]


class Segment(NamedTuple):
    """Rows of one plane of an extent; offsets and lengths are bytes."""

    arena: str
    offset: int
    pitch: int
    rows: int
    tile: int
    mode: RowMode
    live: Live | None
    pattern: bytes


class Segments(NamedTuple):
    """Everything that a routine clears."""

    fixed: tuple[Fill, ...]
    counted: tuple[Segment, ...]


def segments_of(routine: Routine, sizes: SizesLike, clears: Sequence[Clear]) -> Segments:
    """What a routine clears.

    ValueError where ranges lie over each other, or a pattern does not end with a row: no order of
    writing would be kept in one launch.
    """
    cleared = list(routine.cleared(clears))
    _refuse_overlaps([clear.extent for clear, _ in cleared])
    fixed = (f for clear, mode in cleared if not _counted(mode) for f in fills(clear, mode, ()))
    counted = (s for clear, mode in cleared for s in _segments(clear, mode))
    return Segments(merged(sizes, fixed), tuple(counted))


def _counted(mode: Mode) -> bool:
    return mode in ("live", "padding", "rows")


def _segments(clear: Clear, mode: Mode) -> Iterator[Segment]:
    if mode == "whole" or mode == "overread":
        return
    extent, pattern = clear.extent, written_by(clear, mode)
    layout = rows_of(extent)
    if layout.pitch % len(pattern):
        raise ValueError(f"rows of {extent.name} are no whole elements of {len(pattern)} bytes")
    for plane in range(layout.planes):
        offset = layout.offset + plane * layout.rows * layout.pitch
        if layout.pitch and layout.rows:
            yield Segment(
                arena=extent.arena,
                offset=offset,
                pitch=layout.pitch,
                rows=layout.rows,
                tile=layout.tile,
                mode=mode,
                live=None if mode == "rows" else extent.live,
                pattern=pattern,
            )


def _refuse_overlaps(extents: list[ExtentLike]) -> None:
    placed = sorted((e.arena, e.offset or 0, e.bytes, e.name) for e in extents)
    for (arena, start, length, name), (other, offset, _, later) in pairwise(placed):
        if arena == other and offset < start + length:
            raise ValueError(f"{name} and {later} share bytes that one routine clears")
