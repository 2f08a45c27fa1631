"""Expressions as terms of z3.

Numbers are exact and refusals are not modelled: every operation has some value everywhere. So more points are looked at
than there are, and what is proved of all of them is proved of those that count.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from typing import Any, Final

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
    Value,
)
from arenagen.expressions.analysis import Domain, Interval, Rungs, Scope, Truth, Words
from arenagen.expressions.analysis.domain import members

_COMPARED: Final[Mapping[str, Callable[[Any, Any], Any]]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


class Encoded:
    """Expressions as terms of z3. `limits` says what is known of the names that occur in them."""

    def __init__(self, z3: Any, scope: Scope, fixed: Mapping[str, Value]) -> None:
        self._z3 = z3
        self._scope = scope
        self._fixed = fixed
        self._terms: dict[Expr, Any] = {}
        self._variables: dict[str, Any] = {}
        self._words: dict[str, int] = {}
        self.limits: list[Any] = []

    def of(self, expr: Expr) -> Any:
        """The term of an expression; definitions are put in, each once."""
        if expr not in self._terms:
            self._terms[expr] = self._of(expr)
        return self._terms[expr]

    def _of(self, expr: Expr) -> Any:
        z3 = self._z3
        match expr:
            case Int():
                return z3.IntVal(expr.value)
            case Bool():
                return z3.BoolVal(expr.value)
            case Text():
                return z3.IntVal(self._word(expr.value))
            case Name():
                return self._name(expr.dotted)
            case Arith():
                return self._arith(expr)
            case Call():
                return self._call(expr)
            case _:
                return self._composed(expr)

    def _composed(self, expr: Negate | Not | Logic | Choice | Compare) -> Any:
        z3 = self._z3
        match expr:
            case Negate():
                return -self.of(expr.operand)
            case Not():
                return z3.Not(self.of(expr.operand))
            case Logic():
                joined = z3.And if expr.op == "and" else z3.Or
                return joined(self.of(expr.left), self.of(expr.right))
            case Choice():
                return z3.If(self.of(expr.test), self.of(expr.then), self.of(expr.other))
            case Compare():
                return _COMPARED[expr.op](self.of(expr.left), self.of(expr.right))

    def _arith(self, expr: Arith) -> Any:
        left, right = self.of(expr.left), self.of(expr.right)
        match expr.op:
            case "+":
                return left + right
            case "-":
                return left - right
            case "*":
                return left * right
            case "%":
                return left - right * self._floor(left, right)
            case _:
                return self._floor(left, right)

    def _floor(self, left: Any, right: Any) -> Any:
        """Rounded down, as z3 divides where the divisor is above 0; for a divisor of 0 any value will do."""
        z3 = self._z3
        if z3.is_int_value(right) and right.as_long() > 0:
            return left / right
        return z3.If(right > 0, left / right, z3.If(right < 0, (-left) / (-right), z3.IntVal(0)))

    def _call(self, expr: Call) -> Any:
        z3 = self._z3
        first = self.of(expr.args[0])
        if expr.function == "rung":
            return self._rung(first, expr.args[1])
        second = self.of(expr.args[1])
        if expr.function in ("min", "max"):
            for arg in expr.args[1:]:
                other = self.of(arg)
                first = z3.If(
                    (first <= other) if expr.function == "min" else (first >= other), first, other
                )
            return first
        rounded = -self._floor(-first, second)
        return rounded if expr.function == "ceil_div" else rounded * second

    def _rung(self, number: Any, steps: Expr) -> Any:
        known = self._scope.domains[steps.dotted].known if isinstance(steps, Name) else None
        listed = sorted(known.numbers) if isinstance(known, Rungs) and known.numbers else [0]
        found = self._z3.IntVal(listed[-1])
        for step in reversed(listed[:-1]):
            found = self._z3.If(number <= step, self._z3.IntVal(step), found)
        return found

    def _name(self, name: str) -> Any:
        definition = self._scope.definitions.get(name)
        if definition is not None:
            return self.of(definition)
        if name in self._fixed:
            return self._literal(self._fixed[name])
        domain = self._scope.domains[name]
        made = self._z3.Bool(name) if isinstance(domain.known, Truth) else self._z3.Int(name)
        self._variables[name] = made
        self.limits += self._limits(name, made, domain)
        return made

    def _limits(self, name: str, made: Any, domain: Domain) -> list[Any]:
        z3 = self._z3
        match domain.known:
            case Interval() if domain.values:
                return [z3.Or([made == value for value in domain.values])]
            case Interval(lo, hi, step, offset):
                found = [made >= lo, made <= hi]
                return found if step <= 1 else [*found, made == step * z3.Int(f"{name}|") + offset]
            case Words():
                return [z3.Or([made == self._word(word) for word in sorted(domain.known.words)])]
            case Truth(may_be_true, may_be_false):
                return ([] if may_be_true else [z3.Not(made)]) + ([] if may_be_false else [made])
            case _:
                return []

    def _literal(self, value: Value) -> Any:
        if isinstance(value, bool):
            return self._z3.BoolVal(value)
        return self._z3.IntVal(self._word(value) if isinstance(value, str) else value)

    def _word(self, word: str) -> int:
        """A number for a dtype."""
        return self._words.setdefault(word, len(self._words))

    def values(self, model: Any, names: tuple[str, ...]) -> dict[str, Value] | None:
        """The values of names in a model; None where one is not a value of its domain."""
        found: dict[str, Value] = {}
        by_number = {number: word for word, number in self._words.items()}
        for name in names:
            domain = self._scope.domains[name]
            value: Value | None = self._fixed.get(name)
            if value is None and name not in self._variables:
                value = next(members(domain, domain.known), None)
            elif value is None:
                term = model.eval(self._variables[name], model_completion=True)
                number = (
                    self._z3.is_true(term) if isinstance(domain.known, Truth) else term.as_long()
                )
                value = by_number.get(number) if isinstance(domain.known, Words) else number
            if value is None:
                return None
            found[name] = value
        return found
