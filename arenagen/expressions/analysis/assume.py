"""What follows from a condition's outcome: the state behind it, or None where it cannot come about."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arenagen.expressions.analysis import values
from arenagen.expressions.analysis.comparing import compared
from arenagen.expressions.analysis.refine import learned
from arenagen.expressions.analysis.state import State, join
from arenagen.expressions.nodes import Bool, Choice, Compare, Expr, Logic, Name, Not

if TYPE_CHECKING:
    from arenagen.expressions.analysis.walker import Walker


def assume(walker: Walker, condition: Expr, truth: bool, state: State) -> State | None:
    """The state where the condition has this outcome, with what earlier either-ors now tell."""
    found = outcome(walker, condition, truth, state)
    if found is None or found is state:
        return found
    for clause, holds in found.clauses:
        if walker.scope.mask(clause) & walker.scope.mask(condition):
            found = outcome(walker, clause, holds, found)
            if found is None:
                return None
    return found


def outcome(walker: Walker, condition: Expr, truth: bool, state: State) -> State | None:
    """The state where the condition has this outcome."""
    key = (condition, truth)
    if key not in state.assumed:
        if not walker.enter():
            return state
        state.assumed[key] = _outcome(walker, condition, truth, state)
        walker.leave()
    return state.assumed[key]


def _outcome(walker: Walker, condition: Expr, truth: bool, state: State) -> State | None:
    match condition:
        case Bool():
            return state if condition.value == truth else None
        case Name():
            return _named(walker, condition, truth, state)
        case Not():
            return outcome(walker, condition.operand, not truth, state)
        case Compare():
            return compared(walker, condition, truth, state)
        case Logic():
            return _logic(walker, condition, truth, state)
        case Choice():
            return _choice(walker, condition, truth, state)
        case _:
            return state


def _named(walker: Walker, name: Name, truth: bool, state: State) -> State | None:
    """A boolean name, and the condition that it is defined by."""
    found = learned(walker, name, values.of(truth), state)
    definition = walker.scope.definitions.get(name.dotted)
    if found is None or definition is None:
        return found
    return outcome(walker, definition, truth, found)


def _logic(walker: Walker, condition: Logic, truth: bool, state: State) -> State | None:
    """Both sides, or one of the two: the right one then only where the left does not decide."""
    decides = condition.op == "or"
    if truth != decides:
        left = outcome(walker, condition.left, truth, state)
        return None if left is None else outcome(walker, condition.right, truth, left)
    first = outcome(walker, condition.left, truth, state)
    passed = outcome(walker, condition.left, not truth, state)
    second = None if passed is None else outcome(walker, condition.right, truth, passed)
    return _either(walker, condition, truth, first, second)


def _choice(walker: Walker, condition: Choice, truth: bool, state: State) -> State | None:
    """The branch that is taken has the outcome."""
    yes = outcome(walker, condition.test, True, state)
    no = outcome(walker, condition.test, False, state)
    first = None if yes is None else outcome(walker, condition.then, truth, yes)
    second = None if no is None else outcome(walker, condition.other, truth, no)
    return _either(walker, condition, truth, first, second)


def _either(
    walker: Walker, condition: Expr, truth: bool, first: State | None, second: State | None
) -> State | None:
    """What both ways have in common; the condition is kept to be looked at again."""
    joined = join(first, second)
    if first is None or second is None or joined is None:
        return joined
    return joined.clause(condition, truth, walker.scope.mask(condition))
