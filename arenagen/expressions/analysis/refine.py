"""What follows for the parts of an expression from a set that its value lies in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arenagen.expressions.analysis import interval, values
from arenagen.expressions.analysis.interval import Interval
from arenagen.expressions.analysis.state import State, join
from arenagen.expressions.analysis.values import Rungs
from arenagen.expressions.nodes import INT_MIN, Arith, Call, Choice, Expr, Int, Name, Negate

if TYPE_CHECKING:
    from arenagen.expressions.analysis.values import Known
    from arenagen.expressions.analysis.walker import Walker


def learned(walker: Walker, expr: Expr, known: Known, state: State) -> State | None:
    """The state in which the expression's value lies in the set too; None if it cannot."""
    before = state.known.get(expr)
    if before is None and isinstance(expr, Name):
        domain = walker.scope.domains.get(expr.dotted)
        before = None if domain is None else domain.known
    now = known if before is None else values.meet(before, known)
    if now is None:
        return None
    return state if now == before else state.learn(expr, now, walker.scope.mask(expr))


def refined(walker: Walker, expr: Expr, target: Known, state: State) -> State | None:
    """As `learned`, and for numbers and dtypes with what follows for the parts."""
    before = walker.peek(expr, state)
    now = values.meet(before, target)
    if now is None:
        return None
    if now == before or isinstance(expr, Int):
        return state
    found = state.learn(expr, now, walker.scope.mask(expr))
    if not walker.enter():
        return found
    inside = _inside(walker, expr, now, found)
    walker.leave()
    return inside


def _inside(walker: Walker, expr: Expr, known: Known, state: State) -> State | None:
    """Narrows the parts of an expression whose value lies in a set."""
    if isinstance(expr, Name):
        definition = walker.scope.definitions.get(expr.dotted)
        return state if definition is None else refined(walker, definition, known, state)
    if isinstance(expr, Choice):
        return _choice(walker, expr, known, state)
    return _parts(walker, expr, known, state) if isinstance(known, Interval) else state


def _choice(walker: Walker, expr: Choice, target: Known, state: State) -> State | None:
    """A branch that cannot give such a value is not taken."""
    states: list[State | None] = []
    for branch, test in ((expr.then, True), (expr.other, False)):
        found = walker.outcome(expr.test, test, state)
        states.append(found and refined(walker, branch, target, found))
    return join(states[0], states[1])


def _parts(walker: Walker, expr: Expr, target: Interval, state: State) -> State | None:
    """Narrows the operands of an operation on numbers."""
    found: State | None = state
    for part, narrowed in _narrowed(walker, expr, target, state):
        if found is None or narrowed is None:
            return None
        found = refined(walker, part, narrowed, found)
    return found


Narrowed = list[tuple[Expr, Interval | None]]


def _narrowed(walker: Walker, expr: Expr, target: Interval, state: State) -> Narrowed:
    """Sets that the operands' values lie in when the result lies in `target`."""
    match expr:
        case Negate():
            return [(expr.operand, interval.negate(target))]
        case Arith():
            left = walker.number(expr.left, state)
            right = walker.number(expr.right, state)
            return [] if left is None or right is None else _arith(expr, target, left, right)
        case Call() if expr.function in ("min", "max"):
            return _extreme(walker, expr, target, state)
        case Call(function="rung"):
            return [(expr.args[0], _rung(walker.peek(expr.args[1], state), target))]
        case Call():
            step = walker.number(expr.args[1], state)
            return [] if step is None else _stepped(expr, target, step)
        case _:
            return []


def _arith(expr: Arith, target: Interval, left: Interval, right: Interval) -> Narrowed:
    """The operands of an operator."""
    match expr.op:
        case "+":
            ours, theirs = interval.subtract(target, right), interval.subtract(target, left)
            return [(expr.left, ours), (expr.right, theirs)]
        case "-":
            ours, theirs = interval.add(target, right), interval.subtract(left, target)
            return [(expr.left, ours), (expr.right, theirs)]
        case "*":
            return [
                (expr.left, _factor(target, left, right)),
                (expr.right, _factor(target, right, left)),
            ]
        case "/":
            return [(expr.left, interval.multiply(target, right))]
        case "//":
            return _floor(expr, target, right)
        case "%":
            return _remainder(expr, target, left, right)


def _factor(target: Interval, own: Interval, other: Interval) -> Interval | None:
    """The numbers of `own` that times some number of `other` give one of `target`."""
    lo, hi = own.lo, own.hi
    if other.lo > 0:
        lo = max(lo, min(-(-target.lo // other.lo), -(-target.lo // other.hi)))
        hi = min(hi, max(target.hi // other.lo, target.hi // other.hi))
    if 0 not in target:
        lo, hi = lo + (lo == 0), hi - (hi == 0)
    return interval.interval(lo, hi, own.step, own.offset)


def _floor(expr: Arith, target: Interval, right: Interval) -> Narrowed:
    """The left operand of // by something above 0."""
    if right.lo <= 0:
        return []
    lo = min(target.lo * right.lo, target.lo * right.hi)
    hi = max((target.hi + 1) * right.lo, (target.hi + 1) * right.hi) - 1
    return [(expr.left, interval.interval(lo, hi))]


def _remainder(expr: Arith, target: Interval, left: Interval, right: Interval) -> Narrowed:
    """The left operand of % by a number: a congruence, or that it is not 0."""
    if target.constant and right.constant and right.lo > 0:
        lo, hi = left.lo, left.hi
        return [(expr.left, interval.interval(lo, hi, right.lo, target.lo))]
    if 0 in target:
        return []
    lo, hi = left.lo + (left.lo == 0), left.hi - (left.hi == 0)
    return [(expr.left, interval.interval(lo, hi, left.step, left.offset))]


def _extreme(walker: Walker, expr: Call, target: Interval, state: State) -> Narrowed:
    """No argument of max lies above the result; where only one can reach it, that one does."""
    largest = expr.function == "max"
    numbers = [walker.number(arg, state) for arg in expr.args]
    found: Narrowed = []
    for at, (arg, own) in enumerate(zip(expr.args, numbers, strict=True)):
        if own is None:
            continue
        others = [n for n in numbers[:at] + numbers[at + 1 :] if n is not None]
        lo, hi = own.lo, own.hi
        if largest:
            hi = min(hi, target.hi)
            lo = max(lo, target.lo) if all(n.hi < target.lo for n in others) else lo
        else:
            lo = max(lo, target.lo)
            hi = min(hi, target.hi) if all(n.lo > target.hi for n in others) else hi
        found.append((arg, interval.interval(lo, hi, own.step, own.offset)))
    return found


def _rung(steps: Known | None, target: Interval) -> Interval | None:
    """The number whose rung lies in `target`: not above that, and above all lower rungs."""
    lower = [n for n in steps.numbers if n < target.lo] if isinstance(steps, Rungs) else []
    return interval.interval(max(lower, default=INT_MIN - 1) + 1, target.hi)


def _stepped(expr: Call, target: Interval, step: Interval) -> Narrowed:
    """The number that was rounded up."""
    if expr.function == "ceil_div" and step.constant and step.lo > 0:
        lo, hi = (target.lo - 1) * step.lo + 1, target.hi * step.lo
        return [(expr.args[0], interval.interval(lo, hi))]
    if expr.function == "align_up" and step.hi > 0:
        return [(expr.args[0], interval.interval(target.lo - step.hi + 1, target.hi))]
    return []
