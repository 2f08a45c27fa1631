"""How a value looks in memory: the bytes that clearing writes over and over, little-endian.

May import dtypes only.
"""

from __future__ import annotations

import math
import struct

from arenagen.dtypes import DType

_STRUCT = {"f64": "<d", "f32": "<f", "f16": "<e"}

_SMALL_FLOATS = {
    "f8e4m3": (4, 3, 7),
    "f8e5m2": (5, 2, 15),
    "f8e8m0": (8, 0, 127),
    "f4e2m1": (2, 1, 1),
}
"""Bits of exponent and mantissa, and the bias. f8e8m0 has no sign and no zero: it holds powers of two."""


class EncodingError(ValueError):
    """An element type cannot hold a value."""


def is_zero(value: int | float) -> bool:
    """Whether zero bytes mean the value in every type that has a zero; -0.0 is another number."""
    return value == 0 and math.copysign(1.0, value) > 0


def pattern(dtype: DType, value: int | float) -> bytes:
    """The bytes to repeat so that every element of a range holds a value; one byte where all its bytes are equal.

    Raises EncodingError where the type cannot hold the value. The wider floats round, the small ones must be exact.
    """
    raw = _element(dtype, value)
    return raw[:1] if len(set(raw)) == 1 else raw


def _element(dtype: DType, value: int | float) -> bytes:
    if dtype.family == "block":
        if value:
            raise EncodingError(f"a block type such as {dtype.name} can only be cleared to 0")
        return b"\0"
    if dtype.family == "float":
        return _float(dtype, float(value))
    if isinstance(value, float):
        raise EncodingError(f"{dtype.name} holds whole numbers, not {value}")
    return _whole(dtype, value)


def _whole(dtype: DType, value: int) -> bytes:
    low, high = _limits(dtype)
    if not low <= value <= high:
        raise EncodingError(f"{dtype.name} holds {low} to {high}, not {value}")
    if not dtype.packed:
        return value.to_bytes(dtype.bits // 8, "little", signed=low < 0)
    return _repeated(dtype.bits, value % (1 << dtype.bits))


def _limits(dtype: DType) -> tuple[int, int]:
    if dtype.family == "bool":
        return 0, 1
    if dtype.family == "uint":
        return 0, (1 << dtype.bits) - 1
    return -(1 << (dtype.bits - 1)), (1 << (dtype.bits - 1)) - 1


def _repeated(bits: int, code: int) -> bytes:
    """One byte filled with copies of a code of fewer than eight bits."""
    return bytes([sum(code << shift for shift in range(0, 8, bits))])


def _float(dtype: DType, value: float) -> bytes:
    if dtype.name == "bf16":
        return _bf16(value)
    if dtype.name in _STRUCT:
        try:
            return struct.pack(_STRUCT[dtype.name], value)
        except OverflowError:
            raise EncodingError(f"{dtype.name} cannot hold {value}") from None
    code = _small_float_codes(dtype).get(_key(value))
    if code is None:
        raise EncodingError(f"{dtype.name} cannot hold exactly {value}")
    return _repeated(4, code) if dtype.packed else bytes([code])


def _bf16(value: float) -> bytes:
    """The upper half of the nearest float, ties to even."""
    try:
        bits = int.from_bytes(struct.pack("<f", value), "little")
    except OverflowError:
        raise EncodingError(f"bf16 cannot hold {value}") from None
    if math.isnan(value):
        return (0x7FC0).to_bytes(2, "little")
    rounded = bits + 0x7FFF + ((bits >> 16) & 1)
    if (rounded >> 16) & 0x7FFF == 0x7F80 and not math.isinf(value):
        raise EncodingError(f"bf16 cannot hold {value}")
    return (rounded >> 16).to_bytes(2, "little")


def _key(value: float) -> tuple[float, float]:
    """Tells -0.0 from 0.0."""
    return value, math.copysign(1.0, value)


def _small_float_codes(dtype: DType) -> dict[tuple[float, float], int]:
    """Finite value -> code. The codes kept for infinities and NaN are left out."""
    exponent_bits, mantissa_bits, bias = _SMALL_FLOATS[dtype.name]
    if dtype.name == "f8e8m0":
        return {_key(2.0 ** (code - bias)): code for code in range(255)}
    codes = {}
    for code in range(1 << dtype.bits):
        exponent = code >> mantissa_bits & ((1 << exponent_bits) - 1)
        mantissa = code & ((1 << mantissa_bits) - 1)
        if _special(dtype.name, exponent, mantissa):
            continue
        scale = 2.0 ** (max(exponent, 1) - bias - mantissa_bits)
        magnitude = (mantissa + (1 << mantissa_bits if exponent else 0)) * scale
        codes[_key(math.copysign(magnitude, -1.0 if code >> (dtype.bits - 1) else 1.0))] = code
    return codes


def _special(name: str, exponent: int, mantissa: int) -> bool:
    if name == "f8e4m3":
        return exponent == 15 and mantissa == 7
    return name == "f8e5m2" and exponent == 31
