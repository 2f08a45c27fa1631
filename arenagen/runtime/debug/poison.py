"""What poison looks like, and the routines that write it: when an arena is made, before routines of
the layout, and beyond the live rows. Standard library only.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from arenagen.runtime.debug.pieces import Piece, plane_count
from arenagen.runtime.routine import Clear, Routine

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from arenagen.runtime.debug.pieces import Gap
    from arenagen.runtime.layout import ArenaLike, ExtentLike, Live, SizesLike
    from arenagen.runtime.routine import Mode

CREATE: Final = "poison on create"
AGAIN: Final = "poison again"

ALL_ONES: Final = 0xFF
FAR_POSITIVE: Final = 0x7B
LARGEST_PACKED: Final = {"i4": 0x77, "i2": 0x55, "f4e2m1": 0x77}


def poison_byte(dtype: str) -> int:
    """The byte that poison of a type is made of.

    All ones are a quiet NaN in every float that has one, the NaN of scales (f8e8m0), and the
    largest unsigned number; they also stand for blocks, and for bytes whose type is not known.
    Signed integers get a positive number that is out of range for any index, not -1, which often
    means "none". Packed types without NaN get their largest value.
    """
    if dtype in LARGEST_PACKED:
        return LARGEST_PACKED[dtype]
    return FAR_POSITIVE if dtype in ("i8", "i16", "i32", "i64") else ALL_ONES


def guard_word(number: int) -> int:
    """The 8 bytes that fill a gap over and over: other ones in each gap, so that a copy of one over
    another is seen, and none of them 0 or poison.
    """
    word = ((number + 1) * 0x9E3779B97F4A7C15) & (1 << 64) - 1
    raw = word.to_bytes(8, "little")
    return int.from_bytes(bytes(0x80 + byte % 0x70 for byte in raw), "little")


@dataclass(frozen=True, slots=True, kw_only=True)
class Area:
    """Bytes that a poisoning routine writes, in the form of an extent."""

    name: str
    arena: str
    offset: int
    bytes: int
    dtype: str
    planes: tuple[int, ...] = ()
    rows: int = 1
    row_bytes: int = 0
    tile: int = 1
    axis: str = ""
    live: Live | None = None
    exists: bool = True
    in_bytes: bool = False
    granule: tuple[int, int] = (1, 1)
    row: tuple[int, ...] = ()
    counted: bool = True
    overread: int = 0
    parts: tuple[str, ...] = ()

    @property
    def extent_bytes(self) -> int:
        """All of them."""
        return self.bytes


class Poisonable:
    """Sizes whose axes have one count more, which stands for all rows, those above the axis maximum
    included.
    """

    def __init__(self, sizes: SizesLike) -> None:
        self.extents: Mapping[str, ExtentLike] = sizes.extents
        self.arenas: Mapping[str, ArenaLike] = sizes.arenas
        self.axes: Mapping[str, int] = {axis: most + 1 for axis, most in sizes.axes.items()}
        self.carve = sizes.carve


def beyond(axis: str) -> Routine:
    """The routine that poisons what lies beyond the live rows of an axis."""
    return Routine(f"poison beyond {axis}", "padding", axis)


def areas(pieces: Iterable[Piece], routine: Routine) -> Iterator[Clear]:
    """Pieces, to be poisoned as a whole."""
    for piece in pieces:
        place = Area(
            name=piece.part or piece.buffer,
            arena=piece.arena,
            offset=piece.offset,
            bytes=piece.bytes,
            dtype="u8",
        )
        yield Clear(place, "", {routine.name: "whole"}, fill=poison_byte(piece.dtype))


def guard_areas(gaps: Iterable[Gap]) -> Iterator[Clear]:
    """Gaps, each to be filled with its word."""
    modes: Mapping[str, Mode] = {CREATE: "whole"}
    for number, gap in enumerate(gaps):
        place = Area(
            name=f"behind {gap.after}" if gap.after else f"in front of {gap.before}",
            arena=gap.arena,
            offset=gap.offset,
            bytes=gap.bytes,
            dtype="u64",
        )
        yield Clear(place, "", modes, fill=guard_word(number))


def rows_beyond(pieces: Iterable[Piece], sizes: SizesLike) -> Iterator[Clear]:
    """Pieces whose rows count an axis, to be poisoned beyond the live ones."""
    rules: dict[tuple[str, int, Live | None], Live] = {}
    for piece in pieces:
        extent = sizes.extents.get(piece.part)
        if extent is None or not extent.axis or not piece.rows or not plane_count(piece):
            continue
        key = (extent.axis, extent.rows, extent.live)
        if key not in rules:
            rules[key] = _all_above(sizes.axes[extent.axis], extent.rows, extent.live)
        place = Area(
            name=extent.name,
            arena=piece.arena,
            offset=piece.offset,
            bytes=piece.bytes,
            dtype="u8",
            planes=piece.planes,
            rows=piece.rows,
            row_bytes=piece.row_bytes,
            tile=extent.tile,
            axis=extent.axis,
            live=rules[key],
        )
        modes: Mapping[str, Mode] = {beyond(extent.axis).name: "padding"}
        yield Clear(place, "", modes, pad=poison_byte(piece.dtype))


def _all_above(most: int, rows: int, live: Live | None) -> Live:
    """Live rows by count, and all rows for a count above the largest."""

    def found(count: int) -> int:
        if count > most:
            return rows
        return count if live is None else live(count)

    return found
