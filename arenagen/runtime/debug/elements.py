"""Bytes as numbers of a logical element type, for NumPy."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from arenagen.runtime.numpy_backend import DTYPES

PAD: Final = {"f8e8m0": 0xFF}
"""What fills up a vector, where it is not 0."""

PACKED: Final = {
    "u4": tuple(range(16)),
    "i4": (*range(8), *range(-8, 0)),
    "u2": tuple(range(4)),
    "i2": (0, 1, -2, -1),
    "f4e2m1": (0, 0.5, 1, 1.5, 2, 3, 4, 6, -0.0, -0.5, -1, -1.5, -2, -3, -4, -6),
}
"""Values by code; the lowest bits of a byte are the first element."""

Found = tuple[NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_]]


def decoded(raw: NDArray[np.uint8], dtype: str) -> Found:
    """(values, NaN, infinite) of rows of bytes."""
    if dtype in PACKED:
        values = _unpacked(raw, dtype)
    elif dtype == "bool":
        values = raw.astype(np.float64)
    else:
        stored: NDArray[Any] = np.ascontiguousarray(raw).view(DTYPES[dtype])
        with np.errstate(invalid="ignore"):
            values = stored.astype(np.float64)
    return values, np.isnan(values), np.isinf(values)


def _unpacked(raw: NDArray[np.uint8], dtype: str) -> NDArray[np.float64]:
    table = np.array(PACKED[dtype], np.float64)
    bits = 2 if len(table) == 4 else 4
    shifts = np.arange(0, 8, bits, dtype=np.uint8)
    codes = raw[..., None] >> shifts & np.uint8(len(table) - 1)
    values: NDArray[np.float64] = table[codes].reshape(len(raw), -1)
    return values
