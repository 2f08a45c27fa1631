"""Records of memory: the same from NumPy, from debug.cu compiled for the host, and from plain Python."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arenagen.runtime.cuda.backend import CudaBackend
from arenagen.runtime.debug.chunks import Span
from arenagen.runtime.debug.host import records_of
from arenagen.runtime.debug.records import RECORD
from tests.runtime.cuda.fake_device import FakeDevice
from tests.runtime.cuda.host_kernels import compiled
from tests.runtime.debug.slow_record import TYPES, item_bytes, slow_record

SPECIAL = (0x00, 0x80, 0x7F, 0xFF, 0x7C, 0xFC, 0x01)


@st.composite
def memories(draw: st.DrawFn) -> tuple[bytes, str]:
    """Bytes of elements of a type, many of them zero, NaN, infinite or very small."""
    dtype = draw(st.sampled_from(TYPES))
    count = draw(st.one_of(st.integers(1, 70), st.integers(1, 3000)))
    rng = random.Random(draw(st.integers(0, 1 << 32)))
    some = draw(st.floats(0, 1))
    size = count * item_bytes(dtype)
    raw = bytes(
        rng.choice(SPECIAL) if rng.random() < some else rng.randrange(256) for _ in range(size)
    )
    return raw, dtype


def on_device(raw: bytes, dtype: str, shift: int) -> bytes:
    """Through debug.cu, from an address with a shift."""
    kernel = compiled()
    if kernel is None:
        pytest.skip("debug.cu WAS NOT TESTED: there is no C++ compiler")
    backend = CudaBackend(FakeDevice(kernel=kernel))
    block = backend.allocate(len(raw) + shift, align=16, memory="device", name="main")
    backend.view(block, shift, "u8", (len(raw),), (1,))[:] = np.frombuffer(raw, np.uint8)
    return backend.printing([Span("main", shift, len(raw), dtype)], {"main": block})(None)


@settings(max_examples=120)
@given(memories(), st.sampled_from([0, 0, 8, 4, 1]))
def test_every_way_finds_the_same(memory: tuple[bytes, str], shift: int) -> None:
    raw, dtype = memory
    wanted = slow_record(raw, dtype)
    host = records_of([Span("main", 0, len(raw), dtype)], {"main": np.frombuffer(raw, np.uint8)})
    assert host == wanted
    assert on_device(raw, dtype, shift) == wanted


@pytest.mark.parametrize("dtype", TYPES)
def test_a_long_chunk_of_each_type(dtype: str) -> None:
    raw = random.Random(7).randbytes(1 << 16)
    wanted = slow_record(raw, dtype)
    assert on_device(raw, dtype, 0) == wanted


def test_sums_that_overflow_are_the_same_everywhere() -> None:
    for numbers in ([1e308] * 300, [1e308] * 2 + [0.0] * 254 + [1e308] * 2, [1e308, -1e308] * 300):
        raw = np.array(numbers).tobytes()
        both = np.array([*numbers, *[0.0] * 256, *(-x for x in numbers)]).tobytes()
        for text in (raw, both):
            wanted = slow_record(text, "f64")
            assert on_device(text, "f64", 0) == wanted
            spans = [Span("main", 0, len(text), "f64")]
            assert records_of(spans, {"main": np.frombuffer(text, np.uint8)}) == wanted


@given(st.binary(min_size=2, max_size=200), st.data())
def test_a_byte_that_changes_or_moves_changes_the_hash(raw: bytes, data: st.DataObject) -> None:
    i, j = (data.draw(st.integers(0, len(raw) - 1)) for _ in range(2))
    changed = bytearray(raw)
    changed[i] ^= data.draw(st.integers(1, 255))
    swapped = bytearray(raw)
    swapped[i], swapped[j] = raw[j], raw[i]
    spans = [Span("main", 0, len(raw), "")]

    def hash_of(text: bytes) -> int:
        found = records_of(spans, {"main": np.frombuffer(text, np.uint8)})
        return int(RECORD.unpack(found)[0])

    assert hash_of(bytes(changed)) != hash_of(raw)
    assert (hash_of(bytes(swapped)) == hash_of(raw)) == (raw[i] == raw[j])


def test_many_spans_of_different_lengths_keep_their_places() -> None:
    raw = random.Random(1).randbytes(4096)
    spans = [
        Span("main", i * 37, 16 + i * 13 % 90 // 4 * 4, ("f32", "bf16", "")[i % 3])
        for i in range(60)
    ]
    found = records_of(spans, {"main": np.frombuffer(raw, np.uint8)})
    wanted = b"".join(slow_record(raw[s.offset : s.offset + s.bytes], s.dtype) for s in spans)
    assert found == wanted
