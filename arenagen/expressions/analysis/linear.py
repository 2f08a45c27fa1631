"""Bounds and divisibility from normal forms: what intervals alone lose when a name occurs twice."""

from __future__ import annotations

from math import gcd
from typing import TYPE_CHECKING

from arenagen.expressions.analysis.bounds import Bounds, form
from arenagen.expressions.analysis.interval import Interval, only
from arenagen.expressions.analysis.polynomial import (
    Product,
    TooLargeError,
    plus,
)
from arenagen.expressions.nodes import Arith, Expr

if TYPE_CHECKING:
    from arenagen.expressions.analysis.state import State
    from arenagen.expressions.analysis.walker import Walker


def difference(walker: Walker, left: Expr, right: Expr, state: State) -> Interval | None:
    """A set that left - right lies in, from the normal form; None when nothing could be found out."""
    try:
        polynomial = plus(form(walker, left, state), form(walker, right, state), -1)
        return Bounds(walker, state).of(polynomial)
    except TooLargeError:
        return None


def apart_from_zero(walker: Walker, expr: Expr, state: State) -> bool:
    """Whether a condition passed before says that the expression is not 0."""
    if not state.apart:
        return False
    try:
        return form(walker, expr, state) in state.apart
    except TooLargeError:
        return False


def divisible(walker: Walker, left: Expr, right: Expr, state: State) -> bool:
    """Whether the normal forms show that left is a multiple of right (wherever right is not 0)."""
    try:
        numerator, denominator = form(walker, left, state), form(walker, right, state)
    except TooLargeError:
        return False
    if len(denominator) != 1:
        return numerator == denominator
    ((factors, coefficient),) = denominator.items()
    return all(
        _term_divisible(walker, product, term, factors, coefficient, state)
        for product, term in numerator.items()
    )


def _term_divisible(
    walker: Walker, product: Product, term: int, factors: Product, by: int, state: State
) -> bool:
    """Whether one term is a multiple of by * factors."""
    rest = _cancel(product, factors, state)
    if rest is None:
        return False
    known = abs(term)
    for atom in rest:
        number = walker.number(atom, state)
        known *= 1 if number is None else gcd(number.step, number.offset)
    return known % by == 0


def _cancel(product: Product, factors: Product, state: State) -> Product | None:
    """The product without the factors; an atom known to be a multiple of a factor counts as it."""
    rest = list(product)
    for factor in factors:
        found = next((atom for atom in rest if _multiple(atom, factor, state)), None)
        if found is None:
            return None
        rest.remove(found)
    return tuple(rest)


def _multiple(atom: Expr, factor: Expr, state: State) -> bool:
    """Whether an atom is the factor, or was found to leave no remainder."""
    return atom == factor or (
        bool(state.known) and state.known.get(Arith("%", atom, factor)) == only(0)
    )
