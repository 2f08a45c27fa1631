"""Patterns against NumPy, which knows the same types."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arenagen.runtime.numpy_backend import DTYPES
from arenagen.runtime.patterns import pattern

INTEGERS = [f"{kind}{bits}" for kind in "iu" for bits in (8, 16, 32, 64)]
SMALL = ["f8e4m3", "f8e5m2", "f8e8m0"]


def repeated(dtype: str, value: float) -> bytes:
    """Eight bytes of what the pattern fills memory with."""
    made = pattern(dtype, value)
    return made * (8 // len(made))


@given(st.sampled_from(INTEGERS), st.integers(-(2**64), 2**64))
def test_integers(dtype: str, value: int) -> None:
    limits = np.iinfo(DTYPES[dtype])
    if limits.min <= value <= limits.max:
        assert repeated(dtype, value) == np.array([value] * 8, DTYPES[dtype]).tobytes()[:8]
    else:
        with pytest.raises(ValueError, match="does not fit"):
            pattern(dtype, value)


@given(st.sampled_from(["f64", "f32", "f16", "bf16"]), st.floats(width=32))
def test_wide_floats_round(dtype: str, value: float) -> None:
    with np.errstate(over="ignore"):
        wanted = np.array([value] * 4, np.float64).astype(DTYPES[dtype])
    if np.isfinite(value) and not np.isfinite(wanted[0].astype(np.float64)):
        with pytest.raises(ValueError, match="does not fit"):
            pattern(dtype, value)
    elif math.isnan(value):
        assert np.isnan(np.frombuffer(repeated(dtype, value), DTYPES[dtype]).astype(float)).all()
    else:
        assert repeated(dtype, value) == wanted.tobytes()[:8]


@pytest.mark.parametrize("dtype", SMALL)
def test_small_floats_are_exact(dtype: str) -> None:
    for code in range(256):
        value = float(np.array([code], np.uint8).view(DTYPES[dtype])[0])
        if math.isfinite(value):
            assert pattern(dtype, value) == bytes([code])
        else:
            with pytest.raises(ValueError, match="does not fit"):
                pattern(dtype, value)
    with pytest.raises(ValueError, match="does not fit"):
        pattern(dtype, 0.3)


@pytest.mark.parametrize(
    ("dtype", "value", "wanted"),
    [
        ("f4e2m1", 6.0, b"\x77"),
        ("f4e2m1", -0.5, b"\x99"),
        ("i4", -1, b"\xff"),
        ("u4", 3, b"\x33"),
        ("i2", -2, b"\xaa"),
        ("u2", 1, b"\x55"),
        ("bool", 1, b"\1"),
        ("i64", -1, b"\xff"),
        ("q8_1", 0, b"\0"),
    ],
)
def test_packed_types(dtype: str, value: float, wanted: bytes) -> None:
    assert pattern(dtype, value) == wanted


@pytest.mark.parametrize(
    ("dtype", "value"), [("u4", 16), ("i4", 8), ("u2", -1), ("bool", 2), ("i32", 1.5), ("q8_1", 1)]
)
def test_values_that_a_type_cannot_hold(dtype: str, value: float) -> None:
    with pytest.raises(ValueError, match=f"does not fit an element of type {dtype}"):
        pattern(dtype, value)
