"""Clearing on a device: the same bytes as on the host, captured, on streams, without taking
anything.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from arenagen.runtime import Clear, GuardedReplay, LayoutChangedError, Mode, Routine
from tests.runtime.cuda.test_clearing import cleared, on_host, same_but_for_padding
from tests.runtime.gpu.arenas import llama
from tests.runtime.layouts import MOST, ToyArena, ToyExtent, ToySizes, layouts

BEFORE = 0xA5
TYPES = st.sampled_from(["u4", "i4", "u8", "i8"])
few_examples = settings(
    max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


class Ready:
    """A routine of a random layout, ready on the device."""

    def __init__(self, sizes: ToySizes, routine: Routine, clears: list[Clear]) -> None:
        from arenagen.runtime.cupy_backend import CupyBackend

        self.backend = CupyBackend()
        size = max(sizes.arenas["main"].bytes, 1)
        self.block = self.backend.allocate(size, align=64, memory="device", name="main")
        runs = self.backend.prepare([routine], sizes, clears, {"main": self.block})
        self.run = runs[routine.name]
        self.memory = self.backend.view(self.block, 0, "u8", (size,), (1,))
        self.memory[:] = BEFORE


def check(sizes: ToySizes, routine: Routine, chosen: Any, *told: Any) -> None:
    clears = cleared(sizes, routine)
    wanted = on_host(sizes, routine, clears, chosen)
    for one in told:
        ready = Ready(sizes, routine, clears)
        ready.run(one, None)
        same_but_for_padding(sizes, ready.memory.get(), wanted)


@few_examples
@given(layouts(), st.sampled_from(["whole", "overread"]))
def test_whole_and_overread(cp: Any, sizes: ToySizes, mode: Mode) -> None:
    check(sizes, Routine("r", mode), (), ())


@few_examples
@given(layouts(), st.integers(0, MOST), TYPES)
def test_live_rows(cp: Any, sizes: ToySizes, count: int, kind: str) -> None:
    held = cp.array([count], kind)
    check(sizes, Routine("r", "live", "tokens"), (count,), (count,), (held,))


@few_examples
@given(layouts(), st.integers(0, MOST), st.integers(0, MOST), TYPES)
def test_padding_rows(cp: Any, sizes: ToySizes, one: int, other: int, kind: str) -> None:
    few, many = sorted((one, other))
    routine = Routine("r", "padding", "tokens")
    held = (cp.array([few], kind), cp.array([many], kind))
    check(sizes, routine, (few, many), (few, many), held)


@few_examples
@given(layouts(), st.sets(st.integers(0, MOST - 1), max_size=4), TYPES)
def test_single_rows(cp: Any, sizes: ToySizes, rows: set[int], kind: str) -> None:
    check(sizes, Routine("r", "rows", "tokens"), rows, list(rows), cp.array(list(rows), kind))


LARGE = tuple(
    ToyExtent(
        name=name, dtype="i32", rows=300, row=(elements,), row_bytes=4 * elements,
        bytes=1200 * elements, extent_bytes=1200 * elements, offset=offset,
    )
    for name, elements, offset in (("a", 1021, 0), ("b", 7, 1 << 21), ("c", 2048, 1 << 22))
)  # fmt: skip


def large() -> tuple[ToySizes, Routine, list[Clear]]:
    sizes = ToySizes(
        {e.name: e for e in LARGE}, {"main": ToyArena("main", 1 << 23)}, {"tokens": 300}
    )
    return (
        sizes,
        Routine("r", "live", "tokens"),
        [
            Clear(e, "step", {"r": "live"}, fill=value)
            for e, value in zip(LARGE, (0, -2, 258), strict=True)
        ],
    )


@pytest.mark.parametrize("count", [1, 7, 64, 299, 300])
def test_every_block_of_a_full_launch_does_its_share(cp: Any, count: int) -> None:
    sizes, routine, clears = large()
    ready = Ready(sizes, routine, clears)
    ready.run((count,), None)
    assert np.array_equal(ready.memory.get(), on_host(sizes, routine, clears, (count,)))


def test_a_captured_clearing_follows_the_count(cp: Any) -> None:
    sizes, routine, clears = large()
    ready, count = Ready(sizes, routine, clears), cp.zeros(1, np.uint32)
    stream = cp.cuda.Stream(non_blocking=True)
    cp.cuda.Device().synchronize()
    stream.begin_capture()
    ready.run((count,), stream)
    graph = stream.end_capture()
    for t in (0, 3, 300, 17, 1000):
        with stream:
            ready.memory[:] = BEFORE
            count[:] = t
        graph.launch(stream)
        stream.synchronize()
        wanted = on_host(sizes, routine, clears, (min(t, 300),))
        assert np.array_equal(ready.memory.get(), wanted)


def test_pytorch_captures_it_too(torch: Any) -> None:
    arena = llama()
    count = torch.zeros(1, dtype=torch.int32, device="cuda")
    graph = torch.cuda.CUDAGraph()
    torch.cuda.synchronize()
    with torch.cuda.graph(graph):
        arena.pad_pass(count, 16, stream=torch.cuda.current_stream())
    for t in (2, 16, 0, 9):
        arena.request_rows[:] = 5
        count.fill_(t)
        torch.cuda.synchronize()
        graph.replay()
        torch.cuda.synchronize()
        assert arena.request_rows.get().tolist() == [5] * t + [-1] * (16 - t)


def test_a_captured_graph_is_refused_on_another_arena(cp: Any) -> None:
    arena, other = llama(), llama()
    stream = cp.cuda.Stream(non_blocking=True)
    stream.begin_capture()
    arena.clear_all(stream=stream)
    replay = GuardedReplay(stream.end_capture().launch, arena)
    arena.seq_lens[:] = 3
    cp.cuda.Device().synchronize()
    replay(arena, stream=stream)
    stream.synchronize()
    assert not arena.seq_lens.any()
    with pytest.raises(LayoutChangedError, match="base differ"):
        replay(other, stream=stream)


def test_rows_of_requests_in_every_plane(cp: Any) -> None:
    arena = llama()
    for rows in ([2], [0, 3], cp.array([1, -1, 7], np.int32), cp.array([], np.int32)):
        arena.kv_cache[:] = 1
        arena.seq_lens[:] = 9
        arena.forget_request(rows)
        gone = [int(row) for row in rows if 0 <= row < 4]
        kept = [row for row in range(4) if row not in gone]
        assert not arena.kv_cache[:, :, gone].any()
        assert (arena.kv_cache[:, :, kept] == 1).all()
        assert arena.seq_lens.get().tolist() == [0 if row in gone else 9 for row in range(4)]


def test_two_streams_clear_two_arenas(cp: Any) -> None:
    sizes, routine, clears = large()
    pair = [Ready(sizes, routine, clears) for _ in range(2)]
    streams = [cp.cuda.Stream(non_blocking=True) for _ in range(2)]
    cp.cuda.Device().synchronize()
    for t in range(1, 100):
        pair[0].run((t,), streams[0])
        pair[1].run((t + 100,), streams[1].ptr)
    for stream in streams:
        stream.synchronize()
    for ready, t in zip(pair, (99, 199), strict=True):
        assert np.array_equal(ready.memory.get(), on_host(sizes, routine, clears, (t,)))


def test_the_current_stream_is_the_default(cp: Any) -> None:
    arena, stream = llama(), cp.cuda.Stream(non_blocking=True)
    arena.seq_lens[:] = 3
    cp.cuda.Device().synchronize()
    stream.begin_capture()
    with stream:
        arena.clear_all()
    graph = stream.end_capture()
    assert (arena.seq_lens == 3).all(), "captured, and so not done"
    graph.launch(stream)
    stream.synchronize()
    assert not arena.seq_lens.any()


def test_clearing_takes_nothing(cp: Any) -> None:
    class Counting(cp.cuda.MemoryHook):  # type: ignore[misc, name-defined]
        name = "counting"
        asked = 0

        def malloc_preprocess(self, **_: object) -> None:
            Counting.asked += 1

    arena, count = llama(), cp.zeros(1, np.uint32)
    with Counting():
        for t in range(16):
            arena.pad_pass(t, 16)
            arena.pad_pass(count, 16)
            arena.forget_request([t % 4])
            arena.clear_all()
    assert Counting.asked == 0


def test_a_clearing_never_waits(cp: Any) -> None:
    arena, stream = llama(), cp.cuda.Stream(non_blocking=True)
    wait = cp.RawKernel(
        r"""extern "C" __global__ void wait(long long n) {
            long long start = clock64();
            while (clock64() - start < n) {}
        }""",
        "wait",
    )
    with stream:
        wait((1,), (1,), (np.int64(1),))
        stream.synchronize()
        wait((1,), (1,), (np.int64(400_000_000),))
    for t in range(16):
        arena.pad_pass(t, 16, stream=stream)
        arena.forget_request([t % 4], stream=stream)
        arena.clear_all(stream=stream)
    assert not stream.done, "all of it was started while the stream was busy"
    stream.synchronize()


@pytest.mark.parametrize("memory", ["pinned", "mapped"])
def test_memory_of_the_host_is_cleared_by_the_device(cp: Any, memory: str) -> None:
    from arenagen.runtime.cupy_backend import CupyBackend

    backend, stream = CupyBackend(), cp.cuda.Stream(non_blocking=True)
    block = backend.allocate(4096, align=256, memory=memory, name="main")
    view: Any = backend.view(block, 0, "u8", (4096,), (1,))
    assert isinstance(view, np.ndarray)
    view[:] = 1
    backend.fill(block, 3, 1000, b"\1\2\3\4", stream)
    backend.fill(block, 2001, 10, b"\7", stream)
    stream.synchronize()
    assert view[3:1003].reshape(-1, 4).tolist() == [[1, 2, 3, 4]] * 250
    assert view[2000:2012].tolist() == [1, *[7] * 10, 1]
