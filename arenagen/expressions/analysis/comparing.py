"""What follows from the outcome of a comparison."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arenagen.expressions.analysis import interval, values
from arenagen.expressions.analysis.bounds import form
from arenagen.expressions.analysis.interval import Interval
from arenagen.expressions.analysis.polynomial import Polynomial, TooLargeError, plus
from arenagen.expressions.analysis.refine import learned, refined
from arenagen.expressions.analysis.values import Words
from arenagen.expressions.nodes import Compare, CompareOp, Expr, Int, Name

if TYPE_CHECKING:
    from arenagen.expressions.analysis.state import State
    from arenagen.expressions.analysis.walker import Walker

NEGATED: dict[CompareOp, CompareOp] = {
    "==": "!=",
    "!=": "==",
    "<": ">=",
    ">=": "<",
    ">": "<=",
    "<=": ">",
}
SWAPPED: dict[CompareOp, CompareOp] = {
    "==": "==",
    "!=": "!=",
    "<": ">",
    ">=": "<=",
    ">": "<",
    "<=": ">=",
}


def negated(expr: Compare) -> Compare:
    """The comparison that holds exactly where this one does not."""
    return Compare(NEGATED[expr.op], expr.left, expr.right)


def compared(walker: Walker, condition: Compare, truth: bool, state: State) -> State | None:
    """The state behind a comparison with this outcome."""
    decided = walker.peek(condition, state)
    if decided != values.EITHER:
        return state if decided == values.of(truth) else None
    true = condition if truth else negated(condition)
    found: State | None = state
    for known in (learned_truth(true), learned_truth(negated(true), False)):
        found = found and learned(walker, known[0], known[1], found)
    if found is None:
        return None
    left, right = walker.peek(true.left, found), walker.peek(true.right, found)
    match left, right:
        case Words(), Words():
            return _words(walker, true, left, right, found)
        case Interval(), Interval():
            return _numbers(walker, true, found)
    return None


def learned_truth(expr: Compare, truth: bool = True) -> tuple[Compare, values.Known]:
    """A comparison with its outcome as a set."""
    return expr, values.of(truth)


def _words(walker: Walker, expr: Compare, left: Words, right: Words, state: State) -> State | None:
    """Two dtypes are the same, or differ."""
    found: State | None = state
    for side, own, other in ((expr.left, left, right), (expr.right, right, left)):
        keep = own.words & other.words if expr.op == "==" else own.words
        if expr.op == "!=" and len(other.words) == 1:
            keep = own.words - other.words
        if not keep:
            return None
        found = found and refined(walker, side, Words(keep), found)
    return found


def _numbers(walker: Walker, expr: Compare, state: State) -> State | None:
    """Each side is bounded by the other, and their difference by 0."""
    found: State | None = state
    for side, op, other in (
        (expr.left, expr.op, expr.right),
        (expr.right, SWAPPED[expr.op], expr.left),
    ):
        if found is None:
            return None
        own, limit = walker.number(side, found), walker.number(other, found)
        bounded = own and limit and _bounded(op, own, limit)
        if bounded is None:
            return None
        found = refined(walker, side, bounded, found)
    return found and _difference(walker, expr, found)


def _bounded(op: CompareOp, own: Interval, limit: Interval) -> Interval | None:
    """The numbers of `own` that can stand in the comparison with some number of `limit`."""
    match op:
        case "==":
            return interval.meet(own, limit)
        case "<":
            return interval.interval(own.lo, min(own.hi, limit.hi - 1), own.step, own.offset)
        case "<=":
            return interval.interval(own.lo, min(own.hi, limit.hi), own.step, own.offset)
        case ">":
            return interval.interval(max(own.lo, limit.lo + 1), own.hi, own.step, own.offset)
        case ">=":
            return interval.interval(max(own.lo, limit.lo), own.hi, own.step, own.offset)
        case "!=":
            return interval.excluding(own, limit.lo) if limit.constant else own


def _difference(walker: Walker, expr: Compare, state: State) -> State | None:
    """Keeps what the comparison says about both sides together, unless one side says it all."""
    if expr.op != "!=" and (_plain(expr.left, expr.right) or _plain(expr.right, expr.left)):
        return state
    try:
        left, right = (form(walker, side, state) for side in (expr.left, expr.right))
        ahead, behind = plus(left, right, -1), plus(right, left, -1)
        facts = _facts(expr.op, ahead, behind)
    except TooLargeError:
        return state
    mask = walker.scope.mask(expr)
    if expr.op == "!=":
        return state.differ(ahead, mask).differ(behind, mask)
    for fact in facts:
        state = state.fact(fact, mask)
    return state


def _plain(one: Expr, other: Expr) -> bool:
    """A name against a number."""
    return isinstance(one, Name) and isinstance(other, Int)


def _facts(op: CompareOp, ahead: Polynomial, behind: Polynomial) -> tuple[Polynomial, ...]:
    """Polynomials that are not negative: `ahead` is left - right, `behind` right - left."""
    one: Polynomial = {(): 1}
    match op:
        case "==":
            return ahead, behind
        case "<":
            return (plus(behind, one, -1),)
        case "<=":
            return (behind,)
        case ">":
            return (plus(ahead, one, -1),)
        case ">=":
            return (ahead,)
        case "!=":
            return ()
