"""Parts of buffers: sections one after another, or uses that take turns."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from math import prod

from .arithmetic import LayoutError, align_up
from .extents import NO_DTYPE, DType, Part, count_of, counts_of


class Parts:
    """Collects the parts of something, in order. What comes out empty is left out."""

    def __init__(self, above: Parts | None = None) -> None:
        self.found: list[Part] = []
        self.end = 0
        self.seen: dict[str, Part] = {} if above is None else above.seen

    def part(self, name: str) -> Part:
        """A part that was added before, here or elsewhere; an empty one if it is absent."""
        return self.seen.get(name) or Part("")

    def rows(
        self,
        name: str,
        dtype: DType,
        rows: int,
        *row: int,
        axis: str = "",
        live: Callable[[int], int] | None = None,
        planes: tuple[int, ...] = (),
        tile: int = 1,
        row_align: int = 0,
        align: int = 0,
        at: int | None = None,
        overread: int = 0,
        min_bytes: int = 0,
        size_multiple: int = 1,
        uses: Uses | None = None,
        if_fits: bool = False,
    ) -> None:
        """Something that is counted in rows; `row` are the dimensions of one."""
        made = Part(name, dtype, align)
        made.counted, made.tile, made.axis, made.live = True, tile, axis, live
        made.planes = counts_of(name, "plane", planes)
        made.row = counts_of(name, "dimension", row)
        made.rows = count_of(name, "rows", rows)
        elements = prod(made.row)
        if row_align:
            elements = align_up(elements, dtype.elements)
        made.row_bytes = align_up(dtype.bytes_of(name, elements), row_align or 1)
        made.extent_bytes = prod(made.planes) * made.rows * made.row_bytes
        _hold(made, uses)
        made.finish(overread, min_bytes, size_multiple)
        self._add(made, at, if_fits)

    def shape(
        self,
        name: str,
        dtype: DType,
        *shape: int,
        planes: tuple[int, ...] = (),
        align: int = 0,
        at: int | None = None,
        overread: int = 0,
        min_bytes: int = 0,
        size_multiple: int = 1,
        uses: Uses | None = None,
        if_fits: bool = False,
    ) -> None:
        """Something without rows."""
        made = Part(name, dtype, align)
        made.planes = counts_of(name, "plane", planes)
        made.row = counts_of(name, "dimension", shape)
        inner = dtype.bytes_of(name, prod(made.row))
        made.extent_bytes = prod(made.planes) * inner
        _hold(made, uses)
        made.finish(overread, min_bytes, size_multiple)
        self._add(made, at, if_fits)

    def sections(
        self,
        name: str,
        parts: Sections,
        *,
        dtype: DType = NO_DTYPE,
        align: int = 1,
        at: int | None = None,
        overread: int = 0,
        min_bytes: int = 0,
        size_multiple: int = 1,
        if_fits: bool = False,
    ) -> None:
        """Something whose parts lie one after another."""
        made = Part(name, dtype, align)
        parts.refuse_overlaps()
        made.parts = parts.found
        made.extent_bytes = parts.end if made.parts else 0
        made.row, made.in_bytes = (made.extent_bytes,), True
        made.finish(overread, min_bytes, size_multiple)
        self._add(made, at, if_fits)

    def uses(
        self,
        name: str,
        parts: Uses,
        rows: int | None = None,
        *,
        dtype: DType = NO_DTYPE,
        axis: str = "",
        live: Callable[[int], int] | None = None,
        tile: int = 1,
        align: int = 1,
        at: int | None = None,
        overread: int = 0,
        min_bytes: int = 0,
        size_multiple: int = 1,
        if_fits: bool = False,
    ) -> None:
        """Something whose parts take turns; with rows, a row is that of the widest."""
        made = Part(name, dtype, align)
        made.parts, made.in_bytes = parts.found, True
        made.axis, made.live, made.tile = axis, live, tile
        if rows is None:
            made.extent_bytes = parts.end
            made.row = (parts.end,)
        else:
            made.counted = True
            made.rows = count_of(name, "rows", rows)
            widths = (prod(part.planes) * part.row_bytes for part in parts.found)
            made.row_bytes = max(widths, default=0)
            made.row = (made.row_bytes,)
            made.extent_bytes = made.rows * made.row_bytes
        made.finish(overread, min_bytes, size_multiple)
        self._add(made, at, if_fits)

    def _add(self, made: Part, at: int | None, if_fits: bool) -> None:
        if not made.extent_bytes:
            return
        made.if_fits = if_fits
        self.place(made, at)
        self.end = max(self.end, made.end)
        self.found.append(made)
        self.seen[made.name] = made

    def place(self, made: Part, at: int | None) -> None:
        """Gives a part its start: as stated, or here the start of what it lies in."""
        if at is None:
            return
        made.at = count_of(made.name, "start", at)
        if made.at % made.align:
            message = f"{made.name} starts at {at}, no multiple of {made.align}"
            raise LayoutError([message])


class Uses(Parts):
    """Parts that take turns: all start where the thing that holds them does."""


class Sections(Parts):
    """Parts that lie one after another, each at the next multiple of its alignment."""

    def __init__(self, above: Parts | None = None) -> None:
        super().__init__(above)
        self.stated = False

    def gap(self, count: int) -> None:
        """Bytes that nothing reads or writes."""
        self.end += count_of("gap", "bytes", count)

    def place(self, made: Part, at: int | None) -> None:
        """Behind the part before, or where it is stated."""
        if at is None:
            made.at = align_up(self.end, made.align)
        else:
            self.stated = True
            super().place(made, at)

    def refuse_overlaps(self) -> None:
        """Stated starts may put a section on another one."""
        if not self.stated:
            return
        placed = sorted(self.found, key=lambda part: (part.at, part.end))
        for first, second in pairwise(placed):
            shared = first.end - second.at
            if shared > 0:
                message = f"{first.name} and {second.name} share {shared} bytes"
                raise LayoutError([message])


def _hold(made: Part, uses: Uses | None) -> None:
    """Uses inside a stated size: each fits, or is absent if it says so."""
    for part in uses.found if uses is not None and made.extent_bytes else ():
        if part.end <= made.extent_bytes:
            made.parts.append(part)
        elif not part.if_fits:
            message = f"{part.name} ends at byte {part.end} of {made.name}"
            raise LayoutError([f"{message}, which has {made.extent_bytes}"])
