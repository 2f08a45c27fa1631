"""States in which one finding must come about and, as far as can be, the others do not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arenagen.expressions import arithmetic
from arenagen.expressions.analysis import interval
from arenagen.expressions.analysis.interval import Interval, only
from arenagen.expressions.analysis.refine import refined
from arenagen.expressions.analysis.values import Rungs
from arenagen.expressions.analysis.walker import Walker
from arenagen.expressions.nodes import INT_MAX, INT_MIN, Arith, Call, Expr

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from arenagen.expressions.analysis.scope import Scope
    from arenagen.expressions.analysis.state import Finding, State

MAX_AVOIDED = 40

Wish = tuple[Expr, Interval | None]
"""A part of an operation and what its value must be."""


def aimed(scope: Scope, finding: Finding, findings: Sequence[Finding]) -> Iterator[State]:
    """States to take values from: the finding alone, then whatever the others do."""
    walker = Walker(scope)
    state = _with(walker, _wanted(walker, finding), finding.state)
    if state is None:
        return
    alone = state
    for other in findings[:MAX_AVOIDED]:
        if other is not finding:
            alone = _with(walker, _unwanted(walker, other, alone), alone) or alone
    yield alone
    yield state


def _with(walker: Walker, wish: Wish | None, state: State) -> State | None:
    """The state in which a wish comes true, None if it cannot; without a wish, the same."""
    if wish is None:
        return state
    part, target = wish
    return None if target is None else refined(walker, part, target, state)


def _wanted(walker: Walker, finding: Finding) -> Wish | None:
    """What makes a finding come about."""
    match finding.node:
        case Arith() as node if finding.code == arithmetic.DIVISION_BY_ZERO:
            return node.right, only(0)
        case Arith() as node if finding.code == arithmetic.INEXACT:
            return Arith("%", node.left, node.right), Interval(1, INT_MAX)
        case Call() as node if finding.code == arithmetic.NOT_POSITIVE:
            return node.args[1], Interval(INT_MIN, 0)
        case Call() as node if finding.code == arithmetic.ABOVE_LAST_RUNG:
            return node.args[0], interval.interval(_last(walker, node, finding.state) + 1, INT_MAX)
        case _:
            return None


def _unwanted(walker: Walker, finding: Finding, state: State) -> Wish | None:
    """What keeps a finding from coming about."""
    match finding.node:
        case Arith() as node if finding.code == arithmetic.DIVISION_BY_ZERO:
            own = walker.number(node.right, state)
            return node.right, own and interval.excluding(own, 0)
        case Arith() as node if finding.code == arithmetic.INEXACT:
            return Arith("%", node.left, node.right), only(0)
        case Call() as node if finding.code == arithmetic.NOT_POSITIVE:
            return node.args[1], Interval(1, INT_MAX)
        case Call() as node if finding.code == arithmetic.ABOVE_LAST_RUNG:
            return node.args[0], interval.interval(INT_MIN, _last(walker, node, state))
        case _:
            return None


def _last(walker: Walker, node: Call, state: State) -> int:
    """The last rung of a call."""
    steps = walker.peek(node.args[1], state)
    return max(steps.numbers, default=INT_MIN) if isinstance(steps, Rungs) else INT_MIN
