"""Conditions the other way round. May import expressions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arenagen.expressions import Compare, Expr, Logic, Not

if TYPE_CHECKING:
    from collections.abc import Mapping

    from arenagen.expressions.nodes import CompareOp, LogicOp

_OPPOSITE: Mapping[str, CompareOp] = {
    "==": "!=",
    "!=": "==",
    "<": ">=",
    ">=": "<",
    ">": "<=",
    "<=": ">",
}


def negated(expr: Expr) -> Expr:
    """What holds exactly where a condition does not, with the same parts looked at in the same
    order.
    """
    match expr:
        case Compare():
            return turned(expr)
        case Not():
            return expr.operand
        case Logic():
            op: LogicOp = "or" if expr.op == "and" else "and"
            return Logic(op, negated(expr.left), negated(expr.right), span=expr.span)
        case _:
            return Not(expr, span=expr.span)


def turned(expr: Compare) -> Compare:
    """The opposite comparison of the same things."""
    return Compare(_OPPOSITE[expr.op], expr.left, expr.right, span=expr.span)
