"""An arena in memory of a device: kinds of memory, adoption, release, and failures at every step."""

from __future__ import annotations

import gc
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from arenagen.runtime import BaseArena, Clear, ReleasedError, Routine
from arenagen.runtime.cuda.backend import CudaBackend
from arenagen.runtime.passes import BasePass
from arenagen.runtime.routine import ON_CREATE
from tests.runtime.cuda.fake_device import FakeDevice, Numbers, StepError
from tests.runtime.layouts import ToyArena, ToyExtent, ToySizes

HIDDEN = ToyExtent(
    name="hidden", dtype="i32", granule=(1, 4), rows=8, row=(4,), row_bytes=16, extent_bytes=128,
    bytes=128, offset=0,
)  # fmt: skip
OTHER = replace(HIDDEN, name="other", offset=256)
PACKED = ToyExtent(
    name="packed", dtype="u4", granule=(2, 1), rows=8, row=(6,), row_bytes=4, extent_bytes=32,
    bytes=32, offset=128,
)  # fmt: skip
PINNED = replace(HIDDEN, name="pinned", arena="pinned")
MAPPED = replace(HIDDEN, name="mapped", arena="mapped")
HOST = replace(HIDDEN, name="host", arena="host")
ALL = (HIDDEN, OTHER, PACKED, PINNED, MAPPED, HOST)
ZERO_ROWS = Routine("zero_rows", "live", "tokens")
ZERO = Routine("zero")


def sizes() -> ToySizes:
    kinds = ("pinned", "mapped", "host")
    return ToySizes(
        {extent.name: extent for extent in ALL},
        {"main": ToyArena("main", 512), **{k: ToyArena(k, 128, memory=k) for k in kinds}},
        {"tokens": 8},
    )


class Pass(BasePass[Any]):
    """Views for a live count."""


class Arena(BaseArena[Any, ToySizes, Pass]):
    def _new_pass(self, counts: tuple[int | None, ...]) -> Pass:
        return Pass(self, counts)

    def _routines(self) -> tuple[Routine, ...]:
        return (ZERO, ZERO_ROWS)

    def _clears(self) -> tuple[Clear, ...]:
        both = {"zero": "whole", "zero_rows": "live"}
        return (
            Clear(HIDDEN, "step", both, fill=-2),
            Clear(OTHER, "step", both),
            Clear(PINNED, "once", {ON_CREATE: "whole"}, fill=3),
            Clear(MAPPED, "once", {ON_CREATE: "whole"}),
            Clear(HOST, "once", {ON_CREATE: "whole"}, fill=258),
        )

    def zero(self, stream: object = None) -> None:
        self._clear(ZERO, (), stream)

    def zero_rows(self, tokens: Any, stream: object = None) -> None:
        self._clear(ZERO_ROWS, (tokens,), stream)


def arena_on(device: FakeDevice, **adopt: object) -> Arena:
    return Arena(sizes(), CudaBackend(device, adopt))


def test_every_kind_of_memory_is_shown_and_cleared() -> None:
    arena = arena_on(FakeDevice())
    assert arena.pinned.tolist() == [[3] * 4] * 8
    assert arena.mapped.tolist() == [[0] * 4] * 8
    assert arena.host.tolist() == [[258] * 4] * 8
    arena.hidden[:] = arena.other[:] = 5
    arena.zero_rows(2)
    assert arena.hidden.tolist() == [[-2] * 4] * 2 + [[5] * 4] * 6
    assert arena.other.tolist() == [[0] * 4] * 2 + [[5] * 4] * 6
    arena.zero()
    assert (arena.hidden == -2).all()
    assert not arena.other.any()


def test_packed_types_say_what_they_stand_for() -> None:
    arena = arena_on(FakeDevice())
    assert (arena.packed.dtype, arena.packed.logical_dtype) == (np.uint8, "u4")
    assert arena.packed[2:4].logical_dtype == "u4"
    assert not hasattr(arena.hidden, "logical_dtype")


def test_nothing_is_prepared_but_when_the_arena_is_made() -> None:
    device = FakeDevice()
    arena = arena_on(device)
    assert device.steps[-1] == "finish"
    device.steps.clear()
    arena.zero()
    arena.zero_rows(3)
    arena.zero_rows(Numbers([3]))
    assert set(device.steps) == {"launch"}


def test_a_routine_that_was_not_named_is_made_ready_when_it_runs() -> None:
    device = FakeDevice()
    arena = arena_on(device)
    arena.hidden[:] = 5
    arena._clear(Routine("zero", "whole"), (), None)
    arena._clear(Routine("other", "whole"), (), None)
    assert (arena.hidden == -2).all()


def number_of_steps() -> int:
    device = FakeDevice()
    arena_on(device)
    return len(device.steps)


@pytest.mark.parametrize("step", range(number_of_steps()))
def test_a_failure_at_any_step_leaves_nothing(step: int) -> None:
    device = FakeDevice(fail_at=step)
    gc.disable()
    try:
        with pytest.raises(StepError):
            arena_on(device)
        assert len(device.alive) == 0
    finally:
        gc.enable()


def test_release_gives_everything_back_once() -> None:
    device = FakeDevice()
    gc.disable()
    try:
        arena = arena_on(device)
        assert len(device.alive) == 4, "main, pinned, mapped, and the tables"
        arena.at_three = arena._make_pass(3, (3,))
        assert arena.at_three.hidden.shape == (3, 4)
        arena.zero_rows(3)
        arena.release()
        arena.release()
        assert len(device.alive) == 0
    finally:
        gc.enable()
    for use in (arena.zero, lambda: arena.zero_rows(1), lambda: arena.hidden):
        with pytest.raises(ReleasedError):
            use()


def test_a_view_keeps_its_memory() -> None:
    device = FakeDevice()
    arena = arena_on(device)
    hidden = arena.hidden
    arena.release()
    assert len(device.alive) == 1
    hidden[:] = 9
    assert (hidden == 9).all()


def test_two_arenas_have_memory_of_their_own() -> None:
    device = FakeDevice()
    one, two = arena_on(device), arena_on(device)
    one.hidden[:] = 1
    two.hidden[:] = 2
    one.zero_rows(4)
    assert one.hidden[:, 0].tolist() == [-2] * 4 + [1] * 4
    assert (two.hidden == 2).all()


@pytest.mark.parametrize("shift", [0, 1, 8, 60])
def test_addresses_are_aligned_where_the_library_does_less(shift: int) -> None:
    arena = arena_on(FakeDevice(shift=shift))
    for extent in ALL:
        assert arena.pointer(extent) % 64 == 0
    arena.hidden[:] = 5
    arena.zero()
    assert (arena.hidden == -2).all()


class Buffer:
    """Memory as RMM hands it out."""

    def __init__(self, block: np.ndarray[Any, Any]) -> None:
        self.ptr, self.size, self.block = block.ctypes.data, block.nbytes, block


class Tensor:
    """Memory as PyTorch hands it out."""

    def __init__(self, block: np.ndarray[Any, Any], *, dense: bool = True) -> None:
        self.block, self.nbytes, self.dense = block, block.nbytes, dense

    def data_ptr(self) -> int:
        return int(self.block.ctypes.data)

    def is_contiguous(self) -> bool:
        return self.dense


class Foreign:
    """Memory as CUDA libraries tell each other."""

    def __init__(self, block: np.ndarray[Any, Any], **changes: object) -> None:
        self.__cuda_array_interface__ = {**block.__array_interface__, **changes}
        self.block = block


def block(nbytes: int = 512, skip: int = 0) -> np.ndarray[Any, Any]:
    raw = np.zeros(nbytes + 128, np.uint8)
    start = -raw.ctypes.data % 64 + skip
    return raw[start : start + nbytes]


def as_triple(memory: np.ndarray[Any, Any]) -> tuple[int, int, object]:
    return memory.ctypes.data, memory.nbytes, memory


@pytest.mark.parametrize("kind", [Buffer, Tensor, Foreign, as_triple])
def test_memory_is_adopted_in_every_form(kind: Any) -> None:
    memory = block()
    arena = arena_on(FakeDevice(), main=kind(memory))
    assert arena.pointer(HIDDEN) == memory.ctypes.data
    memory[:] = 7
    arena.zero()
    assert memory[256:384].tolist() == [0] * 128
    assert memory[128:256].tolist() == [7] * 128


def test_memory_of_the_host_is_adopted() -> None:
    memory, device = block(128), FakeDevice()
    arena = arena_on(device, pinned=memory)
    assert "require_pinned" in device.steps
    assert arena.pointer(PINNED) == memory.ctypes.data
    assert memory.view(np.int32).tolist() == [3] * 32


@pytest.mark.parametrize(
    ("memory", "error", "message"),
    [
        (Buffer(block(511)), ValueError, "arena main needs 512 bytes, 511 are there"),
        (Buffer(block(600, skip=32)), ValueError, "arena main starts at a multiple of 64"),
        ((0, 512, None), ValueError, "0x0 is none"),
        (Tensor(block(), dense=False), ValueError, "is not contiguous"),
        (Foreign(block(), data=(64, True)), ValueError, "is read-only"),
        (Foreign(block(), strides=(2,)), ValueError, "is not contiguous"),
        (object(), TypeError, "object does not say where its memory lies"),
    ],
)
def test_what_cannot_be_adopted_is_refused(
    memory: object, error: type[Exception], message: str
) -> None:
    device = FakeDevice()
    with pytest.raises(error, match=message):
        arena_on(device, main=memory)
    assert len(device.alive) == 0


def test_adopted_memory_serves_one_arena_at_a_time() -> None:
    backend = CudaBackend(FakeDevice(), {"main": block()})
    first = Arena(sizes(), backend)
    with pytest.raises(ValueError, match="in use by another arena"):
        Arena(sizes(), backend)
    first.release()
    Arena(sizes(), backend).release()


def test_the_stream_of_the_caller_is_used() -> None:
    device = FakeDevice()
    arena = arena_on(device)
    device.streams.clear()

    class Cupy:
        ptr = 11

    class Torch:
        cuda_stream = 12

    class Other:
        def __cuda_stream__(self) -> tuple[int, int]:
            return 0, 13

    for stream in (Cupy(), Torch(), Other(), 14, None):
        arena.zero_rows(1, stream)
    assert device.streams == [11, 12, 13, 14, 7]
    with pytest.raises(TypeError, match="str is no stream"):
        arena.zero_rows(1, "stream")


def test_a_default_stream_is_the_one_of_the_device() -> None:
    entered = []

    class Elsewhere(FakeDevice):
        def current(self) -> Any:
            entered.append(self.index)
            return super().current()

    device = Elsewhere()
    arena = arena_on(device)
    entered.clear()
    arena.zero_rows(1, 0)
    assert entered == []
    device.is_the_current = False
    arena.zero_rows(1, 0)
    arena.zero_rows(1, 99)
    assert entered == [0], "only where the handle does not say which device"


def test_single_fills_are_there_too() -> None:
    backend = CudaBackend(FakeDevice())
    for memory in ("device", "pinned", "host"):
        made = backend.allocate(64, align=16, memory=memory, name="main")
        view: Any = backend.view(made, 0, "u8", (64,), (1,))
        view[:] = 9
        backend.fill(made, 3, 10, b"\1\2\3\4", None)
        backend.fill(made, 20, 5, b"\0", None)
        assert view[:15].tolist() == [9, 9, 9, 1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 9, 9]
        assert view[19:26].tolist() == [9, 0, 0, 0, 0, 0, 9]
        backend.free(made)
        with pytest.raises(ReleasedError):
            backend.view(made, 0, "u8", (64,), (1,))


def test_nothing_reaches_behind_its_arena() -> None:
    backend = CudaBackend(FakeDevice())
    made = backend.allocate(64, align=16, memory="device", name="main")
    with pytest.raises(ValueError, match="60 \\+ 5 bytes end behind arena main"):
        backend.fill(made, 60, 5, b"\0", None)
    with pytest.raises(ValueError, match="ends behind arena main"):
        backend.view(made, 32, "i32", (3, 4), (16, 4))
    with pytest.raises(TypeError, match="does not hold memory of a CUDA backend"):
        backend.free(replace(made, owner=None))
