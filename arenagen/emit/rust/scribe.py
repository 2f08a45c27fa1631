"""What the blocks of generated Rust look up, and a writer for the bodies of their functions."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from attrs import define, field, frozen

from arenagen.emit.cleared import cleared
from arenagen.emit.rust.formulas import INDENT, WIDTH, Printer
from arenagen.emit.rust.lines import array
from arenagen.emit.rust.names import constant_name, value_name
from arenagen.emit.sure import Knowledge, knowledge
from arenagen.expressions import Expr, Int, Name, free_names
from arenagen.expressions.analysis import Scope

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from arenagen.elaborate import Elaborated
    from arenagen.emit.cleared import Cleared
    from arenagen.emit.rust.settings import Engine

Ends = tuple[Expr, Expr] | None
"""First and last value of a variable, where they are known."""


@frozen(eq=False)
class Source:
    """A layout with what all its blocks look up.

    `rust` has the Rust for each parameter, flag, constant and derived value; that of a derived
    value which may have none ends in `?`. `carved` are the names that callers lay parts out for.
    """

    layout: Elaborated
    engine: Engine
    known: Knowledge
    cleared: Cleared
    rust: Mapping[str, str]
    carved: tuple[str, ...]

    def scribe(self) -> Scribe:
        """A scribe for a new block."""
        return Scribe(self)


def source(layout: Elaborated, engine: Engine) -> Source:
    """What the blocks of a layout look up."""
    written = layout.layout
    carved = tuple(dict.fromkeys(name for node in layout.nodes() for name in node.written.carve))
    names = {item.name: f"v.{value_name(item.name)}" for item in (*written.params, *written.flags)}
    names |= {const.name: f"constants::{constant_name(const.name)}" for const in written.consts}
    made = Source(layout, engine, _careful(layout, carved), cleared(layout), names, carved)
    for name, value in layout.scope.definitions.items():
        mark = "?" if made.scribe().may_fail(value) else ""
        names[name] = f"v.{value_name(name)}{mark}"
    return made


def _careful(layout: Elaborated, carved: Sequence[str]) -> Knowledge:
    """What is known when callers also lay parts out for smaller values than the domain has."""
    known = knowledge(layout)
    if not carved:
        return known
    ends = {name: (Int(0), Name((name,))) for name in carved}
    wider = known.along(ends, ()).scope.domains
    definitions = {n: e for n, e in known.scope.definitions.items() if n not in carved}
    return Knowledge(Scope(wider, definitions))


@define(eq=False)
class Scribe:
    """Notes what one block imports: names by module of the generated code, or of `std`."""

    source: Source
    imports: dict[str, set[str]] = field(factory=dict)

    def need(self, module: str, *names: str) -> None:
        """Names that are imported from a module."""
        self.imports.setdefault(module, set()).update(names)

    def use(self, kind: str, name: str) -> str:
        """Rust for a function or an element type, imported."""
        if kind == "cmp":
            self.need("std::cmp", name)
            return name
        if kind == "arithmetic":
            self.need("arithmetic", name)
            return name
        self.need("extents", "DType")
        return f"DType::{constant_name(name)}"

    def name(self, name: str) -> str:
        """Rust for a name of the layout."""
        rust = self.source.rust[name]
        if rust.startswith("constants::"):
            self.need("constants", "self")
        return rust

    def dtype(self, name: str) -> str:
        """Rust for an element type: a constant, or what a parameter chooses."""
        if name in self.source.layout.dtypes:
            return self.use("dtype", name)
        return self.name(name)

    def printer(
        self,
        expr: Expr,
        guards: Sequence[Expr] = (),
        path: Callable[[str, str], str] | None = None,
        variables: Mapping[str, tuple[str, Ends]] | None = None,
    ) -> Printer:
        """A printer for an expression behind guards.

        `path` gives the Rust for a path and what is asked of it, `variables` Rust and ends of names
        of the expression's own.
        """
        own = variables or {}

        def name(dotted: str) -> str:
            if dotted in own:
                return own[dotted][0]
            where, dot, asked = dotted.rpartition(".")
            if dot and path is not None:
                return path(where, asked)
            return self.name(dotted)

        paths = [dotted for dotted in free_names(expr) if "." in dotted]
        known = self.source.known.along({n: ends for n, (_, ends) in own.items()}, paths)
        return Printer(name, self.use, known.doubts(expr, guards))

    def may_fail(self, expr: Expr) -> bool:
        """Whether an expression may have no value, as far as is known."""
        printer = self.printer(expr)
        text = printer.value(expr, 10**6)
        return "?" in "".join([text, *printer.lines])


@define(eq=False)
class Body:
    """Writes the statements of one function; their lines begin at `column`."""

    scribe: Scribe
    column: int = INDENT
    lines: list[str] = field(factory=list)
    path: Callable[[str, str], str] | None = None
    variables: Mapping[str, tuple[str, Ends]] = field(factory=dict)
    number: int = 0

    def value(self, expr: Expr, room: int, guards: Sequence[Expr] = ()) -> str:
        """Rust for an expression in so many characters; statements that it needs are written."""
        return self._printed(expr, guards, lambda printer: printer.value(expr, room))

    def _printed(self, expr: Expr, guards: Sequence[Expr], run: Callable[[Printer], str]) -> str:
        printer = self.scribe.printer(expr, guards, self.path, self.variables)
        printer.column, printer.number = self.column, self.number
        text = run(printer)
        self.number = printer.number
        self.lines += printer.lines
        return text

    def put(self, *texts: str) -> None:
        """Lines at the column."""
        pad = " " * self.column
        self.lines += [pad + text for text in texts]

    def begin_if(self, expr: Expr, guards: Sequence[Expr] = ()) -> None:
        """Begins a block that runs where a condition holds."""
        test = self.value(expr, WIDTH - self.column - len("if  {"), guards)
        self.begin(f"if {test} {{")

    def begin(self, head: str) -> None:
        """Begins a block."""
        self.put(head)
        self.column += INDENT

    def end(self) -> None:
        """Ends a block."""
        self.column -= INDENT
        self.put("}")

    def array(self, before: str, items: Sequence[str], after: str) -> None:
        """A line with an array, or several."""
        self.lines += array(before, items, after, self.column)

    def result(self, expr: Expr) -> None:
        """The value of the function, a `Result`."""
        self.put(self._printed(expr, (), lambda printer: printer.result(expr)))

    @property
    def reads_values(self) -> bool:
        """Whether the statements look at any value."""
        return any(re.search(r"\bv\b", line) for line in self.lines)


__all__ = ["Body", "Ends", "Scribe", "Source", "source"]
