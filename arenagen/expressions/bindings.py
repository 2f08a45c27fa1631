"""Values for names, those of definitions worked out from them.

A definition without a value does no harm until something looks at it: what is guarded by a
condition is never looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from arenagen.expressions.compiled import compile_expression
from arenagen.expressions.errors import EvaluationError
from arenagen.expressions.evaluate import Value
from arenagen.expressions.naming import dependency_order
from arenagen.expressions.nodes import Expr

Compiler = Callable[[Expr], Callable[[Mapping[str, Value]], Value]]


class Bindings(dict[str, Value]):
    """An environment for `evaluate` and compiled expressions.

    Looking up a definition that has no value for these values raises the EvaluationError that says
    why, with the definition's name in `via`; an unknown name raises KeyError.
    """

    def __init__(self, values: Mapping[str, Value]) -> None:
        super().__init__(values)
        self.refused: dict[str, EvaluationError] = {}

    def __missing__(self, name: str) -> Value:
        if name in self.refused:
            raise self.refused[name].inside(name)
        raise KeyError(name)


class Definitions:
    """Named expressions that may use one another, prepared for many sets of values.

    `order` names them each after those that it uses; `cycle` holds the names along a cycle if there
    is one. What is on a cycle or uses one is left out of the order and has no value.
    """

    def __init__(
        self, definitions: Mapping[str, Expr], compiler: Compiler = compile_expression
    ) -> None:
        self.expressions = dict(definitions)
        self.order, self.cycle = dependency_order(definitions)
        self._compiled = tuple((name, compiler(definitions[name])) for name in self.order)

    def bind(self, values: Mapping[str, Value]) -> Bindings:
        """The values together with those of all definitions that have one."""
        bindings = Bindings(values)
        for name, compiled in self._compiled:
            try:
                bindings[name] = compiled(bindings)
            except EvaluationError as refusal:
                bindings.refused[name] = refusal.with_traceback(None)
            except KeyError:
                continue
        return bindings
