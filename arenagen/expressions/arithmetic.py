"""The operators on given numbers, with their refusals: the place that words messages on values."""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn

from arenagen.expressions.errors import EvaluationError
from arenagen.expressions.nodes import INT_MAX, INT_MIN, Arith, Call, Expr, Negate
from arenagen.expressions.text import to_text

if TYPE_CHECKING:
    from collections.abc import Sequence

DIVISION_BY_ZERO = "AG140"
INEXACT = "AG141"
OVERFLOW = "AG142"
ABOVE_LAST_RUNG = "AG143"
NOT_POSITIVE = "AG144"


def fit(value: int, expr: Expr) -> int:
    """The value, unless it exceeds 64 bits."""
    if INT_MIN <= value <= INT_MAX:
        return value
    message = f"`{to_text(expr)}` is {value}, which does not fit a signed 64-bit number"
    raise EvaluationError(OVERFLOW, message, expr.span)


def arith(expr: Arith, left: int, right: int) -> int:
    """`left op right`; refuses a zero divisor, a remainder of `/` and results beyond 64 bits."""
    match expr.op:
        case "+":
            return fit(left + right, expr)
        case "-":
            return fit(left - right, expr)
        case "*":
            return fit(left * right, expr)
    if right == 0:
        message = f"division by zero: `{to_text(expr.right)}` is 0"
        raise EvaluationError(DIVISION_BY_ZERO, message, expr.right.span)
    if expr.op == "%":
        return left % right
    if expr.op == "/" and left % right:
        _refuse_remainder(expr, left, right)
    return fit(left // right, expr)


def _refuse_remainder(expr: Arith, left: int, right: int) -> NoReturn:
    """`/` where `//` or ceil_div was meant."""
    message = f"`{to_text(expr)}` is {left} / {right}, which leaves a remainder of {left % right}"
    hint = "`//` rounds down, `ceil_div(a, b)` rounds up"
    raise EvaluationError(INEXACT, message, expr.span, hint)


def negate(expr: Negate, value: int) -> int:
    """`-value`; the smallest number has no counterpart."""
    return fit(-value, expr)


def ceil_div(expr: Call, left: int, right: int) -> int:
    """`left / right` rounded up."""
    _positive(expr, right)
    return -(-left // right)


def align_up(expr: Call, left: int, right: int) -> int:
    """The smallest multiple of `right` that is not below `left`."""
    _positive(expr, right)
    return fit(-(-left // right) * right, expr)


def _positive(expr: Call, right: int) -> None:
    """Steps must be above 0."""
    if right <= 0:
        divisor = expr.args[1]
        message = f"`{expr.function}` by `{to_text(divisor)}`, which is {right}; it must be above 0"
        raise EvaluationError(NOT_POSITIVE, message, divisor.span)


def rung(expr: Call, value: int, rungs: Sequence[int]) -> int:
    """The smallest listed number that is not below `value`."""
    found = min((step for step in rungs if step >= value), default=None)
    if found is None:
        last = f"the last of which is {max(rungs)}" if rungs else "which is empty"
        number, steps = expr.args
        message = f"`{to_text(number)}` is {value}, above every rung of `{to_text(steps)}`, {last}"
        raise EvaluationError(ABOVE_LAST_RUNG, message, expr.span)
    return found
