"""Writes statements for one block of a generated file, and notes what the block needs: locals and
imports.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import define, field, frozen

from arenagen.emit.cleared import cleared
from arenagen.emit.python.formulas import Printer
from arenagen.emit.python.names import constant_name, flag_name, let_name, param_name
from arenagen.emit.sure import Knowledge, knowledge
from arenagen.expressions import Expr, free_names

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from arenagen.dtypes import DType
    from arenagen.elaborate import Elaborated
    from arenagen.emit.cleared import Cleared
    from arenagen.emit.python.documents import Doc

LOCALS = {"v": "self.values", "p": "self.params", "f": "self.flags"}
"""Short names that a method begins with, as far as it uses them."""


@frozen(eq=False)
class Source:
    """A layout with what all its blocks look up."""

    layout: Elaborated
    known: Knowledge
    cleared: Cleared
    python: Mapping[str, str]
    """Python for each parameter, flag, constant and derived value."""

    def scribe(self, base: str = "self") -> Scribe:
        """A scribe for a new block; `base` is the object that has params, flags and values."""
        return Scribe(self, base)

    def dtype(self, name: str) -> DType:
        """A dtype by name."""
        return self.layout.dtypes[name]


def source(layout: Elaborated) -> Source:
    """What blocks of a layout look up."""
    written = layout.layout
    names = {param.name: f"p.{param_name(param.name)}" for param in written.params}
    names |= {flag.name: f"f.{flag_name(flag.name)}" for flag in written.flags}
    names |= {let.name: f"v.{let_name(let.name)}" for let in written.let}
    names |= {const.name: constant_name(const.name) for const in written.consts}
    return Source(layout, knowledge(layout), cleared(layout), names)


@frozen
class Variable:
    """A name of an expression's own: its Python, and its first and last value where they are known."""

    python: str
    ends: tuple[Expr, Expr] | None = None


@define(eq=False)
class Scribe:
    """Notes what one block uses. `imports` are names by module of the generated package."""

    source: Source
    base: str
    imports: dict[str, set[str]] = field(factory=dict)
    used: set[str] = field(factory=set)

    def need(self, module: str, name: str) -> str:
        """A name that is imported from a module."""
        self.imports.setdefault(module, set()).add(name)
        return name

    def printer(
        self,
        expr: Expr,
        guards: Sequence[Expr] = (),
        path: Callable[[str, str], str] | None = None,
        variables: Mapping[str, Variable] | None = None,
    ) -> Printer:
        """A printer for an expression behind guards.

        `path` gives the Python for a path and what is asked of it, `variables` that for names of
        the expression's own.
        """
        own = variables or {}
        paths = [name for name in free_names(expr) if "." in name]

        def name(dotted: str) -> str:
            if dotted in own:
                return own[dotted].python
            where, dot, asked = dotted.rpartition(".")
            if dot and path is not None:
                return path(where, asked)
            return self.name(dotted)

        ends = {name: variable.ends for name, variable in own.items()}
        known = self.source.known.along(ends, paths)
        doubts = known.doubts(expr, guards)
        return Printer(name, lambda helper: self.need("arithmetic", helper), doubts)

    def name(self, name: str) -> str:
        """Python for a name of the layout."""
        python = self.source.python[name]
        local, dot, _ = python.partition(".")
        if dot:
            self.used.add(local)
        else:
            self.need("constants", python)
        return python

    def doc(self, expr: Expr, guards: Sequence[Expr] = ()) -> Doc:
        """An expression as an argument."""
        return self.printer(expr, guards).doc(expr)

    def dtype(self, name: str) -> str:
        """Python for an element type: a constant, or what a parameter chooses."""
        if name not in self.source.layout.dtypes:
            self.need("constants", "DTYPES")
            return f"DTYPES[{self.name(name)}]"
        return self.need("constants", constant_name(name))

    def prelude(self) -> list[str]:
        """Statements that give the short names that were used."""
        return [
            f"{short} = {self.base}{full.removeprefix('self')}"
            for short, full in LOCALS.items()
            if short in self.used
        ]

    def absorb(self, others: Iterable[Scribe]) -> None:
        """Takes over what other blocks import."""
        for other in others:
            for module, names in other.imports.items():
                self.imports.setdefault(module, set()).update(names)
