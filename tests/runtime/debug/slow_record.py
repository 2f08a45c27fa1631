"""A record of some bytes, worked out in whole numbers and plain floats, one element after another."""

from __future__ import annotations

import math
import struct

import ml_dtypes
import numpy as np

from arenagen.runtime.debug.records import RECORD

ALL = (1 << 64) - 1
STRUCTS = {
    "f64": "d", "f32": "f", "f16": "e", "u8": "B", "bool": "B", "i8": "b", "u16": "H", "i16": "h",
    "u32": "I", "i32": "i", "u64": "Q", "i64": "q",
}  # fmt: skip
SMALL = {
    "f8e4m3": ml_dtypes.float8_e4m3fn,
    "f8e5m2": ml_dtypes.float8_e5m2,
    "f8e8m0": ml_dtypes.float8_e8m0fnu,
}
TYPES = (*STRUCTS, *SMALL, "bf16", "u4", "i4", "u2", "i2", "f4e2m1", "")


def item_bytes(dtype: str) -> int:
    return 2 if dtype == "bf16" else struct.calcsize(STRUCTS.get(dtype, "B"))


def values(raw: bytes, dtype: str) -> list[float]:
    """The elements, as f64."""
    if dtype in STRUCTS:
        return [
            float(x)
            for x in struct.unpack(f"<{len(raw) // item_bytes(dtype)}{STRUCTS[dtype]}", raw)
        ]
    if dtype == "bf16":
        halves = struct.unpack(f"<{len(raw) // 2}H", raw)
        return [struct.unpack("<f", struct.pack("<I", half << 16))[0] for half in halves]
    if dtype in SMALL:
        return [float(x) for x in np.frombuffer(raw, SMALL[dtype])]
    return [x for byte in raw for x in packed(byte, dtype)]


def packed(byte: int, dtype: str) -> list[float]:
    bits = int(dtype[1])
    codes = [byte >> at & (1 << bits) - 1 for at in range(0, 8, bits)]
    if dtype == "f4e2m1":
        sizes = (0.0, 0.5, 1.0, 1.5, 2.0, 3.0, 4.0, 6.0)
        return [-sizes[code & 7] if code & 8 else sizes[code] for code in codes]
    signed = dtype[0] == "i"
    return [float(code - (1 << bits) * (signed and code >> bits - 1)) for code in codes]


def mixed(x: int) -> int:
    x &= ALL
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9 & ALL
    x = (x ^ x >> 27) * 0x94D049BB133111EB & ALL
    return x ^ x >> 31


def hash_of(raw: bytes, fill: int) -> int:
    padded = raw + bytes([fill]) * (-len(raw) % 16)
    lanes = [[0x243F6A8885A308D3, 0x13198A2E03707344] for _ in range(128)]
    for i in range(0, len(padded), 16):
        lane = lanes[i // 16 % 128]
        for half in (0, 1):
            word = int.from_bytes(padded[i + 8 * half : i + 8 * half + 8], "little")
            turned = (lane[half] << 29 | lane[half] >> 35) & ALL
            lane[half] = (turned ^ word) * 0x9E3779B97F4A7C15 & ALL
    flat = [h for lane in lanes for h in lane]
    total = sum(mixed(h + (i + 1) * 0xD1342543DE82EF95) for i, h in enumerate(flat))
    return mixed(total + len(raw) * 0xAF251AF3B0F025B5)


def sum_of(found: list[float], each: int) -> float:
    """`each` elements are in a vector."""
    lanes = [0.0] * 128
    for i, value in enumerate(found):
        if math.isfinite(value):
            lanes[i // each % 128] += value
    while len(lanes) > 1:
        half = len(lanes) // 2
        lanes = [lanes[i] + lanes[i + half] for i in range(half)]
    return lanes[0]


def slow_record(raw: bytes, dtype: str) -> bytes:
    value = hash_of(raw, 255 if dtype == "f8e8m0" else 0)
    if dtype not in TYPES[:-1]:
        return RECORD.pack(value, 0.0, 0, 0, 0, 0)
    found = values(raw, dtype)
    nan, inf = sum(map(math.isnan, found)), sum(map(math.isinf, found))
    total = sum_of(found, len(found) * 16 // len(raw))
    total = math.nan if math.isnan(total) else total
    return RECORD.pack(value, total, nan, inf, sum(x == 0 for x in found), 0)
