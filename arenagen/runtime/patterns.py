"""The bytes that clearing writes over and over so that every element of a dtype has one value.

Little-endian. The wider floats round to the nearest value, the small ones must be exact. Standard
library only.
"""

from __future__ import annotations

import math
import struct
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

_STRUCT = {"f64": "<d", "f32": "<f", "f16": "<e"}
_INT_BITS = {f"{kind}{bits}": bits for kind in "iu" for bits in (2, 4, 8, 16, 32, 64)}
# exponent bits, mantissa bits, bias, and the codes (without sign) that are no finite number
_SMALL_FLOATS = {
    "f8e4m3": (4, 3, 7, range(0x7F, 0x80)),
    "f8e5m2": (5, 2, 15, range(0x7C, 0x80)),
    "f4e2m1": (2, 1, 1, range(0)),
}


def pattern(dtype: str, value: int | float) -> bytes:
    """The bytes to repeat, one byte where all are equal.

    0 means zero bytes in every type: f8e8m0 has no 0, and blocks can only be cleared to it.
    ValueError for a value that the type cannot hold.
    """
    if value == 0 and math.copysign(1, value) > 0:
        return b"\0"
    try:
        raw = _encoder(dtype)(dtype, value)
    except (OverflowError, KeyError, struct.error) as error:
        raise ValueError(f"{value} does not fit an element of type {dtype}") from error
    return raw[:1] if len(set(raw)) == 1 else raw


def _encoder(dtype: str) -> Callable[[str, int | float], bytes]:
    if dtype in _INT_BITS:
        return _encode_int
    if dtype in _STRUCT:
        return _encode_struct
    if dtype in _SMALL_FLOATS:
        return _encode_small
    return {"bool": _encode_bool, "bf16": _encode_bf16, "f8e8m0": _encode_e8m0}[dtype]


def _encode_bool(_dtype: str, value: int | float) -> bytes:
    if value != 1:
        raise OverflowError
    return b"\1"


def _encode_int(dtype: str, value: int | float) -> bytes:
    bits, signed = _INT_BITS[dtype], dtype[0] == "i"
    low, high = (-(1 << bits - 1), 1 << bits - 1) if signed else (0, 1 << bits)
    if isinstance(value, float) or not low <= value < high:
        raise OverflowError
    if bits < 8:
        return _packed(value & ((1 << bits) - 1), bits)
    return value.to_bytes(bits // 8, "little", signed=signed)


def _packed(code: int, bits: int) -> bytes:
    """A byte of equal elements of `bits` bits."""
    return bytes([sum(code << shift for shift in range(0, 8, bits))])


def _encode_struct(dtype: str, value: int | float) -> bytes:
    return struct.pack(_STRUCT[dtype], value)


def _encode_bf16(_dtype: str, value: int | float) -> bytes:
    """The upper half of the nearest f32, ties to even."""
    if math.isnan(value):
        return b"\xc0\x7f"
    (word,) = struct.unpack("<I", struct.pack("<f", value))
    half = (word + 0x7FFF + (word >> 16 & 1)) >> 16
    if half & 0x7FFF == 0x7F80 and not math.isinf(value):
        raise OverflowError
    return struct.pack("<H", half)


def _encode_small(dtype: str, value: int | float) -> bytes:
    bits = 4 if dtype == "f4e2m1" else 8
    code = _finite_codes(dtype)[abs(value)]
    if math.copysign(1, value) < 0:
        code |= 1 << (bits - 1)
    return bytes([code]) if bits == 8 else _packed(code, bits)


@cache
def _finite_codes(dtype: str) -> dict[float, int]:
    """Value -> code of the numbers not below 0 that a small float can hold."""
    exponents, mantissas, bias, missing = _SMALL_FLOATS[dtype]
    found = {}
    for code in range(1 << (exponents + mantissas)):
        exponent, mantissa = code >> mantissas, code & ((1 << mantissas) - 1)
        significand = mantissa / (1 << mantissas) + (exponent > 0)
        if code not in missing:
            found[significand * 2.0 ** (max(exponent, 1) - bias)] = code
    return found


def _encode_e8m0(_dtype: str, value: int | float) -> bytes:
    """A power of two from 2**-127 to 2**127."""
    mantissa, exponent = math.frexp(value)
    if mantissa != 0.5 or not -127 <= exponent - 1 <= 127:
        raise OverflowError
    return bytes([exponent - 1 + 127])
