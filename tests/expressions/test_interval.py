"""Operators on sets of numbers, against the numbers themselves."""

import itertools
from math import ceil

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arenagen.expressions.analysis import interval as iv
from arenagen.expressions.analysis.interval import Interval, interval

BOUNDS = [(-6, 5), (0, 7), (1, 6), (-7, -2), (3, 3), (0, 0), (-4, -4), (-1, 1)]
SETS = [
    made
    for lo, hi in BOUNDS
    for step, offset in [(1, 0), (2, 1), (3, 2), (4, 0)]
    if (made := interval(lo, hi, step, offset))
]


def numbers(made: Interval | None) -> list[int]:
    return [n for n in range(made.lo, made.hi + 1) if n in made] if made else []


OPERATIONS = {
    "add": (iv.add, lambda x, y: x + y),
    "subtract": (iv.subtract, lambda x, y: x - y),
    "multiply": (iv.multiply, lambda x, y: x * y),
    "floor_divide": (iv.floor_divide, lambda x, y: x // y if y else None),
    "remainder": (iv.remainder, lambda x, y: x % y if y else None),
    "exact_divide": (iv.exact_divide, lambda x, y: x // y if y and x % y == 0 else None),
    "ceil_divide": (iv.ceil_divide, lambda x, y: ceil(x / y) if y > 0 else None),
    "align_up": (iv.align_up, lambda x, y: ceil(x / y) * y if y > 0 else None),
    "least": (iv.least, min),
    "greatest": (iv.greatest, max),
    "meet": (iv.meet, lambda x, y: x if x == y else None),
}


@pytest.mark.parametrize("name", OPERATIONS)
def test_every_result_is_in_the_set(name):
    on_sets, on_numbers = OPERATIONS[name]
    for a, b in itertools.product(SETS, repeat=2):
        results = {on_numbers(x, y) for x in numbers(a) for y in numbers(b)} - {None}
        made = on_sets(a, b)
        assert results <= set(numbers(made)), (a, b, made)


@pytest.mark.parametrize("name", ["add", "subtract", "meet", "multiply", "least", "greatest"])
def test_bounds_are_met(name):
    on_sets, on_numbers = OPERATIONS[name]
    for a, b in itertools.product(SETS, repeat=2):
        results = {on_numbers(x, y) for x in numbers(a) for y in numbers(b)} - {None}
        made = on_sets(a, b)
        assert (made is None) == (not results)
        if made is not None:
            assert made.lo == min(results)
            assert made.hi == max(results)


def test_join_holds_both():
    for a, b in itertools.product(SETS, repeat=2):
        assert {*numbers(a), *numbers(b)} <= set(numbers(iv.join(a, b)))


def test_divides_is_right_where_it_is_sure():
    for a, b in itertools.product(SETS, repeat=2):
        outcomes = {x % y == 0 for x in numbers(a) for y in numbers(b) if y}
        sure = iv.divides(b, a)
        assert sure is None or outcomes <= {sure}


@given(st.lists(st.integers(-50, 50), min_size=1))
def test_among_holds_the_numbers_and_meets_its_bounds(listed):
    made = iv.among(listed)
    assert made is not None
    assert set(listed) <= set(numbers(made))
    assert (made.lo, made.hi) == (min(listed), max(listed))


def test_rung_against_the_list():
    for a in SETS:
        for rungs in [(2, 4, 8), (1,), (-3, 0, 5), ()]:
            results = {min((r for r in rungs if r >= x), default=None) for x in numbers(a)}
            assert results - {None} <= set(numbers(iv.rung(a, rungs)))


def test_large_numbers_stay_exact():
    huge = Interval(2**62, 2**63 - 1)
    product = iv.multiply(huge, huge)
    assert product.hi == (2**63 - 1) ** 2
    assert 2**124 in product
