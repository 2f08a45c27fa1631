"""What lies where in an arena: buffers, the typed pieces that they are made of, and the bytes
between them. Standard library only; offsets and lengths are bytes.
"""

from __future__ import annotations

from itertools import pairwise
from math import prod
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from arenagen.runtime.layout import ExtentLike, SizesLike


class Piece(NamedTuple):
    """Bytes of one buffer that are looked at in the same way."""

    buffer: str
    part: str
    """The section or use, or the buffer itself; empty for bytes that belong to none of them."""
    arena: str
    offset: int
    bytes: int
    dtype: str = ""
    """Logical element type; empty where there is no single one."""
    item: tuple[int, int] = (1, 1)
    """(elements, bytes) of the shortest run of whole bytes."""
    planes: tuple[int, ...] = ()
    rows: int = 0
    """Rows of a plane; 0 for something without rows."""
    row_bytes: int = 0


class Gap(NamedTuple):
    """Bytes of an arena that no buffer has, between `after` and `before`; empty names at its ends."""

    arena: str
    offset: int
    bytes: int
    after: str
    before: str


def start_of(extent: ExtentLike) -> int:
    """Offset of something that has memory."""
    if extent.offset is None:
        raise ValueError(f"{extent.name} has no memory")
    return extent.offset


def buffers_of(sizes: SizesLike) -> list[ExtentLike]:
    """Buffers with memory, placeholders and host twins included, by arena and offset.

    Uses and sections lie inside buffers, and are named behind them.
    """
    return outermost(sizes.extents.values())


def outermost(extents: Iterable[ExtentLike]) -> list[ExtentLike]:
    """Those with memory that do not lie inside another one, by arena and offset."""
    placed = [e for e in extents if e.offset is not None and e.bytes > 0]
    placed.sort(key=lambda e: (e.arena, e.offset, -e.bytes))
    found: list[ExtentLike] = []
    for extent in placed:
        last = found[-1] if found else None
        inside = last is not None and last.arena == extent.arena and start_of(extent) < _end(last)
        if not inside:
            found.append(extent)
    return found


def gaps_of(sizes: SizesLike) -> list[Gap]:
    """What is left of each arena, by arena and offset."""
    found: list[Gap] = []
    buffers = buffers_of(sizes)
    for arena in sizes.arenas.values():
        end, after = 0, ""
        for buffer in (b for b in buffers if b.arena == arena.name):
            found.append(Gap(arena.name, end, start_of(buffer) - end, after, buffer.name))
            end, after = _end(buffer), buffer.name
        found.append(Gap(arena.name, end, arena.bytes - end, after, ""))
    return [gap for gap in found if gap.bytes > 0]


def pieces_of(extent: ExtentLike, sizes: SizesLike, buffer: str = "") -> Iterator[Piece]:
    """An extent cut into pieces that leave out nothing and share nothing.

    What is composed of parts that do not overlap is cut into these, and what lies between them.
    """
    name, start = buffer or extent.name, start_of(extent)
    parts = _parts(extent, sizes)
    if not extent.exists:
        yield Piece(name, "", extent.arena, start, extent.bytes)
    elif extent.in_bytes and parts and not _overlap(parts):
        end = start
        for part in parts:
            yield from _rest(name, extent.arena, end, start_of(part))
            yield from pieces_of(part, sizes, name)
            end = _end(part)
        yield from _rest(name, extent.arena, end, _end(extent))
    else:
        yield _whole(extent, sizes, name)
        behind = start + extent.extent_bytes
        yield from _rest(name, extent.arena, behind, _end(extent))


def _whole(extent: ExtentLike, sizes: SizesLike, name: str) -> Piece:
    """Its rows, or what it has without rows, as one piece."""
    dtype, item = _seen_as(extent, sizes)
    rows, pitch = (extent.rows, extent.row_bytes) if extent.counted else (0, 0)
    whole = (pitch or extent.extent_bytes) % item[1] == 0
    return Piece(
        buffer=name,
        part=extent.name,
        arena=extent.arena,
        offset=start_of(extent),
        bytes=extent.extent_bytes,
        dtype=dtype if whole else "",
        item=item if whole else (1, 1),
        planes=extent.planes if extent.counted else (),
        rows=rows,
        row_bytes=pitch,
    )


def _seen_as(extent: ExtentLike, sizes: SizesLike) -> tuple[str, tuple[int, int]]:
    """The element type of an extent, or the one that all of its parts have; nothing where they
    differ.
    """
    if not extent.in_bytes:
        return extent.dtype, extent.granule
    found = {_seen_as(part, sizes) for part in _parts(extent, sizes)}
    return found.pop() if len(found) == 1 else ("", (1, 1))


def _parts(extent: ExtentLike, sizes: SizesLike) -> list[ExtentLike]:
    found = [sizes.extents[name] for name in extent.parts]
    return sorted((p for p in found if p.exists), key=start_of)


def _overlap(parts: Sequence[ExtentLike]) -> bool:
    return any(start_of(later) < _end(first) for first, later in pairwise(parts))


def _rest(buffer: str, arena: str, start: int, end: int) -> Iterator[Piece]:
    if start < end:
        yield Piece(buffer, "", arena, start, end - start)


def _end(extent: ExtentLike) -> int:
    return start_of(extent) + extent.bytes


def plane_count(piece: Piece) -> int:
    """Planes of a piece with rows."""
    return prod(piece.planes)
