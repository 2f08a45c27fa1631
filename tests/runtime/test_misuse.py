"""What goes wrong in the hands of a user: odd numbers, odd memory, copies, threads, empty arenas."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from pathlib import Path
from threading import Barrier, Thread
from typing import Any

import numpy as np
import pytest

from arenagen.runtime import (
    Allocation,
    Clear,
    DebugOptions,
    RecordingBackend,
    ReleasedError,
    Routine,
    debug_options,
)
from arenagen.runtime.counts import whole
from arenagen.runtime.cuda.backend import CudaBackend
from arenagen.runtime.kept import make_room
from arenagen.runtime.numpy_backend import NumpyBackend
from arenagen.runtime.routine import ON_CREATE
from tests.python_target.packages import ROOT, shipped_package
from tests.python_target.values import LLAMA
from tests.runtime.cuda.fake_device import FakeDevice
from tests.runtime.layouts import ToyArena, ToyExtent, ToySizes
from tests.runtime.test_arena import Arena, on_numpy, sizes

BACKENDS = [NumpyBackend, RecordingBackend, lambda: CudaBackend(FakeDevice())]
each_backend = pytest.mark.parametrize("backend", BACKENDS, ids=["numpy", "recording", "cuda"])
on_memory = pytest.mark.parametrize("backend", [BACKENDS[0], BACKENDS[2]], ids=["numpy", "cuda"])


def llama(backend: Any = None, debug: Any = False) -> Any:
    package = shipped_package("llama")
    return package.Arena.allocate(package.Params(**LLAMA), backend=backend, debug=debug)


class Mask:
    """A truth value as a tensor of PyTorch holds one."""

    dtype = "torch.bool"

    def __index__(self) -> int:
        return 1

    def __str__(self) -> str:
        return "tensor(True)"


@pytest.mark.parametrize(
    ("value", "told"),
    [
        (True, "not True"),
        (np.True_, "not True"),
        (np.array([True]), "not \\[ True\\]"),
        (Mask(), "not tensor\\(True\\)"),
        (1.0, "not float"),
        (np.array([1.0]), "not float"),
        (np.array([1, 2]), "not ndarray"),
        (np.array([], int), "not ndarray"),
        ("3", "not str"),
        (None, "not NoneType"),
    ],
)
def test_what_is_no_whole_number_is_refused_by_name(value: object, told: str) -> None:
    with pytest.raises(TypeError, match=f"tokens must be a whole number, {told}"):
        whole(value, "tokens")


@pytest.mark.parametrize("value", [3, np.int8(3), np.uint64(3), np.array([3]), np.array(3)])
def test_numbers_of_numpy_are_whole_numbers(value: Any) -> None:
    assert whole(value, "tokens") == 3
    assert type(whole(value, "tokens")) is int


@on_memory
@pytest.mark.parametrize("mask", [np.array([True, False, True, False]), [True, False]])
def test_a_mask_is_not_taken_for_row_numbers(backend: Any, mask: Any) -> None:
    arena = llama(backend())
    arena.seq_lens[:] = 9
    with pytest.raises(TypeError, match="rows must be a whole number, not True"):
        arena.forget_request(mask)
    assert (arena.seq_lens == 9).all()


@on_memory
@pytest.mark.parametrize("rows", [[0, -1], [0, 4], [[0, 1]], "01", 1, None])
def test_wrong_rows_clear_nothing(backend: Any, rows: Any) -> None:
    arena = llama(backend())
    arena.seq_lens[:] = 9
    with pytest.raises((TypeError, ValueError), match="rows"):
        arena.forget_request(rows)
    assert (arena.seq_lens == 9).all()


@on_memory
@pytest.mark.parametrize("counts", [(-1, 3), (3, 17), (5, 3), ("3", 5), (True, 5), (None, 5)])
def test_wrong_counts_clear_nothing(backend: Any, counts: Any) -> None:
    arena = llama(backend())
    arena.request_rows[:] = 9
    with pytest.raises((TypeError, ValueError), match="tokens"):
        arena.pad_pass(*counts)
    assert (arena.request_rows == 9).all()


def test_rows_that_can_be_read_once_reach_all_memory() -> None:
    """Of an arena that lies in memory of the device and of the host."""
    rows = {"forget": "rows"}
    near, far = (
        ToyExtent(
            name=name, arena=name, rows=4, row_bytes=1, extent_bytes=4, bytes=4, offset=0
        )
        for name in ("host", "device")
    )  # fmt: skip

    class Both(Arena):
        def _clears(self) -> tuple[Clear, ...]:
            return (Clear(near, "state", rows), Clear(far, "state", rows))  # type: ignore[arg-type]

    arenas = {name: ToyArena(name, 4, memory=name) for name in ("host", "device")}
    found = ToySizes({"host": near, "device": far}, arenas, {"requests": 4})
    arena: Any = Both(found, CudaBackend(FakeDevice()))
    arena.host[:] = arena.device[:] = 7
    arena._clear(Routine("forget", "rows", "requests"), iter([1, 3]), None)
    assert arena.host.tolist() == arena.device.tolist() == [7, 0, 7, 0]


@pytest.mark.parametrize("count", [-1, 17, True, 1.5, "3"])
def test_a_pass_is_asked_for_by_a_count(count: Any) -> None:
    arena = llama()
    with pytest.raises((TypeError, ValueError), match="tokens"):
        arena.at(tokens=count)
    assert arena.at(tokens=np.int32(3)) is arena.at(tokens=3), "one pass for each number"


@pytest.mark.parametrize("given", ["off", "guards=64", 1, {}])
def test_debug_is_not_guessed(given: Any) -> None:
    with pytest.raises(TypeError, match="debug is True, False, None or DebugOptions, not"):
        llama(debug=given)


@pytest.mark.parametrize("text", ["guards=1e3", "guards=\u0663", "poison;names", "1,names", "\0"])
def test_odd_texts_of_the_environment_are_refused_by_name(
    monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    with pytest.raises(ValueError, match="LLAMA_ARENA_DEBUG is "):
        debug_options(None, text, "LLAMA_ARENA_DEBUG")


@pytest.mark.parametrize(
    "given", [(4096, 64), (4096.5, 64, None), ("4096", 64, None), (4096, None, None), ()]
)
def test_memory_is_described_by_whole_numbers(given: Any) -> None:
    with pytest.raises(TypeError, match="is given as \\(pointer, bytes, owner\\)"):
        llama(CudaBackend(FakeDevice(), {"main": given}))


def test_an_address_is_positive() -> None:
    with pytest.raises(ValueError, match="-0x1000 is none"):
        llama(CudaBackend(FakeDevice(), {"main": (-4096, 1 << 40, None)}))


def test_memory_of_a_device_is_not_adopted_for_the_host() -> None:
    class Far(FakeDevice):
        def require_host(self, pointer: int) -> None:
            raise ValueError(f"{pointer:#x} is no memory of the host")

    memory = np.zeros(64, np.uint8)
    backend = CudaBackend(Far(), {"main": (memory.ctypes.data, 64, memory)})
    with pytest.raises(ValueError, match="is no memory of the host"):
        backend.allocate(64, align=1, memory="host", name="main")
    assert "main" not in backend._taken, "it can be asked for again"


@each_backend
@pytest.mark.parametrize("debug", [None, DebugOptions(guards=0, poison=False)])
def test_an_arena_of_no_bytes_has_views(backend: Any, debug: DebugOptions | None) -> None:
    empty = ToyExtent(name="empty", rows=0, row=(4,), row_bytes=4, offset=0)

    class Empty(Arena):
        def _clears(self) -> tuple[Clear, ...]:
            return (Clear(empty, "step", {"zero_all": "whole", ON_CREATE: "whole"}),)

    given = ToySizes({"empty": empty}, {"main": ToyArena("main", 0)}, {"tokens": 8})
    arena: Any = Empty(given, backend(), debug)
    assert tuple(arena.empty.shape) == (0, 4)
    assert arena.pointer(empty) % 64 == 0
    arena.zero_all()
    arena.release()


def test_nothing_of_an_arena_is_copied() -> None:
    arena = on_numpy()
    live = arena.at(3)
    for attempt in (copy.copy, copy.deepcopy, pickle.dumps):
        with pytest.raises(TypeError, match="a Pass belongs to its arena and is never copied"):
            attempt(live)


def test_a_subclass_is_an_arena_too() -> None:
    class Mine(Arena):
        @property
        def lengths(self) -> str:
            return "mine"

        def zero_all(self, stream: object = None) -> None:
            super().zero_all(stream)
            self.hidden[:] = 1

    arena = Mine(sizes(), NumpyBackend())
    arena.zero_all()
    assert (arena.hidden == 1).all()
    assert arena.lengths == "mine", "what the class has is not replaced by a view"
    arena.release()
    with pytest.raises(ReleasedError, match="this Mine has been released"):
        arena.zero_all()


class FailingFree(RecordingBackend):
    def free(self, allocation: Allocation) -> None:
        super().free(allocation)
        raise RuntimeError(f"free {allocation.name}")


def test_where_giving_back_fails_the_rest_is_given_back() -> None:
    backend = FailingFree()
    arena = Arena(sizes(), backend)
    with pytest.raises(RuntimeError, match="free main"):
        arena.release()
    assert [call.arena for call in backend.taken("free")] == ["host", "main"]
    arena.release()
    assert len(backend.taken("free")) == 2
    with pytest.raises(ReleasedError):
        _ = arena.hidden


def test_threads_may_ask_for_more_counts_than_are_kept() -> None:
    kept: dict[Any, Any] = dict.fromkeys(range(8))
    start, faults = Barrier(4), []

    def work(number: int) -> None:
        start.wait()
        try:
            for i in range(4000):
                make_room(kept, 8)
                kept[number, i] = i
        except RuntimeError as fault:
            faults.append(fault)

    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        threads = [Thread(target=work, args=(number,)) for number in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        sys.setswitchinterval(before)
    assert faults == []
    assert len(kept) <= 8 + len(threads), "each adds one at most beyond the bound"


@pytest.mark.parametrize("name", ["positions", "next_tokens_pinned", "sampler_seed"])
def test_views_are_handed_on_by_dlpack(name: str) -> None:
    arena = llama()
    for source in (arena, arena.at(tokens=3, requests=2)):
        view = getattr(source, name)
        taken = np.from_dlpack(view)
        assert (taken.shape, taken.strides) == (view.shape, view.strides)
        assert np.shares_memory(taken, view)


def test_what_dlpack_of_numpy_does_not_have_goes_as_bytes() -> None:
    cache = llama().at(requests=2).kv_cache
    with pytest.raises(BufferError):
        np.from_dlpack(cache)
    assert not cache.flags.c_contiguous, "the first rows of each plane"
    taken = np.from_dlpack(cache.view(np.uint16))
    assert np.shares_memory(taken, cache)
    assert taken.strides == cache.strides


WITHOUT_COMPILER = """
import sys
sys.path[:0] = [{folder!r}, {root!r}]
for name in {others!r}:
    sys.modules[name] = None
from {package} import Arena, Params
with Arena.allocate(Params(**{params!r}), debug=True) as arena:
    arena.clear_all()
    arena.pad_pass(2, 8)
    arena.forget_request([0])
    arena.poison_beyond(tokens=1)
    print(arena.check_guards(), len(arena.fingerprint().buffers), arena.layout_hash.spec[:0])
"""


def run(script: str) -> str:
    command = [sys.executable, "-I", "-c", script]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


def test_an_engine_needs_no_compiler() -> None:
    """Every other package of arenagen, and what these need, cannot be imported."""
    names = {path.stem for path in Path(ROOT, "arenagen").iterdir() if path.stem[0] != "_"}
    others = [f"arenagen.{name}" for name in names - {"runtime"}]
    others += ["attrs", "attr", "jinja2", "tree_sitter", "tree_sitter_toml", "tomllib", "argparse"]
    package = shipped_package("llama")
    script = WITHOUT_COMPILER.format(
        folder=str(package.folder.parent),
        root=str(ROOT),
        others=others,
        package=package.module.__name__,
        params=LLAMA,
    )
    assert run(script) == "() 14"


def test_importing_arenagen_loads_nothing() -> None:
    script = (
        f"import sys; sys.path.insert(0, {str(ROOT)!r}); before = set(sys.modules); "
        "import arenagen; print(sorted(set(sys.modules) - before - {'__future__'}))"
    )
    assert run(script) == "['arenagen']"
