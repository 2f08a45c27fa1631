"""What routines write, against a model that looks at every byte."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arenagen.runtime import Clear, Mode, Routine
from arenagen.runtime.numpy_backend import NumpyBackend
from tests.runtime.layouts import MOST, ToyArena, ToyExtent, ToySizes, bytes_of_rows, layouts

BEFORE = 0xA5


def clears(sizes: ToySizes, routine: Routine) -> list[Clear]:
    """Every extent, in the mode of the routine, or whole where it has another axis."""
    return [
        Clear(e, "step", {routine.name: routine.mode if e.axis == routine.axis else "whole"})
        for e in sizes.extents.values()
    ]


def after(sizes: ToySizes, routine: Routine, chosen: tuple[int, ...]) -> set[int]:
    """The bytes that a routine changes, through the NumPy backend."""
    backend = NumpyBackend()
    size = sizes.arenas["main"].bytes
    block = backend.allocate(max(size, 1), align=64, memory="host", name="main")
    owner = block.owner
    assert isinstance(owner, np.ndarray)
    owner[:] = BEFORE
    for fill in routine.ranges(sizes, clears(sizes, routine), chosen):
        backend.fill(block, fill.offset, fill.bytes, fill.pattern)
    assert set(np.unique(owner).tolist()) <= {0, BEFORE}
    return set(np.flatnonzero(owner != BEFORE).tolist())


def expected(sizes: ToySizes, rows: dict[str, set[int]] | None, axis: str) -> set[int]:
    """The bytes of the rows given by extent; whole extents where the axis is another, or rows is
    None.
    """
    found: set[int] = set()
    for extent in sizes.extents.values():
        if not extent.exists:
            continue
        assert extent.offset is not None
        if rows is None or extent.axis != axis:
            found |= set(range(extent.offset, extent.offset + extent.bytes))
        else:
            found |= set(bytes_of_rows(extent, rows[extent.name]))
    return found


def padding_bytes(sizes: ToySizes) -> set[int]:
    return {b for s, e in sizes.arenas["main"].padding.items() for b in range(s, e)}


def live(extent: ToyExtent, count: int) -> int:
    return count if extent.live is None else extent.live(count)


def behind_tile(extent: ToyExtent, count: int) -> int:
    """The first row that shares no tile with a live one."""
    rows = range(live(extent, count), extent.rows + extent.tile)
    return next(row for row in rows if row % extent.tile == 0)


def check(sizes: ToySizes, routine: Routine, chosen: tuple[int, ...], wanted: set[int]) -> None:
    changed = after(sizes, routine, chosen)
    assert wanted <= changed
    assert changed - wanted <= padding_bytes(sizes)


@given(layouts())
def test_whole(sizes: ToySizes) -> None:
    check(sizes, Routine("all"), (), expected(sizes, None, ""))


@given(layouts(), st.integers(0, MOST))
def test_live_rows(sizes: ToySizes, count: int) -> None:
    rows = {e.name: set(range(live(e, count))) for e in sizes.extents.values()}
    check(sizes, Routine("r", "live", "tokens"), (count,), expected(sizes, rows, "tokens"))


@given(layouts(), st.integers(0, MOST), st.integers(0, MOST))
def test_padding_rows(sizes: ToySizes, one: int, other: int) -> None:
    few, many = sorted((one, other))
    rows = {e.name: set(range(behind_tile(e, few), live(e, many))) for e in sizes.extents.values()}
    check(sizes, Routine("r", "padding", "tokens"), (few, many), expected(sizes, rows, "tokens"))


@given(layouts(), st.sets(st.integers(0, MOST - 1), max_size=4))
def test_single_rows(sizes: ToySizes, chosen: set[int]) -> None:
    rows = dict.fromkeys(sizes.extents, chosen)
    routine = Routine("r", "rows", "tokens")
    check(sizes, routine, tuple(chosen), expected(sizes, rows, "tokens"))


@given(layouts())
def test_overread(sizes: ToySizes) -> None:
    routine = Routine("r", "overread")
    made = [Clear(e, "step", {"r": "overread"}) for e in sizes.extents.values()]
    ranges = routine.ranges(sizes, made)
    wanted = [
        (e.offset + e.extent_bytes, e.overread)
        for e in sizes.extents.values()
        if e.exists and e.overread and e.offset is not None
    ]
    assert [(f.offset, f.bytes) for f in ranges] == wanted


def one(extent: ToyExtent) -> ToySizes:
    return ToySizes({extent.name: extent}, {"main": ToyArena("main", 4096)}, {"tokens": 4})


FOUR_ROWS = ToyExtent(name="a", rows=4, row=(8,), row_bytes=8, bytes=40, extent_bytes=32, offset=64)


@pytest.mark.parametrize(
    ("mode", "chosen", "message"),
    [
        ("live", (5,), "tokens is 5, outside 0 to 4"),
        ("live", (-1,), "tokens is -1, outside 0 to 4"),
        ("padding", (2, 5), "padded_tokens is 5, outside 0 to 4"),
        ("padding", (3, 2), "tokens is 3, more than padded_tokens, 2"),
        ("rows", (0, 4), "rows contains 4, outside 0 to 3"),
        ("rows", (-1,), "rows is -1, outside 0 to 4"),
    ],
)
def test_counts_outside_the_axis_are_refused(
    mode: Mode, chosen: tuple[int, ...], message: str
) -> None:
    sizes = one(FOUR_ROWS)
    with pytest.raises(ValueError, match=message):
        Routine("r", mode, "tokens").ranges(sizes, [Clear(FOUR_ROWS, "step", {"r": mode})], chosen)


@pytest.mark.parametrize("count", [True, 1.0, "1", None])
def test_counts_are_whole_numbers(count: object) -> None:
    with pytest.raises(TypeError):
        Routine("r", "live", "tokens").ranges(one(FOUR_ROWS), [], (count,))  # type: ignore[arg-type]


def test_numpy_integers_are_counts() -> None:
    made = [Clear(FOUR_ROWS, "step", {"r": "live"})]
    (fill,) = Routine("r", "live", "tokens").ranges(one(FOUR_ROWS), made, (np.int64(3),))
    assert (fill.offset, fill.bytes) == (64, 24)


@pytest.mark.parametrize("count", [np.array([3]), np.array(3, np.uint32)])
def test_arrays_of_one_element_are_counts(count: np.ndarray[Any, Any]) -> None:
    made = [Clear(FOUR_ROWS, "step", {"r": "live"})]
    (fill,) = Routine("r", "live", "tokens").ranges(one(FOUR_ROWS), made, (count,))
    assert fill.bytes == 24


class OnDevice:
    """Numbers in memory of a device."""

    __cuda_array_interface__: ClassVar[dict[str, Any]] = {"shape": (1,)}


def test_numbers_of_a_device_are_not_read_by_the_host() -> None:
    sizes = one(FOUR_ROWS)
    for routine, chosen in (
        (Routine("r", "live", "tokens"), (OnDevice(),)),
        (Routine("r", "rows", "tokens"), OnDevice()),
        (Routine("r", "rows", "tokens"), [OnDevice()]),
    ):
        with pytest.raises(TypeError, match=r"device memory|that the host can read"):
            routine.ranges(sizes, [], chosen)


def test_live_rows_beyond_the_rows_are_refused() -> None:
    extent = ToyExtent(name="a", rows=4, row_bytes=8, bytes=32, offset=0, live=lambda n: n + 1)
    made = [Clear(extent, "step", {"r": "live"})]
    with pytest.raises(ValueError, match="live rows of a is 5, outside 0 to 4"):
        Routine("r", "live", "tokens").ranges(one(extent), made, (4,))


def test_padding_rows_are_given_their_own_value() -> None:
    extent = ToyExtent(name="a", dtype="i32", rows=4, row_bytes=4, bytes=16, offset=64)
    made = [Clear(extent, "step", {"r": "padding"}, fill=0, pad=-2)]
    (fill,) = Routine("r", "padding", "tokens").ranges(one(extent), made, (1, 4))
    assert fill == ("main", 68, 12, b"\xfe\xff\xff\xff")


def test_the_last_repetition_of_a_pattern_may_be_cut() -> None:
    extent = ToyExtent(name="a", dtype="i32", rows=1, row_bytes=4, bytes=7, offset=64)
    (fill,) = Routine("r").ranges(one(extent), [Clear(extent, "step", {"r": "whole"}, fill=258)])
    assert fill == ("main", 64, 7, b"\2\1\0\0")
    backend = NumpyBackend()
    block = backend.allocate(72, align=64, memory="host", name="main")
    assert isinstance(block.owner, np.ndarray)
    block.owner[:] = BEFORE
    backend.fill(block, fill.offset, fill.bytes, fill.pattern)
    assert block.owner[63:].tolist() == [BEFORE, 2, 1, 0, 0, 2, 1, 0, BEFORE]


def test_what_is_absent_or_not_listed_is_left_alone() -> None:
    absent = ToyExtent(name="a", exists=False, bytes=256, offset=0)
    nowhere = ToyExtent(name="b", exists=False)
    sizes = one(absent)
    made = [Clear(absent, "s", {"r": "whole"}), Clear(nowhere, "s", {"r": "whole"})]
    assert Routine("r").ranges(sizes, made) == ()
    assert Routine("other").ranges(sizes, [Clear(FOUR_ROWS, "s", {"r": "whole"})]) == ()
