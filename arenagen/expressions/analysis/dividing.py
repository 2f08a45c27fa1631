"""Divisions and the functions of the language over sets of values."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arenagen.expressions import arithmetic
from arenagen.expressions.analysis import interval, linear, values
from arenagen.expressions.analysis.interval import Interval, only
from arenagen.expressions.analysis.values import Rungs
from arenagen.expressions.nodes import Arith, Call

if TYPE_CHECKING:
    from arenagen.expressions.analysis.state import State
    from arenagen.expressions.analysis.walker import Walker


def divide(
    walker: Walker, expr: Arith, left: Interval, right: Interval, state: State
) -> Interval | None:
    """The set of `left op right` for //, % and /."""
    if 0 in right and not linear.apart_from_zero(walker, expr.right, state):
        code, divisor = arithmetic.DIVISION_BY_ZERO, expr.right
        walker.report(code, expr, divisor.span, right.constant, state)
    if expr.op == "//":
        return walker.limited(expr, _quotient(walker, expr, left, right, state), state)
    whole = _whole(walker, expr, left, right, state)
    if expr.op == "%":
        return only(0) if whole else interval.remainder(left, right)
    if not whole:
        walker.report(arithmetic.INEXACT, expr, expr.span, whole is False, state)
    if whole is False:
        return None
    return walker.limited(expr, interval.exact_divide(left, right), state)


def _quotient(
    walker: Walker, expr: Arith, left: Interval, right: Interval, state: State
) -> Interval | None:
    """The set of `left // right`: not 0 where left is known to reach right, 0 where it does not."""
    plain = interval.floor_divide(left, right)
    if plain is None or right.lo <= 0 or left.lo < 0 or plain.lo > 0:
        return plain
    ahead = walker.difference(expr.left, expr.right, state)
    if ahead is None:
        return plain
    if ahead.hi < 0:
        return only(0)
    return interval.meet(plain, Interval(1, max(1, plain.hi))) if ahead.lo >= 0 else plain


def _whole(
    walker: Walker, expr: Arith, left: Interval, right: Interval, state: State
) -> bool | None:
    """Whether right divides left without a remainder: always, never, or (None) it depends."""
    found = interval.divides(right, left)
    if found is not None:
        return found
    if state.known and state.known.get(Arith("%", expr.left, expr.right)) == only(0):
        return True
    if walker.budget > 0 and linear.divisible(walker, expr.left, expr.right, state):
        return True
    return None


def call(walker: Walker, expr: Call, state: State) -> Interval | None:
    """The set of a function's values."""
    args = [walker.value(arg, state) for arg in expr.args]
    if expr.function == "rung":
        return _rung(walker, expr, args[0], args[1], state)
    numbers = [arg for arg in args if isinstance(arg, Interval)]
    if len(numbers) < len(args):
        return None
    if expr.function in ("min", "max"):
        return _extreme(expr, numbers)
    return _stepped(walker, expr, numbers[0], numbers[1], state)


def _extreme(expr: Call, numbers: list[Interval]) -> Interval:
    """min or max."""
    choose = interval.least if expr.function == "min" else interval.greatest
    found = numbers[0]
    for number in numbers[1:]:
        found = choose(found, number)
    return found


def _stepped(
    walker: Walker, expr: Call, left: Interval, right: Interval, state: State
) -> Interval | None:
    """ceil_div and align_up, whose step must be above 0."""
    if right.lo <= 0:
        step = expr.args[1]
        walker.report(arithmetic.NOT_POSITIVE, expr, step.span, right.hi <= 0, state)
    if expr.function == "ceil_div":
        return interval.ceil_divide(left, right)
    return walker.limited(expr, interval.align_up(left, right), state)


def _rung(
    walker: Walker, expr: Call, left: values.Known | None, steps: values.Known | None, state: State
) -> Interval | None:
    """rung, whose number must not lie above the last one."""
    if not isinstance(left, Interval) or not isinstance(steps, Rungs):
        return None
    last = max(steps.numbers, default=None)
    if last is None or left.hi > last:
        certain = last is None or left.lo > last
        walker.report(arithmetic.ABOVE_LAST_RUNG, expr, expr.span, certain, state)
    return interval.rung(left, steps.numbers)
