"""Layouts in numbers, written out or random, and the slow way to say which bytes rows take."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from math import prod
from typing import TYPE_CHECKING

from hypothesis import strategies as st

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

GRANULES = {
    "f32": (1, 4),
    "bf16": (1, 2),
    "i64": (1, 8),
    "i32": (1, 4),
    "u8": (1, 1),
    "u4": (2, 1),
    "q8_1": (32, 36),
}


@dataclass(frozen=True, kw_only=True)
class ToyExtent:
    name: str
    arena: str = "main"
    exists: bool = True
    dtype: str = "u8"
    in_bytes: bool = False
    granule: tuple[int, int] = (1, 1)
    planes: tuple[int, ...] = ()
    rows: int = 1
    row: tuple[int, ...] = ()
    counted: bool = True
    row_bytes: int = 0
    tile: int = 1
    extent_bytes: int = 0
    overread: int = 0
    bytes: int = 0
    offset: int | None = None
    axis: str = "tokens"
    live: Callable[[int], int] | None = None
    parts: tuple[str, ...] = ()


@dataclass(frozen=True)
class ToyArena:
    name: str
    bytes: int
    align: int = 64
    memory: str = "device"
    padding: dict[int, int] = field(default_factory=dict)


@dataclass
class ToySizes:
    extents: dict[str, ToyExtent]
    arenas: dict[str, ToyArena]
    axes: dict[str, int]

    def carve(self, name: str, **changes: int) -> dict[str, ToyExtent]:
        """The extent with `rows` of them."""
        extent = self.extents[name]
        return {name: replace(extent, **changes)}  # type: ignore[arg-type]


def bytes_of_rows(extent: ToyExtent, chosen: set[int]) -> Iterator[int]:
    """Every byte of the arena that holds one of the rows, or shares a tile with one."""
    assert extent.offset is not None
    tiles = {row // extent.tile for row in chosen}
    for plane in range(prod(extent.planes)):
        for row in range(extent.rows):
            if row // extent.tile in tiles:
                start = extent.offset + (plane * extent.rows + row) * extent.row_bytes
                yield from range(start, start + extent.row_bytes)


MOST = 12
"""Largest live count of the axis `tokens` of random layouts."""


def _double(count: int) -> int:
    return 2 * count


@st.composite
def extents(draw: st.DrawFn, name: str, offset: int) -> ToyExtent:
    """A random extent that starts at `offset`."""
    dtype = draw(st.sampled_from(sorted(GRANULES)))
    elements, size = GRANULES[dtype]
    tile = draw(st.sampled_from([1, 1, 4]))
    live = draw(st.sampled_from([None, _double]))
    most = MOST if live is None else 2 * MOST
    rows = (most + draw(st.integers(0, 3)) + tile - 1) // tile * tile
    row = (draw(st.integers(0, 3)), elements)
    pitch = prod(row) // elements * size
    pitch += draw(st.sampled_from([0, 0, 8]))
    planes = draw(st.sampled_from([(), (2,), (2, 3)]))
    extent_bytes = prod(planes) * rows * pitch
    overread = draw(st.sampled_from([0, 0, 16])) if extent_bytes else 0
    return ToyExtent(
        name=name,
        dtype=dtype,
        granule=(elements, size),
        planes=planes,
        rows=rows,
        row=row,
        row_bytes=pitch,
        tile=tile,
        exists=extent_bytes > 0 and draw(st.booleans()),
        extent_bytes=extent_bytes,
        overread=overread,
        bytes=extent_bytes + overread + draw(st.sampled_from([0, 0, 5])) if extent_bytes else 0,
        offset=offset,
        axis=draw(st.sampled_from(["tokens", "tokens", "requests"])),
        live=live,
    )


@st.composite
def layouts(draw: st.DrawFn) -> ToySizes:
    """Up to four random extents one after another in one arena, with alignment padding between
    them.
    """
    made: dict[str, ToyExtent] = {}
    padding: dict[int, int] = {}
    end = 0
    for name in "abcd"[: draw(st.integers(1, 4))]:
        start = -(-end // 64) * 64
        if 0 < end < start:
            padding[end] = start
        made[name] = draw(extents(name, start))
        end = start + made[name].bytes
    return ToySizes(
        made, {"main": ToyArena("main", end, padding=padding)}, {"tokens": MOST, "requests": MOST}
    )
