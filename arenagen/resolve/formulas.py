"""Expressions made ready to run: compiled once, each with the place to name when it has no value."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from arenagen.diagnostics import Diagnostic, Place
from arenagen.expressions import EvaluationError, Expr, compile_expression
from arenagen.model import KeyPath
from arenagen.resolve.model import Value


class FaultError(Exception):
    """Something has no value or no size; carries the diagnostic."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(diagnostic.message)
        self.diagnostic = diagnostic


class Environment(dict[str, Value]):
    """Values by name; derived values are worked out when first asked for, so only under their users' guards."""

    __slots__ = ("_definitions",)

    def __init__(self, values: Mapping[str, Value], definitions: Mapping[str, Formula]) -> None:
        super().__init__(values)
        self._definitions = definitions

    def __missing__(self, name: str) -> Value:
        value = self[name] = self._definitions[name](self)
        return value


class Formula:
    """One compiled expression of a layout."""

    __slots__ = ("_run", "where")

    def __init__(self, expr: Expr, where: KeyPath) -> None:
        self._run: Callable[[Mapping[str, Value]], Value] = compile_expression(expr)
        self.where = where

    def __call__(self, env: Mapping[str, Value]) -> Value:
        """Its value; FaultError where it has none."""
        try:
            return self._run(env)
        except EvaluationError as fault:
            place = Place(self.where, span=fault.span)
            raise FaultError(
                Diagnostic(fault.code, fault.message, place, hint=fault.hint)
            ) from None

    def number(self, env: Mapping[str, Value]) -> int:
        """Its value as a whole number."""
        value = self(env)
        assert isinstance(value, int), "the rules have checked its type"  # noqa: S101
        return value

    def count(self, env: Mapping[str, Value], what: str) -> int:
        """Its value as a number of things; FaultError where it is negative."""
        value = self.number(env)
        if value < 0:
            raise FaultError(Diagnostic("AG510", f"{what} would be {value}", Place(self.where)))
        return value
