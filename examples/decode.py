"""Decodes with a small model whose every activation lies in a generated arena.

    python examples/decode.py                    on the host, through NumPy
    python examples/decode.py --backend cupy     on a GPU, with steps replayed as a CUDA graph

It says what it generated, that steps took no memory, and what the debug arena finds in a step with
a planted fault. Exit code 1 where one of these is not as it should be.
"""

from __future__ import annotations

import argparse
import sys
import tracemalloc
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from arenagen.runtime import GuardedReplay
from examples.model import Decoder, random_weights
from generated.llama.python import Arena, Params

PARAMS = Params(
    max_batch_tokens=16, max_batch_size=8, max_seq_len=64, num_hidden_layers=2,
    hidden_size=512, intermediate_size=1024, vocab_size=997,
    num_attention_heads=8, num_key_value_heads=2, head_dim=64, act_dtype="f32", kv_dtype="f32",
)  # fmt: skip
STEPS = 6
BATCHES = ([1, 2, 3, 4], [5, 6], [7, 8, 9, 10, 11, 12, 13])
"""First tokens of the requests that are served together."""
BEHIND = 8
"""Elements that the planted overrun writes behind its buffer."""


def on_numpy(debug: bool = False) -> Decoder:
    """A decoder on the host."""
    from examples.ops_numpy import NumpyOps

    return Decoder(Arena.allocate(PARAMS, debug=debug), PARAMS, NumpyOps(), random_weights(PARAMS))


def on_cupy(debug: bool = False) -> Decoder:
    """A decoder on the current device."""
    from arenagen.runtime.cupy_backend import CupyBackend
    from examples.ops_cupy import CupyOps

    arena = Arena.allocate(PARAMS, backend=CupyBackend(), debug=debug)
    return Decoder(arena, PARAMS, CupyOps(), random_weights(PARAMS))


MAKERS: dict[str, Callable[..., Decoder]] = {"numpy": on_numpy, "cupy": on_cupy}


def generate(
    decoder: Decoder, tokens: list[int], step: Callable[[], object], temperature: float
) -> list[list[int]]:
    """The tokens drawn for each request in `STEPS` steps."""
    decoder.begin(tokens, temperature)
    drawn = []
    for _ in range(STEPS):
        step()
        drawn.append(decoder.arena.next_tokens[: len(tokens)].tolist())
    return [list(one) for one in zip(*drawn, strict=True)]


def host_growth(decoder: Decoder, tokens: list[int]) -> int:
    """The most bytes that Python and NumPy held at once in a step beyond what they held before."""
    decoder.begin(tokens)
    decoder.step()
    tracemalloc.start()
    try:
        before, _ = tracemalloc.get_traced_memory()
        decoder.step()
        return tracemalloc.get_traced_memory()[1] - before
    finally:
        tracemalloc.stop()


def device_growth(step: Callable[[], object], synchronize: Callable[[], object]) -> int:
    """How far the counters of CuPy's pool moved in `STEPS` steps."""
    import cupy as cp

    pool = cp.get_default_memory_pool()
    synchronize()
    before = (pool.used_bytes(), pool.total_bytes(), pool.n_free_blocks())
    for _ in range(STEPS):
        step()
    synchronize()
    after = (pool.used_bytes(), pool.total_bytes(), pool.n_free_blocks())
    return sum(abs(b - a) for a, b in zip(before, after, strict=True))


def captured(decoder: Decoder, stream: Any) -> Callable[[], None]:
    """A step as a graph, replayed on `stream`. The number of live rows is not part of it."""
    decoder.begin([0])
    decoder.step(stream)  # compiles what has not been
    stream.synchronize()
    stream.begin_capture()
    decoder.step(stream)
    graph = stream.end_capture()
    replay = GuardedReplay(graph.launch, decoder.arena)
    return lambda: replay(decoder.arena, stream=stream)


def stale_read(make: Callable[..., Decoder]) -> list[str]:
    """What the debug arena says when logits are made of the row behind the right one."""
    decoder = make(debug=True)
    with decoder.arena as arena:
        decoder.begin(list(range(PARAMS.max_batch_size)))
        arena.poison_beyond(tokens=decoder.ops.live)
        decoder.step()
        if found := _not_numbers(arena):
            return [f"without a planted fault: {one}" for one in found]
        decoder.head_input = arena.normed[1:]
        decoder.step()
        return _not_numbers(arena)


def _not_numbers(arena: Arena[Any]) -> list[str]:
    stats = arena.fingerprint().buffers["logits"].stats
    return [f"{s.part}: {s.nan} of {s.elements} elements are NaN" for s in stats if s.nan]


def overrun(make: Callable[..., Decoder]) -> list[str]:
    """What the debug arena says when a step writes a few elements behind `hidden_states`."""
    decoder = make(debug=True)
    with decoder.arena as arena:
        decoder.begin([1, 2, 3])
        decoder.step()
        if damage := arena.check_guards():
            return [f"without a planted fault: {one}" for one in damage]
        _beyond(arena.hidden_states)[-BEHIND:] = 1.0
        return [str(one) for one in arena.check_guards()]


def _beyond(buffer: Any) -> Any:
    """A buffer as a kernel sees it that has its address and a wrong size."""
    library = "numpy" if isinstance(buffer, np.ndarray) else "cupy"
    as_strided = import_module(f"{library}.lib.stride_tricks").as_strided
    return as_strided(buffer, (buffer.size + BEHIND,), (buffer.itemsize,))


def show_numpy() -> bool:
    """Generates on the host, and bounds what a step takes."""
    decoder = on_numpy()
    with decoder.arena:
        for tokens in BATCHES:
            print(f"{len(tokens)} requests:", generate(decoder, tokens, decoder.step, 0.8))
        grown, least = host_growth(decoder, [1, 2, 3, 4]), 4 * PARAMS.hidden_size * 4
        print(f"a step: no array as large as the hidden rows: {grown < least}")
        return grown < least


def show_cupy() -> bool:
    """Generates on the device step by step and by replays, which have to agree."""
    import cupy as cp

    decoder, stream = on_cupy(), cp.cuda.Stream(non_blocking=True)
    cp.cuda.Device().synchronize()
    good = True
    with decoder.arena, stream:
        replay = captured(decoder, stream)
        for tokens in BATCHES:
            eager = generate(decoder, tokens, lambda: decoder.step(stream), 0.8)
            replayed = generate(decoder, tokens, replay, 0.8)
            print(f"{len(tokens)} requests:", replayed)
            print(f"  replayed as launched: {eager == replayed}")
            good &= eager == replayed
        for name, step in (("launched", lambda: decoder.step(stream)), ("replayed", replay)):
            decoder.begin([1, 2, 3, 4])
            grown = device_growth(step, stream.synchronize)
            print(f"{STEPS} steps {name}: the pool's counters moved by {grown}")
            good &= grown == 0
        stream.synchronize()
    return good


def main(arguments: list[str] | None = None) -> int:
    """Runs the example; the exit code."""
    parser = argparse.ArgumentParser(description="decode in a generated arena")
    parser.add_argument("--backend", choices=sorted(MAKERS), default="numpy")
    backend = parser.parse_args(arguments).backend
    good = {"numpy": show_numpy, "cupy": show_cupy}[backend]()
    for what, plant in (("stale read", stale_read), ("overrun", overrun)):
        report = plant(MAKERS[backend])
        print(f"planted {what}:", *(report or ["not found"]), sep="\n  ")
        good &= bool(report) and not report[0].startswith("without")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
