"""Expressions as closures: the values and refusals of `evaluate`, made once for many value sets.

Every closure computes the plain result first and hands over to `arithmetic`, which words the
refusals, only when the result cannot stand.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from typing import Any, cast

from arenagen.expressions import arithmetic
from arenagen.expressions.errors import EvaluationError
from arenagen.expressions.evaluate import Value, evaluate
from arenagen.expressions.nodes import (
    INT_MAX,
    INT_MIN,
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
    walk,
)

Environment = Mapping[str, Value]
Compiled = Callable[[Environment], Any]

_PLAIN = {"+": operator.add, "-": operator.sub, "*": operator.mul}
_COMPARE = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


def compile_expression(expr: Expr) -> Callable[[Environment], Value]:
    """A function from an environment (dotted name -> value) to what `evaluate` gives for it."""
    return _compile(expr)


def _compile(expr: Expr) -> Compiled:
    if any(isinstance(node, Name) for node in walk(expr)):
        return _operation(expr)
    return _constant(expr)


def _operation(expr: Expr) -> Compiled:
    match expr:
        case Name():
            return operator.itemgetter(expr.dotted)
        case Negate():
            return _negate(expr)
        case Not():
            return _not(expr)
        case Arith():
            return _arith(expr)
        case Compare():
            return _binary(_COMPARE[expr.op], expr)
        case Logic():
            return _logic(expr)
        case Choice():
            return _choice(expr)
        case Call():
            return _call(expr)
        case _:
            return _constant(expr)


def _constant(expr: Expr) -> Compiled:
    """Nothing depends on the environment: the value is known now, unless there is none."""
    try:
        value = evaluate(expr, {})
    except EvaluationError:
        return lambda env: evaluate(expr, env)
    return lambda env: value


def _negate(expr: Negate) -> Compiled:
    operand = _compile(expr.operand)
    return lambda env: arithmetic.negate(expr, operand(env))


def _not(expr: Not) -> Compiled:
    operand = _compile(expr.operand)
    return lambda env: not operand(env)


def _literal(expr: Expr) -> int | None:
    """The number of a node that is one."""
    return expr.value if isinstance(expr, Int) else None


def _binary(plain: Callable[[Any, Any], Any], expr: Arith | Compare) -> Compiled:
    """`plain` on both operands; names and numbers are reached without a call of their own."""
    number = _literal(expr.right)
    if number is not None and isinstance(expr.left, Name):
        name = expr.left.dotted
        return lambda env: plain(env[name], number)
    left = _compile(expr.left)
    if number is not None:
        return lambda env: plain(left(env), number)
    right = _compile(expr.right)
    return lambda env: plain(left(env), right(env))


def _arith(expr: Arith) -> Compiled:
    if expr.op in _PLAIN:
        return _bounded(_binary(_PLAIN[expr.op], expr), expr)
    number = _literal(expr.right)
    if number is not None and number > 0 and expr.op != "/":
        return _binary(operator.floordiv if expr.op == "//" else operator.mod, expr)
    left, right = _compile(expr.left), _compile(expr.right)
    return lambda env: arithmetic.arith(expr, left(env), right(env))


def _bounded(plain: Compiled, expr: Arith) -> Compiled:
    """Refuses results beyond 64 bits."""

    def run(env: Environment) -> int:
        value: int = plain(env)
        return value if INT_MIN <= value <= INT_MAX else arithmetic.fit(value, expr)

    return run


def _logic(expr: Logic) -> Compiled:
    left, right = _compile(expr.left), _compile(expr.right)
    if expr.op == "and":
        return lambda env: left(env) and right(env)
    return lambda env: left(env) or right(env)


def _choice(expr: Choice) -> Compiled:
    then, test, other = _compile(expr.then), _compile(expr.test), _compile(expr.other)
    return lambda env: then(env) if test(env) else other(env)


def _call(expr: Call) -> Compiled:
    args = tuple(_compile(arg) for arg in expr.args)
    if expr.function in ("min", "max"):
        return _extreme(min if expr.function == "min" else max, args)
    left, right = args
    if expr.function == "rung":
        return lambda env: arithmetic.rung(expr, left(env), right(env))
    step = _literal(expr.args[1])
    if step is None or step <= 0:
        refusing = arithmetic.ceil_div if expr.function == "ceil_div" else arithmetic.align_up
        return lambda env: refusing(expr, left(env), right(env))
    return _stepped(expr, left, step)


def _extreme(choose: Callable[..., Any], args: tuple[Compiled, ...]) -> Compiled:
    """min or max."""
    if len(args) == 2:
        first, second = args
        return lambda env: choose(first(env), second(env))
    return lambda env: choose([arg(env) for arg in args])


def _stepped(expr: Call, left: Compiled, step: int) -> Compiled:
    """ceil_div or align_up by a literal above 0."""
    if expr.function == "ceil_div":
        return lambda env: -(-left(env) // step)

    def align_up(env: Environment) -> int:
        value = -(-cast("int", left(env)) // step) * step
        return value if value <= INT_MAX else arithmetic.fit(value, expr)

    return align_up
