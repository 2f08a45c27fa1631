"""The life of an arena: views, pointers, live rows, release, and failures on the way."""

from __future__ import annotations

import copy
import gc
import pickle
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import ml_dtypes
import numpy as np
import pytest

from arenagen.runtime import (
    ABI,
    AbiError,
    Allocation,
    BaseArena,
    Clear,
    RecordingBackend,
    ReleasedError,
    Routine,
    require_abi,
)
from arenagen.runtime.arena import PASSES_KEPT
from arenagen.runtime.numpy_backend import NumpyBackend
from arenagen.runtime.passes import BasePass
from arenagen.runtime.recording import Call, RecordedView
from arenagen.runtime.routine import ON_CREATE
from tests.runtime.layouts import ToyArena, ToyExtent, ToySizes

if TYPE_CHECKING:
    from collections.abc import Sequence

HIDDEN = ToyExtent(
    name="hidden",
    dtype="bf16",
    granule=(1, 2),
    rows=8,
    row=(4, 2),
    row_bytes=16,
    extent_bytes=128,
    bytes=128,
    offset=0,
)
CACHE = ToyExtent(
    name="cache",
    dtype="u4",
    granule=(2, 1),
    planes=(2,),
    rows=8,
    row=(6,),
    row_bytes=4,
    tile=4,
    extent_bytes=64,
    bytes=64,
    offset=128,
)
LENGTHS = ToyExtent(
    name="lengths",
    arena="host",
    dtype="i32",
    granule=(1, 4),
    rows=3,
    row_bytes=4,
    extent_bytes=12,
    bytes=12,
    offset=0,
    axis="",
)
ABSENT = ToyExtent(name="absent", exists=False)
PLACEHOLDER = ToyExtent(name="placeholder", exists=False, bytes=64, offset=192)
ALL = (HIDDEN, CACHE, LENGTHS, ABSENT, PLACEHOLDER)


def sizes() -> ToySizes:
    return ToySizes(
        {extent.name: extent for extent in ALL},
        {
            "main": ToyArena("main", 256),
            "unused": ToyArena("unused", 0),
            "host": ToyArena("host", 12, memory="host"),
        },
        {"tokens": 8},
    )


class Pass(BasePass[Any]):
    hidden: Any
    cache: Any
    lengths: Any
    absent: Any


class Arena(BaseArena[Any, ToySizes, Pass]):
    hidden: Any
    cache: Any
    lengths: Any
    absent: Any
    placeholder: Any

    def at(self, tokens: int | None) -> Pass:
        found = self._passes.get(tokens)
        return self._make_pass(tokens, (tokens,)) if found is None else found

    def _new_pass(self, counts: tuple[int | None, ...]) -> Pass:
        return Pass(self, counts)

    def _clears(self) -> tuple[Clear, ...]:
        return (
            Clear(HIDDEN, "carried", {"zero_all": "whole"}),
            Clear(LENGTHS, "once", {ON_CREATE: "whole"}, fill=1),
        )

    def zero_all(self, stream: object = None) -> None:
        self._clear(Routine("zero_all"), (), stream)


def on_numpy() -> Arena:
    return Arena(sizes(), NumpyBackend())


def test_views_have_type_shape_and_place() -> None:
    arena = on_numpy()
    assert arena.hidden.dtype == ml_dtypes.bfloat16
    assert arena.hidden.shape == (8, 4, 2)
    assert arena.hidden.ctypes.data == arena.pointer(HIDDEN)
    assert arena.pointer(HIDDEN) % 64 == 0
    assert arena.pointer(CACHE) == arena.pointer(HIDDEN) + 128
    assert arena.lengths.tolist() == [1, 1, 1], "cleared with its fill when the arena is made"


def test_packed_rows_are_bytes_at_their_pitch() -> None:
    cache = on_numpy().cache
    assert (cache.dtype, cache.shape, cache.strides) == (np.uint8, (2, 8, 3), (32, 4, 1))


def test_absent_ones_are_none_and_a_placeholder_still_has_an_address() -> None:
    arena = on_numpy()
    assert arena.absent is None
    assert arena.placeholder is None
    assert arena.pointer(ABSENT) == 0
    assert arena.pointer(PLACEHOLDER) == arena.pointer(HIDDEN) + 192


def test_reading_a_view_is_reading_an_instance_attribute() -> None:
    arena = on_numpy()
    assert vars(arena)["hidden"] is arena.hidden
    assert not hasattr(Arena, "hidden")
    assert "__getattribute__" not in vars(BaseArena)


def test_live_rows_show_the_first_rows_of_each_plane() -> None:
    arena = on_numpy()
    live = arena.at(3)
    assert live.hidden.shape == (3, 4, 2)
    assert live.hidden.ctypes.data == arena.pointer(HIDDEN)
    assert live.cache.shape == (2, 4, 3), "whole tiles"
    assert live.lengths is arena.lengths, "not counted in tokens"
    assert live.absent is None
    assert arena.at(0).hidden.shape == (0, 4, 2)
    assert arena.at(None).hidden is arena.hidden


def test_live_views_are_made_once_for_each_count_within_a_bound() -> None:
    arena = on_numpy()
    assert arena.at(3).hidden is arena.at(3).hidden
    first = arena.at(3)
    for key in range(PASSES_KEPT):
        arena._make_pass(("other", key), (1,))
    assert len(arena._passes) == PASSES_KEPT
    assert arena.at(3) is not first


@pytest.mark.parametrize("count", [-1, 9])
def test_live_counts_outside_the_axis_are_refused(count: int) -> None:
    with pytest.raises(ValueError, match=f"tokens is {count}, outside 0 to 8"):
        on_numpy().at(count)


def test_parts_are_laid_out_for_the_pass_at_hand_and_kept() -> None:
    arena = on_numpy()
    view = arena._carved("hidden", "hidden", rows=2)
    assert view.shape == (2, 4, 2)
    assert arena._carved("hidden", "hidden", rows=2) is view
    assert arena.at(1)._carved("hidden", "hidden", rows=2) is view


def test_a_plane_or_row_is_picked_by_its_place() -> None:
    arena = on_numpy()
    assert arena._picked("cache", 1).shape == (8, 3)
    assert arena._picked("cache", 1, 5).ctypes.data == arena.pointer(CACHE) + 32 + 5 * 4
    assert arena.at(3)._picked("hidden", 2).shape == (4, 2)
    with pytest.raises(IndexError, match="index 3 is outside dimension 0, of 3"):
        arena.at(3)._picked("hidden", 3)
    assert arena._picked_or_none("absent", 0) is None
    with pytest.raises(ValueError, match="absent is absent"):
        arena._picked("absent", 0)


def test_every_allocation_is_freed_once() -> None:
    backend = RecordingBackend()
    with Arena(sizes(), backend) as arena:
        assert [c.arena for c in backend.taken("allocate")] == ["main", "host"]
        assert backend.taken("free") == []
    arena.release()
    freed = backend.taken("free")
    assert [c.arena for c in freed] == ["host", "main"]
    assert {c.pointer for c in freed} == {c.pointer for c in backend.taken("allocate")}


def test_what_is_recorded() -> None:
    backend = RecordingBackend()
    arena = Arena(sizes(), backend)
    arena.zero_all(stream="s")
    main, host = backend.taken("allocate")
    assert backend.calls[2:] == [
        Call("fill", "host", host.pointer, 12, b"\1\0\0\0"),
        Call("fill", "main", main.pointer, 128, b"\0", "s"),
    ]
    assert arena.hidden == RecordedView(main.pointer, "bf16", (8, 4, 2), (16, 4, 2))


@pytest.mark.parametrize("number", [0, 1])
def test_a_failing_allocation_leaves_nothing(number: int) -> None:
    backend = RecordingBackend(fail_at=number)
    with pytest.raises(MemoryError):
        Arena(sizes(), backend)
    assert len(backend.taken("free")) == number
    assert [c.pointer for c in backend.taken("free")] == [
        c.pointer for c in backend.taken("allocate")
    ]


class FailingFill(RecordingBackend):
    def fill(self, *_args: object) -> None:
        raise RuntimeError("fill")


class FailingView(RecordingBackend):
    def view(self, *_args: object) -> RecordedView:
        raise RuntimeError("view")


class Misaligned(RecordingBackend):
    def allocate(self, nbytes: int, *, align: int, memory: str, name: str) -> Allocation:
        made = super().allocate(nbytes, align=align, memory=memory, name=name)
        return Allocation(name, memory, made.pointer + 1, nbytes)


@pytest.mark.parametrize("kind", [FailingFill, FailingView, Misaligned])
def test_an_error_while_setting_up_leaves_nothing(kind: type[RecordingBackend]) -> None:
    backend = kind()
    with pytest.raises((RuntimeError, ValueError)):
        Arena(sizes(), backend)
    assert len(backend.taken("free")) == len(backend.taken("allocate"))


def test_use_after_release_is_a_clear_error() -> None:
    arena = on_numpy()
    live = arena.at(3)
    assert live.hidden is not None
    arena.release()
    assert arena.released
    uses: Sequence[Any] = (
        lambda: arena.hidden,
        lambda: arena.absent,
        lambda: live.hidden,
        lambda: live.cache,
        lambda: arena.at(3),
        lambda: arena.pointer(HIDDEN),
        arena.zero_all,
    )
    for use in uses:
        with pytest.raises(ReleasedError, match="this Arena has been released"):
            use()


def test_a_name_that_does_not_exist_is_no_attribute() -> None:
    arena = on_numpy()
    live = arena.at(1)
    for thing in (arena, live):
        with pytest.raises(AttributeError, match="has no attribute 'hiden'"):
            _ = thing.hiden
    arena.release()
    with pytest.raises(AttributeError):
        _ = arena.hiden


def test_an_arena_is_never_copied() -> None:
    arena = on_numpy()
    for attempt in (copy.copy, copy.deepcopy, pickle.dumps):
        with pytest.raises(TypeError, match="never copied"):
            attempt(arena)


def test_numpy_views_outlive_the_arena() -> None:
    arena = on_numpy()
    hidden = arena.hidden
    hidden[:] = 2
    arena.release()
    del arena
    gc.collect()
    assert (hidden == 2).all()


def test_numpy_refuses_what_reaches_behind_the_arena() -> None:
    backend = NumpyBackend()
    block = backend.allocate(16, align=16, memory="host", name="main")
    with pytest.raises(ValueError, match="end behind arena main"):
        backend.fill(block, 8, 16, b"\0")
    with pytest.raises(ValueError, match="strides"):
        backend.view(block, 8, "i32", (3,), (4,))
    with pytest.raises(TypeError, match="does not hold NumPy memory"):
        backend.view(Allocation("main", "host", 0, 16), 0, "u8", (1,), (1,))


def test_generated_code_names_the_runtimes_it_works_with() -> None:
    require_abi(ABI, ABI)
    with pytest.raises(AbiError, match="update arenagen"):
        require_abi(ABI + 1, ABI + 2)
    with pytest.raises(AbiError, match="run `arenagen build` again"):
        require_abi(ABI - 1, ABI - 1)


def test_the_runtime_needs_the_standard_library_alone_until_a_backend_is_asked_for() -> None:
    script = (
        "import sys; before = set(sys.modules); import arenagen.runtime; "
        "loaded = {name.split('.')[0] for name in set(sys.modules) - before}; "
        "print(sorted(loaded - set(sys.stdlib_module_names)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "['arenagen']"
