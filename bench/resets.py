"""What clearing costs on a CUDA device, against the ways known without a generated arena.

    python bench/resets.py

Needs CuPy, and PyTorch for its columns. Prints tables in Markdown. Times are medians.
"""

from __future__ import annotations

import statistics
import sys
import time
import timeit
import tomllib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1]))

import cupy as cp
import ml_dtypes  # noqa: F401  # CuPy looks for it when it is imported
import numpy as np

from arenagen.runtime import Clear, Fill, Routine
from arenagen.runtime.cupy_backend import CupyBackend
from bench.pool import PoolSizes, pool_clears
from generated.spark.python import Arena, Params
from generated.spark.python.resets import clears, zero_all_ranges, zero_all_rows_ranges

PRESET = Path(__file__).parents[1] / "layouts" / "presets" / "qwen3_next_80b.toml"
MEGABYTE = 1e6

runtime = cp.cuda.runtime
stream = cp.cuda.Stream(non_blocking=True)

Work = Callable[[], object]


class Cost(NamedTuple):
    """Microseconds of one call: of the host to start it, and of the stream to do it."""

    host: float
    stream: float


def cost(work: Work, calls: int = 100, rounds: int = 9) -> Cost:
    """The median over some rounds, each of them many calls in a row."""
    host, device = [], []
    with stream:
        for _ in range(20):
            work()
        stream.synchronize()
        for _ in range(rounds):
            before, after = cp.cuda.Event(), cp.cuda.Event()
            start = time.perf_counter()
            before.record(stream)
            for _ in range(calls):
                work()
            end = time.perf_counter()
            after.record(stream)
            after.synchronize()
            host.append((end - start) / calls * 1e6)
            device.append(cp.cuda.get_elapsed_time(before, after) / calls * 1e3)
    return Cost(statistics.median(host), statistics.median(device))


def captured(work: Work) -> Work:
    """The same work as a graph."""
    with stream:
        work()
        stream.synchronize()
        stream.begin_capture()
        work()
        graph = stream.end_capture()
    return lambda: graph.launch(stream)


COLUMNS = (
    "cleared", "MB", "ranges",
    "one memset", "in a graph",
    "N memsets", "in a graph",
    "`_foreach_zero_`", "in a graph",
    "**arenagen**", "**in a graph**",
    "to one memset", "N memsets to it",
)  # fmt: skip


def ways(title: str, fills: Sequence[Fill], base: int, ours: Work, followed: Work) -> None:
    """A row of the table: microseconds of the stream for each way to clear some ranges.

    The memset writes as many bytes in a row. `followed` reads its count on the device; the last two
    columns compare what runs in a graph.
    """
    nbytes = sum(fill.bytes for fill in fills)
    places = [(base + fill.offset, fill.bytes) for fill in fills]
    calls = 100 if nbytes < 2e8 else 30

    def memsets() -> None:
        for address, length in places:
            runtime.memsetAsync(address, 0, length, stream.ptr)

    def one() -> None:
        runtime.memsetAsync(base, 0, nbytes, stream.ptr)

    foreach = foreach_zero(places)
    found = [
        None if work is None else cost(work, calls).stream
        for work in (
            one, captured(one),
            memsets, captured(memsets),
            foreach, foreach and captured(foreach),
            ours, captured(followed),
        )
    ]  # fmt: skip
    many, graph = found[3], found[7]
    assert many is not None
    assert graph is not None
    again = cost(captured(one), calls).stream
    least = min(again, found[1] or again)
    cells = [title, f"{nbytes / MEGABYTE:.2f}", str(len(fills))]
    cells += ["" if us is None else f"{us:.2f}" for us in found]
    cells += [f"{graph / least:.2f}", f"{many / graph:.1f}"]
    print(f"| {' | '.join(cells)} |", flush=True)


def foreach_zero(places: Sequence[tuple[int, int]]) -> Work | None:
    """PyTorch's way to zero many tensors; None without it."""
    try:
        import torch
    except ImportError:
        return None
    outer = torch.cuda.ExternalStream(stream.ptr)

    def tensor(address: int, length: int) -> Any:
        memory = cp.cuda.UnownedMemory(address, length, None)
        return torch.from_dlpack(cp.ndarray(length, np.uint8, cp.cuda.MemoryPointer(memory, 0)))

    tensors = [tensor(*place) for place in places]

    def work() -> None:
        with torch.cuda.stream(outer):
            torch._foreach_zero_(tensors)

    return work


def spark(**changes: int) -> Any:
    """The arena of an engine, for a model of 80 billion parameters."""
    given = tomllib.loads(PRESET.read_text(encoding="utf-8"))["params"]
    return Arena.allocate(Params(**{**given, **changes}), backend=CupyBackend())


def decode_resets(arena: Any) -> None:
    """What is cleared before a decoded token, as the layout stands and of its rows alone."""
    base = arena._allocations["main"].pointer
    count = cp.zeros(1, np.uint32)
    rows_only = Routine("rows_only", "live", "tokens")
    rows = [
        Clear(c.extent, c.reset, {"rows_only": "live"})
        for c in clears(arena.sizes)
        if c.routines.get("zero_all_rows") == "live"
    ]
    run = arena._backend.prepare([rows_only], arena.sizes, rows, arena._allocations)["rows_only"]
    for t in (1, 4, 32, 256):
        count.fill(t)
        cp.cuda.Device().synchronize()
        ways(
            f"`zero_all_rows`, t = {t}",
            zero_all_rows_ranges(arena.sizes, t),
            base,
            lambda t=t: arena.zero_all_rows(t, stream=stream),
            lambda: arena.zero_all_rows(count, stream=stream),
        )
    for t in (1, 4, 32, 256):
        count.fill(t)
        cp.cuda.Device().synchronize()
        ways(
            f"its token-major buffers, t = {t}",
            rows_only.ranges(arena.sizes, rows, (t,)),
            base,
            lambda t=t: run((t,), stream),
            lambda: run((count,), stream),
        )

    def whole() -> None:
        arena.zero_all(stream=stream)

    ways("`zero_all`", zero_all_ranges(arena.sizes), base, whole, whole)


def one_request() -> None:
    """The row of one request in 553 places."""
    sizes = PoolSizes()
    backend = CupyBackend()
    arena = sizes.arenas["main"]
    block = backend.allocate(arena.bytes, align=256, memory="device", name="main")
    forget = Routine("forget", "rows", "requests")
    found = pool_clears(sizes)
    run = backend.prepare([forget], sizes, found, {"main": block})["forget"]
    row = cp.ones(1, np.int32)
    cp.cuda.Device().synchronize()
    ways(
        "one request's row in 553 buffers",
        forget.ranges(sizes, found, [1]),
        block.pointer,
        lambda: run([1], stream),
        lambda: run(row, stream),
    )


def host_costs() -> None:
    """What starting one clearing costs the host, against the least that CuPy does it for.

    The arena is small, so that the queue of the device is never full.
    """
    arena = spark(max_batch_tokens=8)
    source = "extern 'C' __global__ void nothing(const void*, unsigned long long, unsigned, int) {}"
    nothing = cp.RawKernel(source.replace("'", '"'), "nothing")
    one = cp.RawKernel('extern "C" __global__ void one(const void*) {}', "one")
    count = cp.ones(1, np.uint32)
    arguments = (count, np.uint64(1), np.uint32(2), np.int32(3))
    blocks = (2 * cp.cuda.Device().attributes["MultiProcessorCount"],)
    (whole,) = zero_all_ranges(arena.sizes)
    start = arena._allocations["main"].pointer + whole.offset
    memory = cp.cuda.MemoryPointer(cp.cuda.UnownedMemory(start, whole.bytes, arena), 0)
    view = cp.ndarray(whole.bytes, np.uint8, memory)
    works: dict[str, Work] = {
        "RawKernel, 4 arguments, does nothing": lambda: nothing(blocks, (128,), arguments),
        "RawKernel, 1 argument, does nothing": lambda: one(blocks, (128,), (count,)),
        "**`zero_all_rows(1)`**": lambda: arena.zero_all_rows(1),
        "**`zero_all_rows(1, stream=stream)`**": lambda: arena.zero_all_rows(1, stream=stream),
        "**`zero_all_rows(count)`**, count on the device": lambda: arena.zero_all_rows(count),
        "`runtime.memsetAsync`": lambda: runtime.memsetAsync(start, 0, whole.bytes, stream.ptr),
        "`MemoryPointer.memset_async`": lambda: memory.memset_async(0, whole.bytes, stream),
        "`ndarray.fill(0)`": lambda: view.fill(0),
        "**`zero_all()`**, one memset": lambda: arena.zero_all(),
        "**`zero_all(stream=stream)`**": lambda: arena.zero_all(stream=stream),
    }
    print("\n### What the host spends on a call\n\n| call | host, us |\n|---|---|")
    found: dict[str, list[float]] = {name: [] for name in works}
    for _ in range(9):
        for name, work in works.items():
            with stream:
                found[name].append(_host_only(work))
    for name, times in found.items():
        print(f"| {name} | {statistics.median(times):.2f} |")


def _host_only(work: Work, calls: int = 100) -> float:
    """Microseconds of the host for a call, the median of some rounds."""
    for _ in range(10):
        work()
    stream.synchronize()
    times = []
    for _ in range(9):
        start = time.perf_counter()
        for _ in range(calls):
            work()
        times.append((time.perf_counter() - start) / calls * 1e6)
        stream.synchronize()
    return statistics.median(times)


def reads(arena: Any) -> None:
    """What reading a buffer costs."""
    texts = {
        "`arena.hidden_states`": "arena.hidden_states",
        "`arena.at(tokens=4).hidden_states`": "arena.at(tokens=4).hidden_states",
        "`at4.hidden_states`, of a pass that is kept": "at4.hidden_states",
        "a slice of CuPy, `hidden[:4]`": "hidden[:4]",
        "`hidden.data.ptr`": "hidden.data.ptr",
    }
    space = {"arena": arena, "hidden": arena.hidden_states, "at4": arena.at(tokens=4)}
    print("\n### What the host spends on a read\n\n| read | ns |\n|---|---|")
    for name, text in texts.items():
        times = timeit.repeat(text, globals=space, number=20000, repeat=5)
        print(f"| {name} | {min(times) / 20000 * 1e9:.0f} |")


def main() -> None:
    name = runtime.getDeviceProperties(runtime.getDevice())["name"].decode()
    version = runtime.runtimeGetVersion()
    print(f"{name}, CUDA {version // 1000}.{version % 1000 // 10}, CuPy {cp.__version__}")
    print(f"\n### Time of the stream, us\n\n| {' | '.join(COLUMNS)} |\n|{'---|' * len(COLUMNS)}")
    arena = spark()
    decode_resets(arena)
    arena.release()
    cp.get_default_memory_pool().free_all_blocks()
    one_request()
    cp.get_default_memory_pool().free_all_blocks()
    host_costs()
    reads(spark())


if __name__ == "__main__":
    main()
