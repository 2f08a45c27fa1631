"""Expressions made ready to run: compiled once, each with the place to name when it has no value."""

from __future__ import annotations

from collections.abc import Mapping

from arenagen.diagnostics import Diagnostic, Place
from arenagen.expressions import Bindings, EvaluationError, Expr, compile_expression
from arenagen.model import KeyPath
from arenagen.resolve.model import Value

Environment = Bindings
"""Values by name; a derived value that has none refuses only when something looks at it."""


class FaultError(Exception):
    """Something has no value or no size; carries the diagnostic."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(diagnostic.message)
        self.diagnostic = diagnostic


class Formula:
    """One compiled expression of a layout."""

    __slots__ = ("_run", "where")

    def __init__(self, expr: Expr, where: KeyPath) -> None:
        self._run = compile_expression(expr)
        self.where = where

    def __call__(self, env: Mapping[str, Value]) -> Value:
        """Its value; FaultError where it has none."""
        try:
            return self._run(env)
        except EvaluationError as fault:
            where = ("let", fault.via[-1], "value") if fault.via else self.where
            place = Place(where, span=fault.span)
            diagnostic = Diagnostic(fault.code, fault.message, place, hint=fault.hint)
            raise FaultError(diagnostic) from None

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
