"""In which buffers and rows two fingerprints differ. Standard library only."""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, NamedTuple

from arenagen.runtime.debug.records import RECORD

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from arenagen.runtime.debug.chunks import Chunk, Plan
    from arenagen.runtime.debug.pieces import Piece

Key = tuple[str, str, int]
"""A piece: buffer, part, and which one of those with both names."""

Cut = tuple["Piece", tuple["Chunk", ...], list[bytes]]


class Difference(NamedTuple):
    """Bytes of a buffer that differ, as narrowly as chunks tell."""

    buffer: str
    part: str
    """The section or use; empty for bytes that belong to none."""
    first: int
    """The first byte that may differ, counted from the start of the part."""
    end: int
    """The first one behind it that does not."""
    rows: tuple[int, int] | None = None
    """First row and the one behind the last, in each of `planes`; None without rows."""
    planes: tuple[tuple[int, ...], ...] = ()
    """Places of the planes; () where there are none, or no rows."""
    reason: str = ""
    """Why it could not be compared, where that is so."""

    def __str__(self) -> str:
        """One line."""
        name = self.buffer if self.part in ("", self.buffer) else f"{self.buffer} ({self.part})"
        if self.reason:
            return f"{name}: {self.reason}"
        if self.rows is None:
            return f"{name}: bytes {self.first} to {self.end - 1} differ"
        first, end = self.rows
        rows = f"row {first} differs" if end == first + 1 else f"rows {first} to {end - 1} differ"
        if not self.planes:
            return f"{name}: {rows}"
        shown = ", ".join(str(list(plane)) for plane in self.planes[:4])
        more = f" and {len(self.planes) - 4} more" if len(self.planes) > 4 else ""
        return f"{name}: {rows} in plane{'s' * (len(self.planes) > 1)} {shown}{more}"


def differences_of(one: tuple[Plan, bytes], other: tuple[Plan, bytes]) -> Iterator[Difference]:
    """What differs, in the order of the first one."""
    mine, theirs = dict(_cut(*one)), dict(_cut(*other))
    for key, cut in mine.items():
        if key not in theirs:
            yield _not_compared(key, "is not in the other")
        elif _geometry(cut[0]) != _geometry(theirs[key][0]):
            reason = f"has another shape: {cut[0].bytes} and {theirs[key][0].bytes} bytes"
            yield _not_compared(key, reason)
        else:
            yield from _merged(cut, theirs[key][2])
    yield from (_not_compared(key, "is only in the other") for key in theirs if key not in mine)


def _cut(plan: Plan, records: bytes) -> Iterator[tuple[Key, Cut]]:
    seen: dict[tuple[str, str], int] = {}
    size, start = RECORD.size, 0
    for piece, chunks in zip(plan.pieces, plan.chunks, strict=True):
        names = (piece.buffer, piece.part)
        number = seen[names] = seen.get(names, -1) + 1
        hashes = [records[start + i * size : start + i * size + 8] for i in range(len(chunks))]
        start += size * len(chunks)
        yield (*names, number), (piece, chunks, hashes)


def _geometry(piece: Piece) -> Piece:
    return piece._replace(arena="", offset=0)


def _not_compared(key: Key, reason: str) -> Difference:
    return Difference(key[0], key[1], 0, 0, reason=reason)


def _merged(cut: Cut, theirs: list[bytes]) -> Iterator[Difference]:
    """Chunks that differ: neighbours as one, and planes that differ in the same rows together."""
    piece, chunks, mine = cut
    found = [c for c, a, b in zip(chunks, mine, theirs, strict=True) if a != b]
    if not piece.rows:
        for first, end in _runs((c.offset, c.offset + c.bytes) for c in found):
            yield Difference(piece.buffer, piece.part, first, end)
        return
    by_rows: dict[tuple[int, int], list[int]] = {}
    for plane, rows in _rows_by_plane(piece, found).items():
        for run in _runs(rows):
            by_rows.setdefault(run, []).append(plane)
    for rows_, planes in by_rows.items():
        yield _of_rows(piece, rows_, planes)


def _of_rows(piece: Piece, rows: tuple[int, int], planes: list[int]) -> Difference:
    start, pitch = planes[0] * piece.rows, piece.row_bytes
    places = tuple(_place(plane, piece.planes) for plane in planes) if piece.planes else ()
    first, end = (start + rows[0]) * pitch, (planes[-1] * piece.rows + rows[1]) * pitch
    return Difference(piece.buffer, piece.part, first, end, rows, places)


def _rows_by_plane(piece: Piece, chunks: Iterable[Chunk]) -> Mapping[int, list[tuple[int, int]]]:
    found: dict[int, list[tuple[int, int]]] = {}
    for chunk in chunks:
        plane, first = divmod(chunk.offset // piece.row_bytes, piece.rows)
        last = (chunk.offset + chunk.bytes - 1) // piece.row_bytes - plane * piece.rows
        found.setdefault(plane, []).append((first, last + 1))
    return found


def _runs(ranges: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Ascending ranges, with those that touch or overlap as one."""
    last: tuple[int, int] | None = None
    for first, end in ranges:
        if last is not None and first <= last[1]:
            last = (last[0], max(last[1], end))
        else:
            if last is not None:
                yield last
            last = (first, end)
    if last is not None:
        yield last


def _place(number: int, lengths: tuple[int, ...]) -> tuple[int, ...]:
    """Where a plane lies in the dimensions of planes."""
    found = []
    for i in range(len(lengths)):
        inner = prod(lengths[i + 1 :])
        found.append(number // inner % lengths[i])
    return tuple(found)
