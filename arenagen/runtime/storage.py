"""How an extent is seen as an array: packed and block types as bytes, planes and padded rows by
strides.
"""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arenagen.runtime.layout import ExtentLike

BYTES = "u8"


class Storage(NamedTuple):
    """An array's type with whole bytes, its shape, and the bytes between neighbours in each
    dimension.
    """

    dtype: str
    shape: tuple[int, ...]
    strides: tuple[int, ...]


def picked(seen: Storage, chosen: Sequence[int]) -> tuple[int, Storage]:
    """Where the part of an array lies whose first dimensions are chosen, and what it looks like.

    IndexError for a choice outside its dimension.
    """
    offset = 0
    for i, (place, length, stride) in enumerate(
        zip(chosen, seen.shape, seen.strides, strict=False)
    ):
        if not 0 <= place < length:
            raise IndexError(f"index {place} is outside dimension {i}, of {length}")
        offset += place * stride
    count = len(chosen)
    return offset, Storage(seen.dtype, seen.shape[count:], seen.strides[count:])


def storage(extent: ExtentLike, rows: int | None = None) -> Storage:
    """The array over an extent that exists, or over the first `rows` rows of each plane.

    Packed and block types become u8: the last dimension of a row then counts bytes, and where its
    elements do not end on a byte, all of the row is one dimension of bytes.
    """
    dtype, row, item = _row(extent)
    strides = dense(row, item)
    if not extent.counted:
        shape = (*extent.planes, *row)
        return Storage(dtype, shape, dense(shape, item))
    outer = dense((*extent.planes, extent.rows), extent.row_bytes)
    shape = (*extent.planes, extent.rows if rows is None else rows, *row)
    return Storage(dtype, shape, (*outer, *strides))


def _row(extent: ExtentLike) -> tuple[str, tuple[int, ...], int]:
    """(dtype, dimensions, bytes of an element) of a row as it is stored."""
    elements, size = extent.granule
    row = extent.row
    if extent.in_bytes:
        return BYTES, row, 1
    if elements == 1:
        return extent.dtype, row, size
    if not row:
        return BYTES, (() if size == 1 else (size,)), 1
    if row[-1] % elements:
        return BYTES, (-(-prod(row) // elements) * size,), 1
    return BYTES, (*row[:-1], row[-1] // elements * size), 1


def dense(shape: Sequence[int], item: int) -> tuple[int, ...]:
    """Strides in bytes of a dense array whose last dimension has neighbours `item` bytes apart."""
    strides: list[int] = []
    for length in reversed(shape):
        strides.append(item)
        item *= length
    return tuple(reversed(strides))
