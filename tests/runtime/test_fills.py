"""Ranges and how they merge."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from arenagen.runtime import Fill, merge

patterns = st.sampled_from([b"\0", b"\xff", b"\1\0"])


@st.composite
def fills(draw: st.DrawFn) -> list[Fill]:
    """Ranges that do not contradict each other: those that overlap write the same pattern in step."""
    pattern = draw(patterns)
    step = len(pattern)
    starts = st.integers(0, 40).map(lambda n: n * step)
    sizes = st.integers(0, 6).map(lambda n: n * step)
    arenas = st.sampled_from(["a", "b"])
    return draw(st.lists(st.builds(Fill, arenas, starts, sizes, st.just(pattern)), max_size=12))


def written(ranges: list[Fill] | tuple[Fill, ...]) -> dict[tuple[str, int], int]:
    return {
        (f.arena, f.offset + i): f.pattern[i % len(f.pattern)]
        for f in ranges
        for i in range(f.bytes)
    }


@given(fills())
def test_merging_keeps_every_byte(ranges: list[Fill]) -> None:
    assert written(merge(ranges)) == written(ranges)


@given(fills())
def test_nothing_that_touches_stays_apart(ranges: list[Fill]) -> None:
    merged = merge(ranges)
    assert all(f.bytes > 0 for f in merged)
    for last, after in pairwise(merged):
        assert last.arena != after.arena or last.end < after.offset


def test_padding_is_bridged_only_where_it_is_named() -> None:
    ranges = [Fill("main", 0, 100), Fill("main", 256, 10)]
    assert merge(ranges, {"main": {100: 256}}) == (Fill("main", 0, 266),)
    assert merge(ranges, {"main": {}}) == tuple(ranges)
    assert merge(ranges, {"other": {100: 256}}) == tuple(ranges)


def test_different_patterns_stay_apart() -> None:
    ranges = (Fill("main", 0, 8, b"\0"), Fill("main", 8, 8, b"\xff"))
    assert merge(ranges) == ranges


def test_a_pattern_out_of_step_stays_apart() -> None:
    ranges = (Fill("main", 0, 6, b"\1\2\3"), Fill("main", 7, 3, b"\1\2\3"))
    assert merge(ranges, {"main": {6: 7}}) == ranges
