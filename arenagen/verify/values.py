"""Names and their values, worked out by the slow walk over expressions.

May import expressions, elaborate and the data classes of resolve.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import cast

from arenagen.elaborate import Elaborated
from arenagen.expressions import Bindings, Definitions, Expr, Value, evaluate
from arenagen.resolve.model import Resolved, ResolvedLayout


def names_of(layout: Elaborated, values: Mapping[str, Value]) -> Bindings:
    """Parameters, flags, constants and derived values by name."""
    return Definitions(layout.scope.definitions, lambda expr: partial(evaluate, expr)).bind(values)


def number(expr: Expr, names: Mapping[str, Value]) -> int:
    """The value of an expression that is a whole number."""
    return cast("int", evaluate(expr, names))


class Properties(Bindings):
    """Names, and what paths such as `scratch.decode.slots.at` say about parts of a resolved layout."""

    def __init__(self, names: Bindings, resolved: ResolvedLayout) -> None:
        super().__init__(names)
        self.refused = names.refused
        self.resolved = resolved

    def __missing__(self, name: str) -> Value:
        path, dot, asked = name.rpartition(".")
        if not dot:
            return super().__missing__(name)
        return self._property(self.resolved.nodes[path], asked)

    def _property(self, made: Resolved, asked: str) -> Value:
        if asked == "offset":
            start = self.resolved.buffers[made.node.buffer].offset or 0
            return made.offset - start if made.offset is not None else 0
        if asked == "end":
            return made.at + made.bytes
        return cast("Value", getattr(made, asked))
