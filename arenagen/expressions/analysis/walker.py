"""Walks an expression over sets of values instead of values, and collects what can go wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import evolve

from arenagen.expressions import arithmetic
from arenagen.expressions.analysis import dividing, interval, linear, values
from arenagen.expressions.analysis.assume import assume, outcome
from arenagen.expressions.analysis.interval import WHOLE, Interval
from arenagen.expressions.analysis.state import Expanded, Finding, State
from arenagen.expressions.analysis.values import Known, Truth, Words
from arenagen.expressions.nodes import (
    Arith,
    Call,
    Choice,
    Compare,
    Expr,
    Int,
    Logic,
    Name,
    Negate,
    Not,
    Span,
)

if TYPE_CHECKING:
    from arenagen.expressions.analysis.scope import Scope

BUDGET = 4000
MAX_DEPTH = 60
MAX_RELATING = 2


class Walker:
    """One analysis: its findings so far and the work that it may still do.

    When the budget is spent, conditions are no longer looked into and definitions are taken as they
    are without guards: less is known then, but nothing false.
    """

    def __init__(self, scope: Scope, budget: int = BUDGET) -> None:
        self.scope = scope
        self.findings: dict[object, Finding] = {}
        self.budget = budget
        self.depth = 0
        self.silent = 0
        self.relating = 0

    def enter(self) -> bool:
        """Whether there is budget and depth left to look into something; if so, `leave` must follow."""
        if self.budget <= 0 or self.depth >= MAX_DEPTH:
            return False
        self.budget -= 1
        self.depth += 1
        return True

    def leave(self) -> None:
        """Ends what `enter` began."""
        self.depth -= 1

    def outcome(self, condition: Expr, truth: bool, state: State) -> State | None:
        """The state where a condition has this outcome."""
        return outcome(self, condition, truth, state)

    def report(self, code: str, node: Expr, span: Span, certain: bool, state: State) -> None:
        """Notes that an operation may be refused."""
        if not self.silent:
            self.keep(Finding(code, node, span, certain, state))

    def keep(self, finding: Finding) -> None:
        """One finding for a place, certain only if it was each time."""
        before = self.findings.get(finding.place)
        if before is None or (before.certain and not finding.certain):
            self.findings[finding.place] = finding

    def value(self, expr: Expr, state: State) -> Known | None:
        """The set of values at a place where `state` is known; None if no evaluation gets past it."""
        self.budget -= 1
        self.depth += 1
        found = self._value(expr, state)
        self.depth -= 1
        if state.known:
            known = state.known.get(expr)
            found = found if known is None else values.meet(found, known)
        state.cache[expr] = found
        return found

    def peek(self, expr: Expr, state: State) -> Known | None:
        """The set of values, without noting findings."""
        if expr in state.cache:
            return state.cache[expr]
        self.silent += 1
        found = self.value(expr, state)
        self.silent -= 1
        return found

    def number(self, expr: Expr, state: State) -> Interval | None:
        """`peek` at a whole number."""
        found = self.peek(expr, state)
        return found if isinstance(found, Interval) else None

    def _value(self, expr: Expr, state: State) -> Known | None:
        match expr:
            case Name():
                return self._named(expr.dotted, state)
            case Negate():
                inner = self.value(expr.operand, state)
                raw = interval.negate(inner) if isinstance(inner, Interval) else None
                return self.limited(expr, raw, state)
            case Not():
                inner = self.value(expr.operand, state)
                return values.opposite(inner) if isinstance(inner, Truth) else None
            case Arith():
                return self._arith(expr, state)
            case Compare():
                return self._compare(expr, state)
            case Logic():
                return self._logic(expr, state)
            case Choice():
                return self._choice(expr, state)
            case Call():
                return dividing.call(self, expr, state)
            case _:
                return values.of(expr.value)

    def _named(self, name: str, state: State) -> Known | None:
        """A given name's domain, or what a definition gives in this state."""
        domain = self.scope.domains.get(name)
        if domain is not None:
            return domain.known
        known, findings = self._expand(name, state)
        if not self.silent:
            for finding in findings:
                self.keep(evolve(finding, via=(name, *finding.via)))
        return known

    def _expand(self, name: str, state: State) -> Expanded:
        """A definition under what is known; the general answer where nothing of that concerns it."""
        found = state.expanded.get(name)
        if found is not None:
            return found
        if not state.touched & self.scope.closure(name):
            return self.scope.always(name)
        if not self.enter():
            return self.scope.always(name)
        outer, self.findings = self.findings, {}
        silent, self.silent = self.silent, 0
        known = self.value(self.scope.definitions[name], state)
        found = known, tuple(self.findings.values())
        self.findings, self.silent = outer, silent
        self.leave()
        state.expanded[name] = found
        return found

    def limited(self, expr: Expr, raw: Interval | None, state: State) -> Interval | None:
        """The part of a result that fits 64 bits."""
        if raw is None or (raw.lo >= WHOLE.lo and raw.hi <= WHOLE.hi):
            return raw
        fits = interval.meet(raw, WHOLE)
        self.report(arithmetic.OVERFLOW, expr, expr.span, fits is None, state)
        return fits

    def _arith(self, expr: Arith, state: State) -> Interval | None:
        left, right = self.value(expr.left, state), self.value(expr.right, state)
        if not isinstance(left, Interval) or not isinstance(right, Interval):
            return None
        match expr.op:
            case "+":
                return self.limited(expr, interval.add(left, right), state)
            case "*":
                return self.limited(expr, interval.multiply(left, right), state)
            case "-":
                return self.limited(expr, self._minus(expr, left, right, state), state)
            case _:
                return dividing.divide(self, expr, left, right, state)

    def _minus(self, expr: Arith, left: Interval, right: Interval, state: State) -> Interval:
        plain = interval.subtract(left, right)
        closer = self.difference(expr.left, expr.right, state)
        return plain if closer is None else interval.meet(plain, closer) or plain

    def difference(self, left: Expr, right: Expr, state: State) -> Interval | None:
        """left - right where the two depend on a name in common, or facts are known about them.

        Facts may be about the very expression at hand: the atoms within are looked at more plainly.
        """
        if self.budget <= 0 or self.depth >= MAX_DEPTH or self.relating >= MAX_RELATING:
            return None
        ours, theirs = self.scope.mask(left), self.scope.mask(right)
        if not ours & theirs and not (state.facts and (ours | theirs) & state.touched):
            return None
        self.relating += 1
        found = linear.difference(self, left, right, state)
        self.relating -= 1
        return found

    def _compare(self, expr: Compare, state: State) -> Truth | None:
        left, right = self.value(expr.left, state), self.value(expr.right, state)
        match left, right:
            case Words(), Words() if expr.left == expr.right:
                return values.YES if expr.op == "==" else values.NO
            case Words(), Words():
                return _same_words(expr.op, left, right)
            case Interval(), Interval():
                return self._order(expr, left, right, state)
        return None

    def _order(self, expr: Compare, left: Interval, right: Interval, state: State) -> Truth:
        plain = compare_to_zero(expr.op, interval.subtract(left, right))
        if interval.meet(left, right) is None and expr.op in ("==", "!="):
            return values.NO if expr.op == "==" else values.YES
        if plain != values.EITHER:
            return plain
        closer = self.difference(expr.left, expr.right, state)
        return plain if closer is None else compare_to_zero(expr.op, closer)

    def _logic(self, expr: Logic, state: State) -> Truth | None:
        left = self.value(expr.left, state)
        if not isinstance(left, Truth):
            return None
        goes_on = expr.op == "and"
        stops = left.may_be_false if goes_on else left.may_be_true
        reaches = left.may_be_true if goes_on else left.may_be_false
        then = assume(self, expr.left, goes_on, state) if reaches else None
        right = self.value(expr.right, then) if then is not None else None
        ends = values.truth(not goes_on, goes_on) if stops else None
        found = values.join(ends, right)
        return found if isinstance(found, Truth) else None

    def _choice(self, expr: Choice, state: State) -> Known | None:
        test = self.value(expr.test, state)
        if not isinstance(test, Truth):
            return None
        yes = assume(self, expr.test, True, state) if test.may_be_true else None
        no = assume(self, expr.test, False, state) if test.may_be_false else None
        then = None if yes is None else self.value(expr.then, yes)
        other = None if no is None else self.value(expr.other, no)
        return values.join(then, other)

    def meaning(self, expr: Expr, state: State) -> Expr | None:
        """What a node stands for in this state: its one value, a definition's expression, the branch that is taken."""
        if isinstance(expr, Name):
            known = state.known.get(expr) if state.known else None
            if isinstance(known, Interval) and known.constant:
                return Int(known.lo)
            return self.scope.definitions.get(expr.dotted)
        if isinstance(expr, Choice):
            test = self.peek(expr.test, state)
            if test == values.YES or test == values.NO:
                return expr.then if test == values.YES else expr.other
        return None


def _same_words(op: str, left: Words, right: Words) -> Truth | None:
    """== or != of two dtypes."""
    same = bool(left.words & right.words)
    differ = len(left.words | right.words) > 1
    return values.truth(same, differ) if op == "==" else values.truth(differ, same)


def compare_to_zero(op: str, difference: Interval) -> Truth:
    """The truth of `left op right` from left - right."""
    below, above = difference.lo < 0, difference.hi > 0
    equal = 0 in difference
    outcomes = {
        "==": (equal, below or above),
        "!=": (below or above, equal),
        "<": (below, equal or above),
        "<=": (below or equal, above),
        ">": (above, equal or below),
        ">=": (above or equal, below),
    }
    return values.truth(*outcomes[op]) or values.EITHER
