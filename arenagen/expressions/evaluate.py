"""The value of an expression for given values: a plain walk over the tree, easy to check by eye."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from arenagen.expressions import arithmetic
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

if TYPE_CHECKING:
    from collections.abc import Mapping

Value = int | bool | str | tuple[int, ...]


def evaluate(expr: Expr, env: Mapping[str, Value]) -> Value:
    """The value of an expression whose types were found in order. Names are looked up as "a.b.c".

    EvaluationError where there is no value: division by zero, a remainder of `/`, a number beyond
    64 bits, above the last rung, a step that is not positive. KeyError when a name that is needed
    has no value.
    """
    match expr:
        case Int() | Bool() | Text():
            return expr.value
        case Name():
            return env[expr.dotted]
        case Negate():
            return arithmetic.negate(expr, whole(expr.operand, env))
        case Not():
            return not evaluate(expr.operand, env)
        case Arith():
            return arithmetic.arith(expr, whole(expr.left, env), whole(expr.right, env))
        case Compare():
            return compare(expr, env)
        case Logic():
            left = evaluate(expr.left, env)
            return evaluate(expr.right, env) if left == (expr.op == "and") else left
        case Choice():
            return evaluate(expr.then if evaluate(expr.test, env) else expr.other, env)
        case Call():
            return call(expr, env)


def whole(expr: Expr, env: Mapping[str, Value]) -> int:
    """The value of an expression that is a whole number."""
    return cast("int", evaluate(expr, env))


def compare(expr: Compare, env: Mapping[str, Value]) -> bool:
    """The truth of a comparison."""
    left, right = evaluate(expr.left, env), evaluate(expr.right, env)
    if expr.op == "==":
        return left == right
    if expr.op == "!=":
        return left != right
    first, second = cast("int", left), cast("int", right)
    match expr.op:
        case "<":
            return first < second
        case "<=":
            return first <= second
        case ">":
            return first > second
        case ">=":
            return first >= second


def call(expr: Call, env: Mapping[str, Value]) -> int:
    """The value of a function; arguments are looked at from the left."""
    values = [evaluate(arg, env) for arg in expr.args]
    if expr.function == "rung":
        return arithmetic.rung(expr, cast("int", values[0]), cast("tuple[int, ...]", values[1]))
    numbers = cast("list[int]", values)
    match expr.function:
        case "min":
            return min(numbers)
        case "max":
            return max(numbers)
        case "ceil_div":
            return arithmetic.ceil_div(expr, *numbers)
        case "align_up":
            return arithmetic.align_up(expr, *numbers)
