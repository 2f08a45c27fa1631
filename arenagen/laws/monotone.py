"""Whether an expression can only rise when one parameter does, by induction over its parts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from arenagen.expressions import (
    Arith,
    Bool,
    Call,
    Choice,
    Compare,
    Expr,
    Int,
    Logic,
    Name,
    Negate,
    Not,
    Text,
)
from arenagen.expressions.analysis import Interval, Scope
from arenagen.expressions.analysis.walker import Walker

Course = Literal["constant", "rises", "falls"] | None
"""What an expression does when the parameter grows; None where not known. Conditions rise from false to true."""

_OPPOSITE: Mapping[Course, Course] = {
    "constant": "constant",
    "rises": "falls",
    "falls": "rises",
    None: None,
}


class Monotone:
    """Courses of expressions along one parameter, over the domains of a scope."""

    def __init__(self, scope: Scope, parameter: str) -> None:
        self._scope = scope
        self._parameter = parameter
        self._bit = scope.mask(Name((*parameter.split("."),)))
        self._known: dict[Expr, Course] = {}
        self._state = scope.state(())

    def of(self, expr: Expr) -> Course:
        """What the expression does when the parameter grows and all else stays."""
        if not self._scope.mask(expr) & self._bit:
            return "constant"
        if expr not in self._known:
            self._known[expr] = self._of(expr)
        return self._known[expr]

    def _of(self, expr: Expr) -> Course:
        match expr:
            case Name():
                definition = self._scope.definitions.get(expr.dotted)
                return "rises" if definition is None else self.of(definition)
            case Negate() | Not():
                return _OPPOSITE[self.of(expr.operand)]
            case Logic():
                return _common(self.of(expr.left), self.of(expr.right))
            case Compare():
                return self._compare(expr)
            case Arith():
                return self._arith(expr)
            case Call():
                return self._call(expr)
            case Choice():
                return self._choice(expr)
            case Int() | Bool() | Text():
                return "constant"

    def _compare(self, expr: Compare) -> Course:
        left, right = self.of(expr.left), self.of(expr.right)
        if expr.op in (">", ">="):
            return _common(left, _OPPOSITE[right])
        return _common(_OPPOSITE[left], right) if expr.op in ("<", "<=") else None

    def _arith(self, expr: Arith) -> Course:
        left, right = self.of(expr.left), self.of(expr.right)
        match expr.op:
            case "+":
                return _common(left, right)
            case "-":
                return _common(left, _OPPOSITE[right])
            case "*":
                return _common(self._scaled(left, expr.right), self._scaled(right, expr.left))
            case "//" | "/" if right == "constant":
                return self._scaled(left, expr.right)
            case _:
                return None

    def _scaled(self, course: Course, factor: Expr) -> Course:
        """The course of a product with a factor, as far as one side of it goes."""
        if course == "constant":
            return "constant"
        bounds = self._bounds(factor)
        if bounds is not None and bounds.lo >= 0:
            return course
        return _OPPOSITE[course] if bounds is not None and bounds.hi <= 0 else None

    def _call(self, expr: Call) -> Course:
        if expr.function in ("min", "max"):
            found: Course = "constant"
            for arg in expr.args:
                found = _common(found, self.of(arg))
            return found
        if self.of(expr.args[1]) != "constant":
            return None
        if expr.function == "rung":
            return self.of(expr.args[0])
        return self._scaled(self.of(expr.args[0]), expr.args[1])

    def _choice(self, expr: Choice) -> Course:
        branches = _common(self.of(expr.then), self.of(expr.other))
        test = self.of(expr.test)
        if test == "constant" or branches is None or test is None:
            return branches if test == "constant" else None
        ahead = self._bounds(Arith("-", expr.then, expr.other))
        if ahead is not None and ahead.lo >= 0:
            return _common(branches, test)
        return _common(branches, _OPPOSITE[test]) if ahead is not None and ahead.hi <= 0 else None

    def _bounds(self, expr: Expr) -> Interval | None:
        if self._state is None:
            return None
        return Walker(self._scope).number(expr, self._state)


def _common(one: Course, other: Course) -> Course:
    """The course of what does both."""
    if one == "constant" or one == other:
        return other
    return one if other == "constant" else None
