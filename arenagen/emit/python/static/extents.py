"""Sizes of buffers, uses and sections: from rows and dimensions to bytes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from .arithmetic import INT_MAX, LayoutError, align_up


class DType(NamedTuple):
    """An element type: `bytes` hold the shortest run of whole bytes, `elements` long."""

    name: str
    elements: int
    bytes: int
    align: int

    def bytes_of(self, name: str, elements: int) -> int:
        """Bytes of a dense run of elements, for something of that name."""
        runs, rest = divmod(elements, self.elements)
        if rest:
            unit = f"{self.elements} in {self.bytes} bytes"
            message = (
                f"{name}: {elements} elements of {self.name} are not whole ({unit})"
            )
            raise LayoutError([message])
        return runs * self.bytes


NO_DTYPE = DType("", 1, 1, 1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Extent:
    """A buffer, use or section for given values. Sizes and offsets are bytes.

    An absent one has exists = False and offset = None; the placeholder of an absent
    buffer has bytes and an offset.
    """

    name: str
    arena: str = ""
    exists: bool = False
    dtype: str = ""
    shape: tuple[int, ...] = ()
    rows: int = 0
    row_bytes: int = 0
    bytes: int = 0
    offset: int | None = None
    """Start in the arena."""
    at: int = 0
    """Start in what it lies in."""
    align: int = 1
    planes: tuple[int, ...] = ()
    row: tuple[int, ...] = ()
    counted: bool = False
    """Whether its shape is planes, rows and row; else it is planes and row."""
    in_bytes: bool = False
    """Whether its shape counts bytes, since it only holds parts of its own."""
    granule: tuple[int, int] = (1, 1)
    """(elements, bytes) of the shortest run of whole bytes."""
    tile: int = 1
    extent_bytes: int = 0
    """Bytes of planes, rows and row, without what may follow them."""
    overread: int = 0
    axis: str = ""
    """What its rows count, if that is the live count of an axis."""
    live: Callable[[int], int] | None = None
    """Rows that a pass may touch, where that is not the live count itself."""
    parts: tuple[str, ...] = ()

    @property
    def end(self) -> int:
        """End in what it lies in."""
        return self.at + self.bytes

    @property
    def place(self) -> int | None:
        """Start in what it lies in; None where it is absent."""
        return self.at if self.exists else None


class Part:
    """A buffer, use or section that exists, before it has a place in an arena."""

    def __init__(self, name: str, dtype: DType = NO_DTYPE, align: int = 0) -> None:
        self.name = name
        self.dtype = dtype
        self.align = align or dtype.align
        self.at = 0
        self.planes: tuple[int, ...] = ()
        self.rows = 0
        self.row: tuple[int, ...] = ()
        self.row_bytes = 0
        self.counted = False
        self.in_bytes = False
        self.tile = 1
        self.axis = ""
        self.live: Callable[[int], int] | None = None
        self.extent_bytes = 0
        self.overread = 0
        self.bytes = 0
        self.if_fits = False
        self.parts: list[Part] = []

    def finish(self, overread: int, min_bytes: int, size_multiple: int) -> None:
        """Overread in elements, then the floor, then rounding."""
        if not self.extent_bytes:
            return
        if overread:
            count = count_of(self.name, "overread", overread)
            self.overread = self.dtype.bytes_of(self.name, count)
        reach = max((part.end for part in self.parts), default=0)
        needed = max(self.extent_bytes + self.overread, reach, min_bytes)
        self.bytes = align_up(needed, size_multiple)
        if self.bytes > INT_MAX:
            message = f"{self.name} would take {self.bytes} bytes, more than 2^63 - 1"
            raise LayoutError([message])

    @property
    def exists(self) -> bool:
        """Whether it is one that exists, and not a stand-in for an absent one."""
        return self.bytes > 0

    @property
    def end(self) -> int:
        """End in what it lies in."""
        return self.at + self.bytes

    def placed(self, arena: str, offset: int, at: int = 0) -> Iterator[Extent]:
        """Its extent and those of its parts, for a start in an arena."""
        counted = (self.rows,) if self.counted else ()
        yield Extent(
            name=self.name,
            arena=arena,
            exists=True,
            dtype=self.dtype.name,
            shape=(*self.planes, *counted, *self.row),
            rows=self.rows,
            row_bytes=self.row_bytes,
            bytes=self.bytes,
            offset=offset,
            at=at,
            align=self.align,
            planes=self.planes,
            row=self.row,
            counted=self.counted,
            in_bytes=self.in_bytes,
            granule=(self.dtype.elements, self.dtype.bytes),
            tile=self.tile,
            extent_bytes=self.extent_bytes,
            overread=self.overread,
            axis=self.axis,
            live=self.live,
            parts=tuple(part.name for part in self.parts),
        )
        for part in self.parts:
            yield from part.placed(arena, offset + part.at, part.at)


def count_of(name: str, what: str, value: int) -> int:
    """A number of things of something of that name; it is never negative."""
    if value < 0:
        raise LayoutError([f"{what} of {name} would be {value}"])
    return value


def counts_of(name: str, what: str, values: Iterable[int]) -> tuple[int, ...]:
    """Several numbers of things."""
    return tuple(count_of(name, what, value) for value in values)
