"""Expressions of the layout language as C++. Every operation that may have no value is one of `Number`, which refuses
what the language refuses.

May import expressions.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from arenagen.emit.cpp.lines import call, whole
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

if TYPE_CHECKING:
    from collections.abc import Callable

_LEVELS = {"+": 5, "-": 5, "*": 6}
_FUNCTIONS = {"//": "floor_div", "%": "remainder_of", "/": "exact"}
_LOGIC = {"and": "&&", "or": "||"}
_EXTREMES = {"min": "min_of", "max": "max_of"}
_COMPARE, _PREFIX, _ATOM = 3, 7, 9

Printed = tuple[str, int]
"""C++, and how tightly its outermost operator binds."""


@frozen
class Printer:
    """Prints an expression.

    `name` gives the C++ for a name of the language, `dtype` that for the name of a dtype; `number` makes a `Number` of
    the text of a whole number, so that a refusal is reported.
    """

    name: Callable[[str], str]
    dtype: Callable[[str], str]
    number: Callable[[str], str]

    def text(self, expr: Expr) -> str:
        """The expression as an argument or statement."""
        return self._print(expr)[0]

    def typed(self, expr: Expr) -> str:
        """The expression with the type `Number` where it is a whole number that is written out."""
        text = self.text(expr)
        return text if _reports(expr) else self.number(text)

    def _print(self, expr: Expr) -> Printed:
        match expr:
            case Int() | Bool() | Text() | Name():
                return self._leaf(expr)
            case Negate():
                return "-" + self._tight(expr.operand), _PREFIX
            case Not():
                return "!" + self._operand(expr.operand, _ATOM), _PREFIX
            case Arith():
                return self._arith(expr)
            case Compare():
                left, right = (self._operand(e, _COMPARE + 1) for e in (expr.left, expr.right))
                return f"{left} {expr.op} {right}", _COMPARE
            case Logic():
                return self._logic(expr)
            case Choice():
                return self._choice(expr)
            case Call():
                return self._call(expr), _ATOM

    def _leaf(self, expr: Int | Bool | Text | Name) -> Printed:
        match expr:
            case Int():
                return whole(expr.value), _PREFIX if expr.value < 0 else _ATOM
            case Bool():
                return str(expr.value).lower(), _ATOM
            case Text():
                return self.dtype(expr.value), _ATOM
            case Name():
                return self.name(expr.dotted), _ATOM

    def _choice(self, expr: Choice) -> Printed:
        parts = (self._operand(e, _COMPARE) for e in (expr.test, expr.then, expr.other))
        test, then, other = parts
        return f"{test} ? {then} : {other}", 0

    def _operand(self, expr: Expr, level: int) -> str:
        """An operand, in parentheses unless it binds at least as tightly as `level`."""
        text, own = self._print(expr)
        return text if own >= level else f"({text})"

    def _tight(self, expr: Expr) -> str:
        """An operand that reports, for a sign before it or a dot behind it."""
        if not _reports(expr):
            return self.number(self.text(expr))
        return self._operand(expr, _ATOM)

    def _arith(self, expr: Arith) -> Printed:
        left = self.typed(expr.left) if not _reports(expr.right) else self.text(expr.left)
        if expr.op in _FUNCTIONS:
            return call(_FUNCTIONS[expr.op], [left, self.text(expr.right)]), _ATOM
        level = _LEVELS[expr.op]
        wrapped = not _reports(expr.left) and not _reports(expr.right)
        first = left if wrapped else self._operand(expr.left, level)
        return f"{first} {expr.op} {self._operand(expr.right, level + 1)}", level

    def _logic(self, expr: Logic) -> Printed:
        """A run of one operator; another one in it is put into parentheses."""
        sign = _LOGIC[expr.op]
        sides = []
        for side in (expr.left, expr.right):
            same = isinstance(side, Logic) and side.op == expr.op and side is expr.left
            sides.append(self.text(side) if same else self._operand(side, _COMPARE))
        return f"{sides[0]} {sign} {sides[1]}", 1

    def _call(self, expr: Call) -> str:
        if expr.function in _EXTREMES:
            found = self.typed(expr.args[0])
            for arg in expr.args[1:]:
                found = call(_EXTREMES[expr.function], [found, self.text(arg)])
            return found
        return call(expr.function, [self.typed(expr.args[0]), self.text(expr.args[1])])


def _reports(expr: Expr) -> bool:
    """Whether an operation on it can report: it is not only written out."""
    if isinstance(expr, Choice):
        return _reports(expr.then) or _reports(expr.other)
    return not isinstance(expr, Int)
