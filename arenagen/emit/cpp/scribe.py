"""What blocks of generated C++ look up: names of the layout, and printers for expressions.

May import expressions, model and elaborate.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from arenagen.emit.cleared import Cleared, cleared
from arenagen.emit.cpp.formulas import Printer
from arenagen.emit.cpp.lines import call
from arenagen.emit.cpp.names import constant_name, dtype_name, extent_name, value_name

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from arenagen.elaborate import Elaborated
    from arenagen.expressions import Expr


@frozen(eq=False)
class Source:
    """A layout, and the C++ for each parameter, flag, constant and derived value behind `values`, which is `v.` or
    `this->`.
    """

    layout: Elaborated
    cleared: Cleared

    def printer(
        self,
        values: str = "v.",
        variables: Mapping[str, str] | None = None,
        sizes: str = "s.",
    ) -> Printer:
        """A printer; `variables` are names of the expression's own, `sizes` is what members of `Sizes` are asked of."""
        own = variables or {}

        def number(text: str) -> str:
            return call(f"{values}number", [text])

        def name(dotted: str) -> str:
            if dotted in own:
                return own[dotted]
            where, dot, asked = dotted.rpartition(".")
            return (
                self._path(where, asked, sizes, number)
                if dot
                else self._name(dotted, values, number)
            )

        return Printer(name, lambda dtype: f"DType::{dtype_name(dtype)}", number)

    def _name(self, name: str, values: str, number: Callable[[str], str]) -> str:
        consts = self.layout.scope.consts
        if name not in consts:
            return f"{values}{value_name(name)}()"
        constant = f"constants::{constant_name(name)}"
        value = consts[name]
        return constant if isinstance(value, bool | tuple) else number(constant)

    def _path(self, where: str, asked: str, sizes: str, number: Callable[[str], str]) -> str:
        node = self.layout.by_path[where]
        extent = f"{sizes}{extent_name(node.identifier)}"
        if asked == "exists":
            return f"{extent}.exists"
        if asked == "offset":
            return number(call("inside", [extent, f"{sizes}{extent_name(node.buffer)}"]))
        return number(f"{extent}.end()" if asked == "end" else f"{extent}.{asked}")

    def text(self, expr: Expr) -> str:
        """An expression over the values `v` and the sizes `s`."""
        return self.printer().text(expr)

    def typed(self, expr: Expr) -> str:
        """The same, a `Number` where it is a whole number."""
        return self.printer().typed(expr)

    def dtype(self, name: str) -> str:
        """An element type, or what a parameter chooses."""
        if name in self.layout.dtypes:
            return f"DType::{dtype_name(name)}"
        return f"v.{value_name(name)}()"


def source(layout: Elaborated) -> Source:
    """What blocks of a layout look up."""
    return Source(layout, cleared(layout))
