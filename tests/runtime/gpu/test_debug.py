"""A debug arena on a device: guards, poison and fingerprints, as NumPy finds them."""

from __future__ import annotations

import gc
import random
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from arenagen.runtime import DebugOptions
from arenagen.runtime.debug.chunks import Span
from arenagen.runtime.debug.host import records_of
from tests.runtime.debug.slow_record import TYPES
from tests.runtime.debug.test_records import memories
from tests.runtime.gpu.arenas import llama

EVERYTHING = DebugOptions(poison_classes=("none",))
some_examples = settings(
    max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None
)


def records(cp: Any, raw: bytes, dtype: str, shift: int) -> bytes:
    from arenagen.runtime.cupy_backend import CupyBackend

    backend = CupyBackend()
    block = backend.allocate(len(raw) + shift, align=16, memory="device", name="main")
    view = backend.view(block, shift, "u8", (len(raw),), (1,))
    view[:] = cp.asarray(np.frombuffer(raw, np.uint8))
    return backend.printing([Span("main", shift, len(raw), dtype)], {"main": block})(None)


def on_host(raw: bytes, dtype: str) -> bytes:
    spans = [Span("main", 0, len(raw), dtype)]
    return records_of(spans, {"main": np.frombuffer(raw, np.uint8)})


@some_examples
@given(memories(), st.sampled_from([0, 0, 8, 4, 1]))
def test_records_are_those_of_the_host(cp: Any, memory: tuple[bytes, str], shift: int) -> None:
    raw, dtype = memory
    wanted = on_host(raw, dtype)
    assert records(cp, raw, dtype, shift) == wanted


@pytest.mark.parametrize("dtype", TYPES)
def test_a_long_chunk_of_each_type(cp: Any, dtype: str) -> None:
    raw = random.Random(3).randbytes(1 << 16)
    wanted = on_host(raw, dtype)
    assert records(cp, raw, dtype, 0) == wanted


def test_an_arena_looks_as_it_does_on_the_host(cp: Any) -> None:
    from arenagen.runtime.numpy_backend import NumpyBackend

    arena = llama(debug=EVERYTHING)
    twin = llama(debug=EVERYTHING, backend=NumpyBackend())
    for one, xp in ((arena, cp), (twin, np)):
        one.clear_all()
        one.poison_beyond(tokens=3, requests=2)
        one.hidden_states[2] = xp.arange(64)
        one.next_tokens[1] = 5
        one.next_tokens_pinned[:] = 7
    assert arena.fingerprint().records == twin.fingerprint().records
    assert arena.check_guards() == twin.check_guards() == ()
    arena.kv_cache[:, 1, 2] = 1
    texts = [str(d) for d in twin.fingerprint().differences(arena.fingerprint())]
    assert texts == ["kv_cache: row 2 differs in planes [0, 1], [1, 1]"]


def damage(cp: Any, arena: Any, name: str, start: int, count: int) -> None:
    extent = arena.sizes.extents[name]
    block = arena._allocations[extent.arena]
    place = extent.offset + start + (extent.bytes if start >= 0 else 0)
    arena._backend.view(block, place, "u8", (count,), (1,))[:] = 0


def test_overruns_are_named(cp: Any) -> None:
    arena = llama(debug=True)
    damage(cp, arena, "hidden_states", 3, 10)
    damage(cp, arena, "logits", -1, 1)
    cp.cuda.Device().synchronize()
    found = {(d.buffer, d.overrun): (d.reach, d.nearest) for d in arena.check_guards()}
    assert found == {("hidden_states", True): (13, 4), ("logits", False): (1, 1)}


def test_host_memory_of_a_device_arena_has_guards_too(cp: Any) -> None:
    arena = llama(debug=True)
    damage(cp, arena, "next_tokens_pinned", 0, 5)
    cp.cuda.Device().synchronize()
    (found,) = arena.check_guards()
    assert (found.arena, found.buffer, found.reach) == ("main_pinned", "next_tokens_pinned", 5)


def test_poison_is_captured_and_follows_a_count_of_the_device(cp: Any) -> None:
    arena, stream = llama(debug=EVERYTHING), cp.cuda.Stream(non_blocking=True)
    count = cp.zeros(1, cp.uint32)
    cp.cuda.Device().synchronize()
    stream.begin_capture()
    arena.clear_all(stream=stream)
    arena.poison_beyond(tokens=count, stream=stream)
    graph = stream.end_capture()
    for live in (5, 0, 16):
        count.fill(live)
        cp.cuda.Device().synchronize()
        graph.launch(stream)
        stream.synchronize()
        assert arena.positions.tolist() == [0] * live + [0x7B7B7B7B] * (16 - live)
        assert bool(cp.isnan(arena.logits).all()), "poisoned again by clear_all"
        assert arena.check_guards(stream=stream) == ()


def test_looking_takes_nothing(cp: Any) -> None:
    arena, pool = llama(debug=True), cp.get_default_memory_pool()
    stream = cp.cuda.Stream(non_blocking=True)
    first = arena.fingerprint(stream=stream)
    used, total = pool.used_bytes(), pool.total_bytes()
    for _ in range(3):
        assert arena.check_guards(stream=stream) == ()
        assert arena.fingerprint(stream=stream) == first
    assert (pool.used_bytes(), pool.total_bytes()) == (used, total)


def test_out_of_memory_leaves_nothing(cp: Any) -> None:
    gc.collect()
    pool = cp.get_default_memory_pool()
    before = pool.used_bytes()
    with pytest.raises(cp.cuda.memory.OutOfMemoryError):
        llama(debug=True, max_batch_tokens=1 << 17, hidden_size=1 << 16, intermediate_size=1 << 18)
    assert pool.used_bytes() == before
