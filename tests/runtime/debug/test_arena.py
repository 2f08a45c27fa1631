"""A debug arena in use: what it finds, what it refuses, and that an arena without debugging is as it
was.
"""

from __future__ import annotations

import gc
import sys
from contextlib import suppress
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from arenagen.runtime import (
    DebugOptions,
    NotDebuggedError,
    RecordingBackend,
    ReleasedError,
)
from arenagen.runtime.cuda.backend import CudaBackend
from arenagen.runtime.debug.guards import GuardDamage
from tests.python_target.packages import shipped_package
from tests.python_target.values import LLAMA
from tests.runtime.cuda.fake_device import FakeDevice, Numbers, StepError
from tests.runtime.cuda.host_kernels import compiled
from tests.runtime.debug.model import memory_of


def llama(debug: Any = True, backend: Any = None, **changes: Any) -> Any:
    package = shipped_package("llama")
    params = package.Params(**{**LLAMA, **changes})
    return package.Arena.allocate(params, backend=backend, debug=debug)


def behind(arena: Any, extent: Any, distance: int, count: int = 1) -> Any:
    """Bytes behind the end of a buffer, or in front of it where the distance is negative."""
    start = extent.offset + (extent.bytes if distance >= 0 else 0) + distance
    return memory_of(arena)[extent.arena][start : start + count]


def test_an_overrun_names_the_buffer_and_how_far_it_went() -> None:
    arena = llama()
    assert arena.check_guards() == ()
    behind(arena, arena.sizes.hidden_states, 4, 36)[:] = 0
    (found,) = arena.check_guards()
    assert (found.buffer, found.overrun, found.reach, found.nearest) == (
        "hidden_states",
        True,
        40,
        5,
    )
    assert str(found).startswith("hidden_states was overrun, up to 40 bytes behind it")
    (again,) = arena.check_guards()
    assert again == found, "a check repairs nothing"


def test_an_underrun_names_the_buffer_behind() -> None:
    arena = llama()
    behind(arena, arena.sizes.kv_cache, -3)[:] = 0
    (found,) = arena.check_guards()
    assert (found.buffer, found.overrun, found.reach) == ("kv_cache", False, 3)
    assert found.after == "", "the first buffer of its arena"
    assert "underrun, up to 3 bytes in front of it" in str(found)


def test_a_gap_that_is_damaged_throughout_may_not_be_all() -> None:
    whole = GuardDamage("main", "a", "b", gap=64, first=0, last=63, damaged=64)
    assert str(whole) == (
        "a was overrun, up to 64 bytes behind it (64 of 64 guard bytes, and perhaps on into b)"
    )
    one = GuardDamage("main", "a", "", gap=64, first=63, last=63, damaged=1)
    assert (one.buffer, one.reach) == ("a", 64)


def test_copying_one_guard_over_another_is_seen() -> None:
    arena = llama()
    sizes = arena.sizes
    behind(arena, sizes.normed, 0, 64)[:] = behind(arena, sizes.hidden_states, 0, 64)
    assert [damage.buffer for damage in arena.check_guards()] == ["normed"]


def test_routines_never_write_guards() -> None:
    arena = llama(DebugOptions(poison_classes=("none", "step")))
    arena.clear_all()
    arena.pad_pass(3, 16)
    arena.forget_request([0, 3])
    arena.poison_beyond(tokens=0, requests=0)
    assert arena.check_guards() == ()


def test_poison_suits_the_type() -> None:
    arena = llama(kv_dtype="f8e4m3")
    assert np.isnan(arena.hidden_states.astype(np.float32)).all()
    assert np.isnan(arena.kv_cache.astype(np.float32)).all()
    assert (arena.token_ids == 0x7B7B7B7B).all()
    assert (arena.sampler_seed == (1 << 64) - 1).all()
    assert (arena.rope_table == 0).all(), "cleared on create, after the poison"


def test_poison_again_at_the_routines_that_were_chosen() -> None:
    options = DebugOptions(poison_classes=("none",), poison_routines=("clear_all",))
    arena = llama(options)
    for view in (arena.normed, arena.logits, arena.hidden_states):
        view[:] = 1
    arena.pad_pass(0, 0)
    assert (arena.normed == 1).all()
    arena.clear_all()
    assert np.isnan(arena.normed.astype(np.float32)).all()
    assert np.isnan(arena.logits).all()
    assert (arena.hidden_states == 0).all()


def test_rows_that_are_not_live_are_poisoned() -> None:
    arena = llama()
    arena.clear_all()
    arena.poison_beyond(tokens=3)
    assert arena.positions.tolist() == [0] * 3 + [0x7B7B7B7B] * 13
    assert (arena.seq_lens == 0).all(), "an axis without a count"
    arena.poison_beyond(requests=1)
    assert np.isnan(arena.kv_cache[:, :, 1:].astype(np.float32)).all()
    assert (arena.kv_cache[:, :, 0] == 0).all()
    assert (arena.rope_table == 0).all()
    for count in (-1, 17):
        with pytest.raises(ValueError, match=f"tokens is {count}, outside 0 to 16"):
            arena.poison_beyond(tokens=count)


def test_a_fingerprint_says_what_buffers_hold() -> None:
    arena = llama()
    arena.clear_all()
    arena.hidden_states[0, :4] = [1, 2, np.nan, np.inf]
    found = arena.fingerprint()
    stats = found.buffers["hidden_states"].stats[0]
    assert (stats.dtype, stats.elements) == ("bf16", 1024)
    assert (stats.finite, stats.nan, stats.inf, stats.zero, stats.sum) == (1022, 1, 1, 1020, 3.0)
    assert [s.part for s in found.buffers["sampler"].stats] == [
        "sampler_seed", "sampler_temperature", "sampler_top_p",
    ]  # fmt: skip
    line = next(x for x in str(found).splitlines() if x.startswith("hidden_states"))
    assert line.split()[3:] == ["bf16", "1022", "1", "1", "1020", "3"]
    assert repr(found).startswith("<Fingerprint of 14 buffers, ")
    assert found != "something else"


def test_two_fingerprints_name_rows_and_planes() -> None:
    arena = llama()
    before = arena.fingerprint()
    arena.kv_cache[:, 1, 2] = 1
    arena.hidden_states[5:7] = 1
    arena.rope_table[3] = 1
    texts = [str(difference) for difference in before.differences(arena.fingerprint())]
    assert texts == [
        "kv_cache: row 2 differs in planes [0, 1], [1, 1]",
        "hidden_states: rows 5 to 6 differ",
        "rope_table: bytes 192 to 255 differ",
    ]


def test_guards_and_addresses_do_not_matter_to_fingerprints() -> None:
    plain, guarded = llama(False), llama()
    for arena in (plain, guarded):
        for block in memory_of(arena).values():
            if arena is plain:
                block[:] = 0
        for extent in arena.sizes.buffers.values():
            start = extent.offset
            memory_of(arena)[extent.arena][start : start + extent.bytes] = 7
        arena.next_tokens_pinned[:] = 0
    assert plain.fingerprint() == guarded.fingerprint()
    parts = plain.layout_hash.differences(guarded.layout_hash)
    assert parts == ("offsets", "base")


def test_fingerprints_of_other_parameters_say_so() -> None:
    one, other = llama(), llama(max_batch_tokens=8)
    found = {d.buffer: str(d) for d in one.fingerprint().differences(other.fingerprint())}
    assert found["normed"] == "normed: has another shape: 2048 and 1024 bytes"
    assert "kv_cache" not in found


def test_without_debugging_nothing_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("LLAMA_ARENA_DEBUG", raising=False)
    arena = llama(None)
    assert arena.sizes.arenas["main"].bytes == arena.sizes.guarded(0).arenas["main"].bytes
    assert arena._debugged is None
    for ask in (arena.check_guards, lambda: arena.poison_beyond(tokens=1)):
        with pytest.raises(NotDebuggedError, match="this Arena was allocated without `debug`"):
            ask()
    assert len(arena.fingerprint().buffers) == 14


def test_the_environment_debugs_an_arena(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LLAMA_ARENA_DEBUG", "guards=64")
    arena = llama(None)
    assert arena.check_guards() == ()
    with pytest.raises(NotDebuggedError, match="without poison"):
        arena.poison_beyond(tokens=1)
    assert llama(False)._debugged is None
    monkeypatch.setenv("LLAMA_ARENA_DEBUG", "poison")
    with pytest.raises(NotDebuggedError, match="without guards"):
        llama(None).check_guards()
    monkeypatch.setenv("LLAMA_ARENA_DEBUG", "everything")
    with pytest.raises(ValueError, match="LLAMA_ARENA_DEBUG is 'everything'"):
        llama(None)


@pytest.mark.parametrize(
    ("options", "fault"),
    [
        (DebugOptions(poison_classes=("nothing",)), "'nothing' is no reset class; there are none,"),
        (DebugOptions(poison_classes=("once",)), "class 'once' is kept"),
        (
            DebugOptions(poison_classes=("none",), poison_routines=("zero",)),
            "'zero' is no routine; there are clear_all, forget_request, pad_pass",
        ),
    ],
)
def test_unknown_names_are_refused(options: DebugOptions, fault: str) -> None:
    with pytest.raises(ValueError, match=fault):
        llama(options)


def test_a_backend_that_cannot_read_has_no_guards() -> None:
    backend = RecordingBackend()
    with pytest.raises(TypeError, match="RecordingBackend cannot read memory"):
        llama(DebugOptions(), backend)
    assert len(backend.taken("allocate")) == len(backend.taken("free")) == 2
    arena = llama(DebugOptions(guards=0), RecordingBackend())
    with pytest.raises(TypeError, match="RecordingBackend cannot read memory"):
        arena.fingerprint()


def test_a_released_arena_is_not_looked_at() -> None:
    arena = llama()
    arena.release()
    for ask in (arena.check_guards, arena.fingerprint, lambda: arena.poison_beyond(tokens=1)):
        with pytest.raises(ReleasedError):
            ask()


def on_device(device: FakeDevice, debug: Any = True) -> Any:
    return llama(debug, CudaBackend(device))


EVERYTHING = DebugOptions(poison_classes=("none",))
KERNEL = compiled()


def run_all(device: FakeDevice) -> None:
    """Everything that takes memory or starts something."""
    with on_device(device, EVERYTHING) as arena:
        arena.clear_all()
        arena.poison_beyond(tokens=3, requests=1)
        arena.check_guards()
        arena.fingerprint()


def test_a_failure_at_any_step_leaves_nothing() -> None:
    gc.collect()
    gc.disable()
    try:
        for step in range(1000):
            device = FakeDevice(fail_at=step)
            with suppress(StepError):
                run_all(device)
                break
            assert len(device.alive) == 0
        assert 40 < step < 999, "all steps were gone through"
    finally:
        gc.enable()


@pytest.mark.parametrize("kernel", [FakeDevice().kernel, KERNEL], ids=["model", "debug.cu"])
def test_a_device_finds_what_the_host_finds(kernel: Any) -> None:
    if kernel is None:
        pytest.skip("debug.cu WAS NOT TESTED: there is no C++ compiler")
    arena, twin = on_device(FakeDevice(kernel=kernel), EVERYTHING), llama(EVERYTHING)
    for one in (arena, twin):
        one.clear_all()
        one.poison_beyond(tokens=3, requests=2)
        one.hidden_states[2] = np.arange(64)
        one.next_tokens[1] = 5
    assert arena.fingerprint() == twin.fingerprint()
    assert arena.fingerprint().records == twin.fingerprint().records
    assert arena.check_guards() == ()
    places = {"hidden_states": (3, 200), "logits": (-1, 1), "next_tokens": (5, 1)}
    for name, (distance, count) in places.items():
        extent = arena.sizes.extents[name]
        for one in (arena, twin):
            start = extent.offset + distance + (extent.bytes if distance >= 0 else 0)
            block = one._allocations[extent.arena]
            view = one._backend.view(block, start, "u8", (count,), (1,))
            view[:] = 0
    assert arena.check_guards() == twin.check_guards() != ()


def test_a_check_is_one_launch_and_takes_nothing() -> None:
    device = FakeDevice()
    arena = on_device(device)
    arena.fingerprint()
    for ask in (arena.check_guards, arena.fingerprint):
        before = len(device.steps)
        ask(stream=9)
        assert device.steps[before:] == ["launch", "wait"]
        assert device.streams[-1] == 9


def test_poison_is_one_launch_and_follows_a_count_of_the_device() -> None:
    device = FakeDevice()
    arena = on_device(device)
    arena.clear_all()
    count = Numbers([5])
    before = len(device.steps)
    arena.poison_beyond(tokens=count)
    assert device.steps[before:] == ["launch"]
    assert arena.positions.tolist() == [0] * 5 + [0x7B7B7B7B] * 11


class Nvtx(ModuleType):
    """Writes down what a profiler would be told."""

    def __init__(self) -> None:
        super().__init__("nvtx")
        self.told: list[str] = []

    def mark(self, message: str) -> None:
        self.told.append(message)

    def push_range(self, message: str) -> None:
        self.told.append(f"> {message}")

    def pop_range(self) -> None:
        self.told.append("<")


def test_profilers_are_told_names(monkeypatch: pytest.MonkeyPatch) -> None:
    nvtx = Nvtx()
    monkeypatch.setitem(sys.modules, "nvtx", nvtx)
    arena = llama()
    place = arena.pointer(arena.sizes.hidden_states)
    assert f"main.hidden_states {place:#x} 2048 bytes" in nvtx.told
    nvtx.told.clear()
    arena.clear_all()
    with pytest.raises(ValueError, match="outside"):
        arena.forget_request([99])
    assert nvtx.told == ["> clear_all", "<", "> forget_request", "<"]


def test_profilers_that_are_absent_or_broken_do_no_harm(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "nvtx", None)
    llama().clear_all()
