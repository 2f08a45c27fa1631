"""How pieces are cut into the chunks that fingerprints are made of. Standard library only; offsets
and lengths are bytes.

A chunk is a run of whole rows, so that two fingerprints differ in named rows. Rows that are longer
than a chunk are cut.
"""

from __future__ import annotations

from math import gcd
from typing import TYPE_CHECKING, Final, NamedTuple

from arenagen.runtime.debug.pieces import plane_count

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from arenagen.runtime.debug.pieces import Piece

MOST_BYTES: Final = 1 << 16
"""Bytes of the longest chunk."""

CHUNKS: Final = 256
"""Pieces below MOST_BYTES * CHUNKS are cut into about so many chunks, or into rows."""

VECTOR: Final = 16
"""What the starts of chunks are a multiple of, where rows allow it: bytes that are read at once."""


class Chunk(NamedTuple):
    """Bytes of a piece, from its start."""

    offset: int
    bytes: int


def chunks_of(piece: Piece) -> Iterator[Chunk]:
    """The chunks of a piece, in order; they leave out nothing and share nothing."""
    target = min(max(piece.bytes // CHUNKS, 1), MOST_BYTES)
    if not piece.rows:
        yield from _cut(0, piece.bytes, target + -target % _unit(piece.item[1]))
        return
    pitch = piece.row_bytes
    rows = max(target // pitch, 1)
    together = _unit(pitch) // pitch
    rows -= rows % together if rows > together else 0
    for plane in range(plane_count(piece)):
        start = plane * piece.rows * pitch
        for first in range(0, piece.rows, rows):
            count = min(rows, piece.rows - first)
            yield from _cut(start + first * pitch, count * pitch, MOST_BYTES)


def _cut(start: int, nbytes: int, most: int) -> Iterator[Chunk]:
    for offset in range(0, nbytes, most):
        yield Chunk(start + offset, min(most, nbytes - offset))


def _unit(nbytes: int) -> int:
    """The least common multiple of a length and VECTOR."""
    return nbytes * VECTOR // gcd(nbytes, VECTOR)


class Span(NamedTuple):
    """A chunk in its arena, and the element type that it is seen as."""

    arena: str
    offset: int
    bytes: int
    dtype: str


class Plan(NamedTuple):
    """What is read for a fingerprint: pieces, and the chunks of each."""

    pieces: tuple[Piece, ...]
    chunks: tuple[tuple[Chunk, ...], ...]

    @property
    def spans(self) -> Iterator[Span]:
        """All chunks, piece by piece."""
        for piece, chunks in zip(self.pieces, self.chunks, strict=True):
            for chunk in chunks:
                yield Span(piece.arena, piece.offset + chunk.offset, chunk.bytes, piece.dtype)


def planned(pieces: Iterable[Piece]) -> Plan:
    """The chunks of some pieces."""
    found = tuple(pieces)
    return Plan(found, tuple(tuple(chunks_of(piece)) for piece in found))
