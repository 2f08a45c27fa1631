"""What looking at an arena costs on a CUDA device: fingerprints, and the check of guards.

    python bench/debug.py

Needs CuPy. Prints tables in Markdown. Times are medians.
"""

from __future__ import annotations

import statistics
import sys
import time
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

import cupy as cp
import ml_dtypes  # CuPy looks for it when it is imported
import numpy as np

from arenagen.runtime import DebugOptions
from arenagen.runtime.cupy_backend import CupyBackend
from arenagen.runtime.debug.records import RECORD
from bench.resets import PRESET, captured, cost, stream
from generated.spark.python import Arena, Params

READ = r"""
extern "C" __global__ void read_all(const uint4* p, unsigned long long n, unsigned int* out) {
    unsigned long long step = (unsigned long long)gridDim.x * blockDim.x;
    unsigned long long i = (unsigned long long)blockIdx.x * blockDim.x + threadIdx.x;
    unsigned int x = 0;
    for (; i + 7 * step < n; i += 8 * step) {
        uint4 v[8];
        for (int k = 0; k < 8; ++k) v[k] = __ldcs(p + i + k * step);
        for (int k = 0; k < 8; ++k) x ^= v[k].x ^ v[k].y ^ v[k].z ^ v[k].w;
    }
    for (; i < n; i += step) x ^= p[i].x;
    if (x == 0x12345678) *out = x;
}
extern "C" __global__ void nothing(const void* a, const void* b) {}
"""

BUFFERS = 70

HEAD = (
    "| spark, `qwen3_next_80b` | MB | chunks | us | TB/s | reading alone | of it |\n"
    "|---|---|---|---|---|---|---|"
)


def spark(debug: Any, **changes: int) -> Any:
    """The arena of an engine, for a model of 80 billion parameters."""
    given = tomllib.loads(PRESET.read_text(encoding="utf-8"))["params"]
    return Arena.allocate(Params(**{**given, **changes}), backend=CupyBackend(), debug=debug)


def filled(arena: Any) -> tuple[Any, int]:
    """All bytes of the arena, random numbers as activations are."""
    block = arena._allocations["main"]
    whole = arena._backend.view(block, 0, "u8", (block.bytes,), (1,))
    for extent in arena.sizes.buffers.values():
        view = getattr(arena, extent.name)
        if view is None or not extent.bytes:
            continue
        part = whole[extent.offset : extent.offset + extent.bytes]
        floats = extent.dtype in ("bf16", "f32", "f16") and extent.bytes % 4 == 0
        if extent.dtype == "bf16" and floats:
            part.view(ml_dtypes.bfloat16)[:] = cp.random.standard_normal(
                extent.bytes // 2, np.float32
            )
        elif extent.dtype == "f32" and floats:
            part.view(np.float32)[:] = cp.random.standard_normal(extent.bytes // 4, np.float32)
        else:
            part[:] = cp.random.randint(0, 120, extent.bytes, np.uint8)
    cp.cuda.Device().synchronize()
    return whole, block.bytes


def of_host(work: Callable[[], object], calls: int) -> float:
    """Milliseconds of a call that waits for its end."""
    work()
    times = []
    for _ in range(calls):
        start = time.perf_counter()
        work()
        times.append((time.perf_counter() - start) * 1e3)
    return statistics.median(times)


def fingerprints(arena: Any, title: str) -> None:
    """Rows for an arena as it is."""
    block = arena._allocations["main"]
    whole = arena._backend.view(block, 0, "u8", (block.bytes,), (1,))
    arena.fingerprint(stream=stream)
    plan, printing = arena._printing
    probe = printing.probe
    read = sum(piece.bytes for piece in plan.pieces)
    us = cost(lambda: probe.start(stream), 20).stream
    module = cp.RawModule(code=READ)
    reader, out = module.get_function("read_all"), cp.zeros(1, np.uint32)
    blocks = 8 * arena._backend._device.multiprocessors
    best = min(
        cost(lambda n=n: reader((n * blocks // 8,), (256,), (whole, np.uint64(block.bytes // 16), out)), 20).stream
        for n in (4, 8, 16, 32)
    )  # fmt: skip
    rate, most = read / us / 1e6, block.bytes / best / 1e6
    cells = (title, f"{read / 1e6:.0f}", len(probe.results) // RECORD.size, f"{us:.1f}")
    print(f"| {' | '.join(map(str, cells))} | {rate:.2f} | {most:.2f} | {rate / most:.2f} |")


def copies(arena: Any) -> None:
    """The same bytes copied to the host, and taken apart there."""
    block = arena._allocations["main"]
    whole = arena._backend.view(block, 0, "u8", (block.bytes,), (1,))
    pinned = np.frombuffer(cp.cuda.alloc_pinned_memory(block.bytes), np.uint8, block.bytes)
    plain = np.empty(block.bytes, np.uint8)
    ours = of_host(lambda: arena.fingerprint(stream=stream), 20)
    page_locked = of_host(lambda: (whole.get(out=pinned, stream=stream), stream.synchronize()), 5)
    pageable = of_host(lambda: (whole.get(out=plain, stream=stream), stream.synchronize()), 3)
    print("\n| call, until it returns | ms | times ours |\n|---|---|---|")
    for name, ms in (
        ("**`arena.fingerprint()`**", ours),
        ("copy to page-locked memory, nothing looked at", page_locked),
        ("copy to plain memory, nothing looked at", pageable),
    ):
        print(f"| {name} | {ms:.2f} | {ms / ours:.1f} |")
    found = arena.fingerprint()
    start = time.perf_counter()
    _ = found.buffers
    print(
        f"\nSummaries of all buffers from the records: {(time.perf_counter() - start) * 1e3:.0f} ms of the host."
    )


class Seventy:
    """Sizes of 70 buffers with guards between them."""

    def __init__(self) -> None:
        from arenagen.runtime.debug.pieces import Gap

        self.gaps = [Gap("main", i * 4608, 512, f"b{i}", f"b{i + 1}") for i in range(BUFFERS + 1)]
        self.bytes = (BUFFERS + 1) * 4608


def guards() -> None:
    """The check of the gaps around 70 buffers, against a kernel that does nothing."""
    from arenagen.runtime.cuda.probes import GuardChecks, Place

    backend, sizes = CupyBackend(), Seventy()
    block = backend.allocate(sizes.bytes, align=256, memory="device", name="main")
    backend.view(block, 0, "u8", (sizes.bytes,), (1,))[:] = 0
    places = {"main": Place(block.pointer, None)}
    check = GuardChecks(backend._device, sizes.gaps, [0] * len(sizes.gaps), places)
    assert all(not mark.damaged for mark in check(stream))
    nothing = cp.RawModule(code=READ).get_function("nothing")
    out = cp.zeros(1, np.uint32)
    print("\n| launch | stream, us | in a graph, us | host, us |\n|---|---|---|---|")
    works = (
        (f"**check of the guards of {BUFFERS} buffers**", lambda: check.probe.start(stream)),
        ("RawKernel that does nothing, as many blocks and threads", lambda: nothing((71,), (128,), (out, out))),
        ("RawKernel that does nothing, one block", lambda: nothing((1,), (128,), (out, out))),
    )  # fmt: skip
    for name, work in works:
        plain, graph = cost(work), cost(captured(work))
        print(f"| {name} | {plain.stream:.2f} | {graph.stream:.2f} | {plain.host:.2f} |")
    print("\n| call, until its result is there | us |\n|---|---|")
    print(f"| **`check_guards()`** | {of_host(lambda: check(stream), 200) * 1e3:.1f} |")

    def bare() -> None:
        with stream:
            nothing((1,), (128,), (out, out))
        stream.synchronize()

    print(f"| RawKernel that does nothing, and waiting for it | {of_host(bare, 200) * 1e3:.1f} |")


def main() -> None:
    name = cp.cuda.runtime.getDeviceProperties(0)["name"].decode()
    version = cp.cuda.runtime.runtimeGetVersion()
    print(f"{name}, CUDA {version // 1000}.{version % 1000 // 10}, CuPy {cp.__version__}\n")
    print(HEAD)
    arena = spark(False)
    filled(arena)
    fingerprints(arena, "random numbers")
    for extent in arena.sizes.arenas.values():
        block = arena._allocations[extent.name]
        arena._backend.view(block, 0, "u8", (block.bytes,), (1,))[:] = 0
    fingerprints(arena, "zeros")
    copies(arena)
    arena.release()
    debugged = spark(DebugOptions())
    print(f"\n{HEAD}")
    fingerprints(debugged, "poison")
    guards()


if __name__ == "__main__":
    main()
