"""Writes a tree as text: one space around operators, brackets only where the tree needs them."""

from __future__ import annotations

from arenagen.expressions.nodes import (
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

_CHOICE, _OR, _AND, _NOT, _COMPARE, _SUM, _PRODUCT, _UNARY, _ATOM = range(9)


def to_text(expr: Expr) -> str:
    """The canonical text; parsing it gives an equal tree."""
    match expr:
        case Int():
            return str(expr.value)
        case Bool():
            return "true" if expr.value else "false"
        case Text():
            return f"'{expr.value}'"
        case Name():
            return expr.dotted
        case Negate() | Not():
            return _prefixed(expr)
        case Arith() | Compare() | Logic():
            return _between(expr)
        case Choice():
            tests = f"{_inner(expr.then, _OR)} if {_inner(expr.test, _OR)}"
            return f"{tests} else {_inner(expr.other, _CHOICE)}"
        case Call():
            return f"{expr.function}({', '.join(map(to_text, expr.args))})"


def _level(expr: Expr) -> int:
    """How tightly the outermost operator binds."""
    match expr:
        case Choice():
            return _CHOICE
        case Logic():
            return _OR if expr.op == "or" else _AND
        case Not():
            return _NOT
        case Compare():
            return _COMPARE
        case Arith():
            return _SUM if expr.op in ("+", "-") else _PRODUCT
        case Negate():
            return _UNARY
        case Int() if expr.value < 0:
            return _UNARY
        case _:
            return _ATOM


def _inner(expr: Expr, floor: int) -> str:
    """An operand, in brackets unless it binds at least as tightly as `floor`."""
    text = to_text(expr)
    return text if _level(expr) >= floor else f"({text})"


def _prefixed(expr: Negate | Not) -> str:
    """`-` and `not`; a literal stays apart from the minus, which would become part of it."""
    if isinstance(expr, Not):
        return f"not {_inner(expr.operand, _NOT)}"
    literal = isinstance(expr.operand, Int) and expr.operand.value >= 0
    return f"-({to_text(expr.operand)})" if literal else f"-{_inner(expr.operand, _UNARY)}"


def _between(expr: Arith | Compare | Logic) -> str:
    """Binary operators group from the left; comparisons do not chain."""
    level = _level(expr)
    left = _inner(expr.left, level + 1 if isinstance(expr, Compare) else level)
    return f"{left} {expr.op} {_inner(expr.right, level + 1)}"
