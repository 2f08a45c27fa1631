"""Fingerprints of all buffers of an arena, and what two of them differ in. Standard library only."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from arenagen.runtime.debug.differences import Difference, differences_of
from arenagen.runtime.debug.records import KINDS, RECORD, Record, joined

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from arenagen.runtime.debug.chunks import Plan
    from arenagen.runtime.debug.pieces import Piece


class PieceStats(NamedTuple):
    """Elements of one type in a buffer. The padding of rows counts as elements."""

    part: str
    """The section or use, or the buffer itself."""
    dtype: str
    elements: int
    finite: int
    nan: int
    inf: int
    zero: int
    sum: float
    """Sum of the finite elements in f64, in an order that is always the same."""


class BufferPrint(NamedTuple):
    """What a buffer held."""

    name: str
    bytes: int
    hash: int
    """Of all bytes, in their order: 64 bits."""
    stats: tuple[PieceStats, ...]
    """For each part that has one element type."""


class Fingerprint:
    """What every buffer of an arena held at one moment.

    Two are equal where all buffers have the same bytes, whatever their addresses and the guards
    between them.
    """

    def __init__(self, plan: Plan, records: bytes) -> None:
        """`records` has one `RECORD` for each chunk of the plan."""
        self.plan = plan
        self.records = records

    @cached_property
    def buffers(self) -> Mapping[str, BufferPrint]:
        """By name, in the order of arenas and offsets."""
        found: dict[str, tuple[list[int], list[PieceStats], int]] = {}
        for piece, records in self._pieces():
            hashes, stats, nbytes = found.get(piece.buffer, ([], [], 0))
            hashes += [record.hash for record in records]
            if KINDS.get(piece.dtype):
                stats.append(_stats(piece, records))
            found[piece.buffer] = hashes, stats, nbytes + piece.bytes
        return {
            name: BufferPrint(name, nbytes, joined(hashes), tuple(stats))
            for name, (hashes, stats, nbytes) in found.items()
        }

    def _pieces(self) -> Iterator[tuple[Piece, list[Record]]]:
        rows = RECORD.iter_unpack(self.records)
        for piece, chunks in zip(self.plan.pieces, self.plan.chunks, strict=True):
            yield piece, [Record(*next(rows)) for _ in chunks]

    def differences(self, other: Fingerprint) -> tuple[Difference, ...]:
        """Buffers, and rows of them, that do not hold the same bytes as in another fingerprint."""
        return tuple(differences_of((self.plan, self.records), (other.plan, other.records)))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Fingerprint):
            return NotImplemented
        return not self.differences(other)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        """Short, for people."""
        total = sum(piece.bytes for piece in self.plan.pieces)
        whole = joined([found.hash for found in self.buffers.values()])
        return f"<Fingerprint of {len(self.buffers)} buffers, {total} bytes: {whole:016x}>"

    def __str__(self) -> str:
        """A table of all buffers."""
        rows: list[tuple[str, ...]] = [
            ("buffer", "bytes", "hash", "dtype", "finite", "NaN", "inf", "zero", "sum")
        ]
        for found in self.buffers.values():
            head = (found.name, str(found.bytes), f"{found.hash:016x}")
            rows.append((*head, *_cells(found.stats[0])) if found.stats else (*head, *[""] * 6))
            rows += [(f"  {s.part}", "", "", *_cells(s)) for s in found.stats[1:]]
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        left = {0, 2, 3}
        return "\n".join(
            "  ".join(
                cell.ljust(width) if i in left else cell.rjust(width)
                for i, (cell, width) in enumerate(zip(row, widths, strict=True))
            ).rstrip()
            for row in rows
        )


def _stats(piece: Piece, records: list[Record]) -> PieceStats:
    elements = piece.bytes // piece.item[1] * piece.item[0]
    nan = sum(record.nan for record in records)
    inf = sum(record.inf for record in records)
    total = 0.0
    for record in records:
        total += record.sum
    return PieceStats(
        part=piece.part,
        dtype=piece.dtype,
        elements=elements,
        finite=elements - nan - inf,
        nan=nan,
        inf=inf,
        zero=sum(record.zero for record in records),
        sum=total,
    )


def _cells(s: PieceStats) -> tuple[str, ...]:
    return (s.dtype, *map(str, (s.finite, s.nan, s.inf, s.zero)), f"{s.sum:.6g}")
