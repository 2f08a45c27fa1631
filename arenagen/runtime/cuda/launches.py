"""Arguments of the kernels of clear.cu, laid out once, and their launch. Imports ctypes, and no CUDA
library.
"""

from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

INLINE_ROWS: Final = 32
"""Row numbers that are passed to one launch."""

KINDS: Final = {"u4": 1, "i4": 2, "u8": 3, "i8": 4}
"""`Number.kind` of clear.cu, by type."""


class Number(ctypes.Structure):
    """`Number` of clear.cu."""

    _fields_ = (("value", ctypes.c_uint64), ("kind", ctypes.c_uint32), ("most", ctypes.c_uint32))


class Counts(ctypes.Structure):
    """`Counts` of clear.cu."""

    _fields_ = (("live", Number), ("padded", Number))


class Rows(ctypes.Structure):
    """`Rows` of clear.cu."""

    _fields_ = (("list", Number), ("row", ctypes.c_uint32 * INLINE_ROWS))


class Results(ctypes.Structure):
    """`Results` of debug.cu."""

    _fields_ = (("address", ctypes.c_uint64),)


class Arguments:
    """Arguments of one launch. They are read while the launch is started, and never change."""

    __slots__ = ("_array", "_table", "_value", "address")

    def __init__(self, table: int, value: ctypes.Structure) -> None:
        """`table` is the address of the table; `value` is what follows it."""
        self._table = ctypes.c_uint64(table)
        self._value = value
        places = (ctypes.addressof(self._table), ctypes.addressof(value))
        self._array = (ctypes.c_void_p * 2)(*places)
        self.address = ctypes.addressof(self._array)


class Given(NamedTuple):
    """A number as the kernels take it: itself, or the address and kind of what holds it."""

    value: int
    kind: int = 0


def counts(table: int, most: int, given: Sequence[Given]) -> Arguments:
    """Arguments of `clear_counted` for up to two counts."""
    numbers = [Number(one.value, one.kind, most) for one in (*given, Given(0), Given(0))[:2]]
    return Arguments(table, Counts(*numbers))


def listed_rows(table: int, most: int, rows: Sequence[int]) -> Arguments:
    """Arguments of `clear_rows` for up to INLINE_ROWS row numbers."""
    return Arguments(table, Rows(Number(len(rows), 0, most), tuple(rows)))


def rows_at(table: int, most: int, place: Given) -> Arguments:
    """Arguments of `clear_rows` for row numbers in memory of the device."""
    return Arguments(table, Rows(Number(place.value, place.kind, most)))
