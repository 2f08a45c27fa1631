"""What is worked out for each chunk of memory: the same on every backend, to the bit. Standard library
only.

A chunk is read as vectors of 16 bytes, which go to 128 lanes in turn; the last one is filled up with
zero bytes (f8e8m0, which has no zero: with its NaN). Each lane hashes the two halves of its vectors,

    h = (rotated left by 29(h) ^ half) * MULTIPLY        modulo 2**64

and adds up its elements, in their order, as f64; NaN and infinities are left out. The hash of a
chunk is mixed(sum over lanes of mixed(h + number of the half * STEP) + bytes * LENGTH). The sums of
the lanes are added pairwise: lane i and i + 64, then i and i + 32, and so on. A sum that overflows
is infinite, or the plain NaN where both infinities met. So hashes depend on
the place of each byte in its chunk and not on addresses, and sums are the same wherever they are
worked out.
"""

from __future__ import annotations

import struct
from typing import Final, NamedTuple

RECORD: Final = struct.Struct("<QdIIII")
"""Hash of all bytes; sum of the finite elements; how many are NaN, infinite, zero; 0."""


class Record(NamedTuple):
    """`RECORD` in Python."""

    hash: int
    sum: float
    nan: int
    inf: int
    zero: int
    unused: int = 0


LANES: Final = 128
VECTOR: Final = 16
ROTATE: Final = 29
SEEDS: Final = (0x243F6A8885A308D3, 0x13198A2E03707344)
MULTIPLY: Final = 0x9E3779B97F4A7C15
STEP: Final = 0xD1342543DE82EF95
LENGTH: Final = 0xAF251AF3B0F025B5
MIX: Final = (0xBF58476D1CE4E5B9, 0x94D049BB133111EB)
WORD: Final = (1 << 64) - 1

KINDS: Final = {
    "": 0,
    "f32": 1,
    "f64": 2,
    "f16": 3,
    "bf16": 4,
    "f8e4m3": 5,
    "f8e5m2": 6,
    "f8e8m0": 7,
    "u8": 8,
    "bool": 8,
    "i8": 9,
    "u16": 10,
    "i16": 11,
    "u32": 12,
    "i32": 13,
    "u64": 14,
    "i64": 15,
    "u4": 16,
    "i4": 17,
    "u2": 18,
    "i2": 19,
    "f4e2m1": 20,
}
"""`Kind` of debug.cu by element type; blocks count as bytes of no type."""


def mixed(value: int) -> int:
    """A number modulo 2**64 with its bits spread out."""
    value &= WORD
    value = ((value ^ value >> 30) * MIX[0]) & WORD
    value = ((value ^ value >> 27) * MIX[1]) & WORD
    return value ^ value >> 31


def joined(hashes: list[int]) -> int:
    """One hash of several, in their order."""
    return mixed(sum(mixed(h + (i + 1) * STEP) for i, h in enumerate(hashes)) + len(hashes))
