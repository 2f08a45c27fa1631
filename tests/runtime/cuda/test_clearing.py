"""Routines on a device write the same bytes as fills one after another on the host."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arenagen.runtime import Clear, Mode, Routine
from arenagen.runtime.cuda.backend import CudaBackend
from arenagen.runtime.cuda.launches import INLINE_ROWS
from arenagen.runtime.numpy_backend import NumpyBackend
from tests.runtime.cuda.fake_device import FakeDevice, Numbers
from tests.runtime.cuda.host_kernels import compiled
from tests.runtime.layouts import MOST, ToyArena, ToyExtent, ToySizes, layouts

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from arenagen.runtime.counts import Chosen
    from arenagen.runtime.prepared import Run

BEFORE = 0xA5
VALUES = {"f32": 1.5, "bf16": -2, "i64": -3, "i32": 258, "u8": 7, "u4": 5}
"""Values that are no single byte where the type allows it."""


@dataclass
class Made:
    """A routine that is ready, and the memory it works on."""

    device: FakeDevice
    memory: NDArray[np.uint8]
    run: Run


def on_device(
    sizes: ToySizes, routine: Routine, clears: list[Clear], device: FakeDevice | None = None
) -> Made:
    used = FakeDevice() if device is None else device
    backend: CudaBackend[Any] = CudaBackend(used)
    size = max(sizes.arenas["main"].bytes, 1)
    block = backend.allocate(size, align=1, memory="device", name="main")
    run = backend.prepare([routine], sizes, clears, {"main": block})[routine.name]
    memory = backend.view(block, 0, "u8", (size,), (1,))
    memory[:] = BEFORE
    used.steps.clear()
    return Made(used, memory, run)


def on_host(
    sizes: ToySizes, routine: Routine, clears: list[Clear], chosen: Chosen
) -> NDArray[np.uint8]:
    backend = NumpyBackend()
    size = max(sizes.arenas["main"].bytes, 1)
    block = backend.allocate(size, align=64, memory="host", name="main")
    assert isinstance(block.owner, np.ndarray)
    block.owner[:] = BEFORE
    for fill in routine.ranges(sizes, clears, chosen):
        backend.fill(block, fill.offset, fill.bytes, fill.pattern)
    return block.owner


def cleared(sizes: ToySizes, routine: Routine, *, valued: bool = True) -> list[Clear]:
    """Every extent in the mode of the routine, or whole where it has another axis."""
    made = []
    for e in sizes.extents.values():
        mode: Mode = routine.mode if e.axis == routine.axis or not routine.axis else "whole"
        value = VALUES.get(e.dtype, 0) if valued else 0
        made.append(Clear(e, "step", {routine.name: mode}, fill=value, pad=value))
    return made


def same_but_for_padding(sizes: ToySizes, one: NDArray[Any], other: NDArray[Any]) -> None:
    """Padding between buffers belongs to nobody: whether it is written is not said."""
    keep = np.ones(len(one), bool)
    for start, end in sizes.arenas["main"].padding.items():
        keep[start:end] = False
    assert np.flatnonzero((one != other) & keep).tolist() == []


def check(sizes: ToySizes, routine: Routine, chosen: Chosen, told: Any, shift: int) -> None:
    """`told` is what the device is told instead of `chosen`."""
    clears = cleared(sizes, routine)
    made = on_device(sizes, routine, clears, FakeDevice(shift=shift))
    made.run(told, None)
    same_but_for_padding(sizes, made.memory, on_host(sizes, routine, clears, chosen))


TYPES = st.sampled_from(["u4", "i4", "u8", "i8"])
SHIFTS = st.sampled_from([0, 0, 8, 16, 24])


@given(layouts(), st.sampled_from(["whole", "overread"]), SHIFTS)
def test_whole_and_overread(sizes: ToySizes, mode: Mode, shift: int) -> None:
    check(sizes, Routine("r", mode), (), (), shift)


@given(layouts(), st.integers(0, MOST), SHIFTS, TYPES)
def test_live_rows(sizes: ToySizes, count: int, shift: int, kind: str) -> None:
    routine = Routine("r", "live", "tokens")
    check(sizes, routine, (count,), (count,), shift)
    check(sizes, routine, (count,), (Numbers([count], kind),), shift)


@given(layouts(), st.integers(0, MOST), st.integers(0, MOST), SHIFTS, TYPES)
def test_padding_rows(sizes: ToySizes, one: int, other: int, shift: int, kind: str) -> None:
    few, many = sorted((one, other))
    routine = Routine("r", "padding", "tokens")
    check(sizes, routine, (few, many), (few, many), shift)
    check(sizes, routine, (few, many), (Numbers([few], kind), many), shift)
    check(sizes, routine, (few, many), (few, Numbers([many], kind)), shift)


@given(layouts(), st.sets(st.integers(0, MOST - 1), max_size=4), SHIFTS, TYPES)
def test_single_rows(sizes: ToySizes, rows: set[int], shift: int, kind: str) -> None:
    routine = Routine("r", "rows", "tokens")
    check(sizes, routine, rows, list(rows), shift)
    check(sizes, routine, rows, Numbers(list(rows), kind), shift)


@pytest.mark.parametrize("live", [lambda n: MOST - n, lambda n: 3, lambda n: (n + 3) // 4 * 4])
def test_live_rows_may_be_any_function_of_the_count(live: Callable[[int], int]) -> None:
    odd = ToyExtent(
        name="a", dtype="i32", rows=MOST, row_bytes=12, bytes=144, extent_bytes=144, offset=64,
        live=live,
    )  # fmt: skip
    other = replace(odd, name="b", offset=256, live=None)
    sizes = ToySizes({"a": odd, "b": other}, {"main": ToyArena("main", 512)}, {"tokens": MOST})
    for count in range(MOST + 1):
        check(sizes, Routine("r", "live", "tokens"), (count,), (Numbers([count]),), 0)
        for padded in range(count, MOST + 1):
            told = (Numbers([count]), padded)
            check(sizes, Routine("r", "padding", "tokens"), (count, padded), told, 0)


def one(extent: ToyExtent, most: int = 4) -> ToySizes:
    return ToySizes({extent.name: extent}, {"main": ToyArena("main", 4096)}, {"tokens": most})


ROWS = ToyExtent(
    name="a", dtype="u8", rows=40, row=(8,), row_bytes=8, bytes=320, extent_bytes=320, offset=64
)
LIVE = Routine("r", "live", "tokens")
CHOSEN = Routine("r", "rows", "tokens")


def only(extent: ToyExtent, routine: Routine) -> list[Clear]:
    return [Clear(extent, "step", {routine.name: routine.mode})]


@pytest.mark.parametrize(("given_", "meant"), [(-1, 0), (41, 40), (1 << 40, 40)])
def test_counts_of_the_device_are_brought_into_the_range_of_the_axis(
    given_: int, meant: int
) -> None:
    sizes = one(ROWS, 40)
    made = on_device(sizes, LIVE, only(ROWS, LIVE))
    made.run((Numbers([given_], "i8"),), None)
    assert np.count_nonzero(made.memory == 0) == meant * 8


def test_rows_of_the_device_that_the_axis_does_not_have_are_passed_over() -> None:
    made = on_device(one(ROWS, 40), CHOSEN, only(ROWS, CHOSEN))
    made.run(Numbers([-1, 3, 40, 1 << 40], "i8"), None)
    assert np.flatnonzero(made.memory == 0).tolist() == list(range(64 + 24, 64 + 32))


def test_many_rows_take_a_launch_for_every_so_many() -> None:
    many = replace(ROWS, rows=80, bytes=640, extent_bytes=640)
    made = on_device(one(many, 80), CHOSEN, only(many, CHOSEN))
    rows = range(0, 2 * INLINE_ROWS + 2, 2)
    made.run(rows, None)
    assert np.count_nonzero(made.memory == 0) == len(rows) * 8
    assert made.device.steps.count("launch") == 2


@pytest.mark.parametrize(
    ("routine", "chosen", "error"),
    [
        (LIVE, (41,), ValueError),
        (LIVE, (-1,), ValueError),
        (LIVE, (True,), TypeError),
        (LIVE, (1.0,), TypeError),
        (LIVE, (Numbers([1, 2]),), TypeError),
        (LIVE, (Numbers([1], "f4"),), TypeError),
        (LIVE, (Numbers([1], "u2"),), TypeError),
        (Routine("r", "padding", "tokens"), (3, 2), ValueError),
        (CHOSEN, [40], ValueError),
        (CHOSEN, [-1], ValueError),
        (CHOSEN, [True], TypeError),
        (CHOSEN, [Numbers([1])], TypeError),
        (CHOSEN, Numbers([[1]]), TypeError),  # type: ignore[list-item]
    ],
)
def test_what_is_no_count_or_row_is_refused(
    routine: Routine, chosen: Any, error: type[Exception]
) -> None:
    made = on_device(one(ROWS, 40), routine, only(ROWS, routine))
    for earlier in ((1,), [1], (1, 1)):
        if len(earlier) == max(len(routine.counts), 1):
            made.run(earlier, None)
    made.memory[:] = BEFORE
    with pytest.raises(error):
        made.run(chosen, None)
    assert (made.memory == BEFORE).all()


def started(sizes: ToySizes, routine: Routine, clears: list[Clear], chosen: Any) -> list[str]:
    """What a run asks the device to do, the second time."""
    made = on_device(sizes, routine, clears)
    made.run(chosen, None)
    made.device.steps.clear()
    made.run(chosen, None)
    return made.device.steps


PLANES = ToyExtent(
    name="p", planes=(2,), rows=20, row=(8,), row_bytes=8, bytes=320, extent_bytes=320, offset=384
)


def test_bytes_in_a_row_are_one_memset() -> None:
    both = ToySizes({"a": ROWS, "p": PLANES}, {"main": ToyArena("main", 4096)}, {"tokens": 20})
    whole = Routine("r")
    assert started(both, whole, [*only(ROWS, whole), *only(PLANES, whole)], ()) == ["memset"]
    assert started(one(ROWS, 40), LIVE, only(ROWS, LIVE), (3,)) == ["memset"]
    assert started(one(ROWS, 40), CHOSEN, only(ROWS, CHOSEN), [3]) == ["memset"]


def test_everything_else_is_one_launch() -> None:
    apart = ToyExtent(name="b", dtype="u8", rows=1, row_bytes=8, bytes=8, offset=1024)
    sizes = ToySizes(
        {"a": ROWS, "p": PLANES, "b": apart}, {"main": ToyArena("main", 4096)}, {"tokens": 20}
    )
    whole = Routine("r")
    clears = [c for e in sizes.extents.values() for c in only(e, whole)]
    assert started(sizes, whole, clears, ()) == ["launch"]
    clears = [*only(ROWS, LIVE), *only(PLANES, LIVE), Clear(apart, "s", {"r": "whole"})]
    assert started(sizes, LIVE, clears, (3,)) == ["launch"]
    assert started(sizes, LIVE, clears, (0,)) == ["memset"], "only what has no rows"
    clears = [*only(ROWS, CHOSEN), *only(PLANES, CHOSEN)]
    assert started(sizes, CHOSEN, clears, [3]) == ["launch"]


def test_what_clears_nothing_starts_nothing() -> None:
    pad = Routine("r", "padding", "tokens")
    assert started(one(ROWS), Routine("r"), [], ()) == []
    assert started(one(ROWS, 40), LIVE, only(ROWS, LIVE), (0,)) == []
    assert started(one(ROWS, 40), pad, only(ROWS, pad), (3, 3)) == []
    for nothing in ([], (), set(), Numbers([])):
        assert started(one(ROWS, 40), CHOSEN, only(ROWS, CHOSEN), nothing) == []


def test_a_captured_clearing_follows_counts_of_the_device() -> None:
    count = Numbers([0], "u4")
    made = on_device(one(ROWS, 40), LIVE, only(ROWS, LIVE))
    made.device.captured = []
    made.run((count,), None)
    (replay,) = made.device.captured
    for t in (0, 5, 40):
        made.memory[:] = BEFORE
        count.values[0] = t
        replay()
        assert np.count_nonzero(made.memory == 0) == t * 8


def test_a_clearing_takes_and_uploads_nothing() -> None:
    made = on_device(one(ROWS, 40), LIVE, only(ROWS, LIVE))
    alive = len(made.device.alive)
    for t in range(40):
        made.run((t,), None)
        made.run((Numbers([t]),), None)
    assert set(made.device.steps) <= {"memset", "launch"}
    assert len(made.device.alive) == alive


def test_ranges_over_one_another_are_refused() -> None:
    other = ToyExtent(name="b", rows=1, row_bytes=8, bytes=8, offset=72)
    clears = [*only(ROWS, LIVE), *only(other, LIVE)]
    with pytest.raises(ValueError, match="a and b share bytes that one routine clears"):
        on_device(one(ROWS), LIVE, clears)


def test_the_source_itself_does_what_the_model_says() -> None:
    """clear.cu, compiled for the host, on the same tables."""
    kernels = compiled()
    if kernels is None:
        pytest.skip("no C++ compiler here: clear.cu is only compared on machines that have one")

    @given(layouts(), st.integers(0, MOST), st.integers(0, MOST), SHIFTS, TYPES)
    def compare(sizes: ToySizes, one: int, other: int, shift: int, kind: str) -> None:
        few, many = sorted((one, other))
        told: dict[Mode, tuple[Any, Any]] = {
            "whole": ((), ()),
            "live": ((few,), (Numbers([few], kind),)),
            "padding": ((few, many), (Numbers([few], kind), Numbers([many], kind))),
            "rows": ([few % MOST], Numbers([few % MOST, many % MOST], kind)),
        }
        for mode, calls in told.items():
            routine = Routine("r", mode, "" if mode == "whole" else "tokens")
            for call in calls:
                pair = []
                for kernel in (None, kernels):
                    device = FakeDevice(shift=shift)
                    device.kernel = kernel or device.kernel
                    made = on_device(sizes, routine, cleared(sizes, routine), device)
                    made.run(call, None)
                    pair.append(made.memory)
                assert np.array_equal(*pair)

    compare()
