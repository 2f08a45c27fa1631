"""What generated `Sizes` checks once everything has a size: limits of buffers, requirements, laws,
budgets of arenas.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import field, frozen

from arenagen.emit.negation import negated
from arenagen.emit.prose import sentence
from arenagen.emit.python.builders import METHOD
from arenagen.emit.python.documents import INDENT, Doc, bracketed, call, printed, row, sequence
from arenagen.emit.python.names import argument_name, extent_name
from arenagen.emit.python.scribe import Scribe, Variable
from arenagen.emit.python.text import at, docstring, literal, long_literal
from arenagen.expressions import Expr, Int, Logic, Name, Not, free_names_in_order, to_text
from arenagen.model import Law, Require

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from arenagen.elaborate import Elaborated, Node


def limit_statements(scribe: Scribe, buffer: Node) -> Iterator[str]:
    """Statements that yield what is wrong with a buffer's budget, index width or presence."""
    for node in buffer.walk():
        written = node.written
        extent = f"self.{extent_name(node.identifier)}"
        if written.required_when is not None:
            yield from _required(scribe, node, extent, written.required_when)
        if written.budget is None and written.index is None:
            continue
        yield from at(METHOD, f"if {extent}.exists:")
        if written.budget is not None:
            budget = scribe.doc(written.budget, node.guards)
            args = [literal(node.dotted), f"{extent}.bytes", budget]
            yield from at(METHOD + INDENT, _yielded(scribe, "over_budget", args, METHOD + INDENT))
        if written.index is not None:
            args = [extent, literal(written.index)]
            yield from at(METHOD + INDENT, _yielded(scribe, "not_indexable", args, METHOD + INDENT))


def _yielded(scribe: Scribe, helper: str, args: Sequence[Doc], column: int) -> str:
    scribe.need("checks", helper)
    return printed(row("yield from ", call(helper, args)), column)


def _required(scribe: Scribe, node: Node, extent: str, when: Expr) -> Iterator[str]:
    exists = Name((*node.path, "exists"))
    wrong = Logic("and", Not(exists), when)
    printer = scribe.printer(wrong, (), lambda _, asked: f"{extent}.{asked}")
    message = f"{node.dotted} is absent while its user is active"
    yield from at(METHOD, printer.statement("if ", wrong, ":", METHOD, "bool"))
    yield from at(METHOD + INDENT, f"yield {literal(message)}")


def statement_method(scribe: Scribe, item: Require | Law) -> str:
    """The method of `Sizes` that checks a requirement or law."""
    scribe.need("placement", "Check")
    scribe.need("collections.abc", "Iterator")
    writer = StatementWriter(scribe, item, _variables(item))
    loop, column = writer.loop()
    body = list(writer.body(column))
    prefix = "law" if isinstance(item, Law) else "require"
    lines = [
        *at(INDENT, "@Check", f"def _{prefix}_{item.name}(self) -> Iterator[str]:"),
        *at(METHOD, docstring([sentence(item.doc)], METHOD), *scribe.prelude()),
        *writer.locals(),
        *at(METHOD, *loop),
        *body,
    ]
    return "\n".join(lines)


def _variables(item: Require | Law) -> dict[str, Variable]:
    found: dict[str, Variable] = {}
    for name, (low, high) in item.forall if isinstance(item, Law) else ():
        taken = [variable.python for variable in found.values()]
        found[name] = Variable(argument_name(name, taken), (low, high))
    return found


@frozen(eq=False)
class StatementWriter:
    """Writes the check of one requirement or law."""

    scribe: Scribe
    item: Require | Law
    variables: Mapping[str, Variable]
    extents: dict[str, str] = field(factory=dict)

    def loop(self) -> tuple[list[str], int]:
        """The loop over the values of the variables, if any, and where its body begins."""
        if not self.variables:
            return [], METHOD
        ends: list[Doc] = []
        for variable in self.variables.values():
            low, high = variable.ends or (Int(0), Int(0))
            ends.append(sequence("(", [self.scribe.doc(low), self.scribe.doc(high)], ")"))
        names = [variable.python for variable in self.variables.values()]
        targets = f"({names[0]},)" if len(names) == 1 else ", ".join(names)
        self.scribe.need("checks", "points")
        head = row(f"for {targets} in ", call("points", ends), ":")
        return [printed(head, METHOD)], METHOD + INDENT

    def body(self, column: int) -> Iterator[str]:
        """The conditions, and what is yielded where they do not hold; one fault is enough for a
        law.
        """
        broken: Expr = negated(self.item.that)
        if self.item.when is not None:
            broken = Logic("and", self.item.when, broken)
        yield from at(column, self._condition(broken, column))
        column += INDENT
        words = self._words(column + INDENT)
        yield from at(column, printed(row("yield ", call("unmet", words)), column))
        if self.variables:
            yield from at(column, "return")

    def _condition(self, expr: Expr, column: int) -> str:
        printer = self.scribe.printer(expr, (), self._path, self.variables)
        return printer.statement("if ", expr, ":", column, "bool")

    def _words(self, column: int) -> list[Doc]:
        """What the message says: the statement, its reason, and the values it is about."""
        self.scribe.need("checks", "unmet")
        kind = "law" if isinstance(self.item, Law) else "requirement"
        values: list[Doc] = [
            row(f"{literal(name)}: ", self._value(name))
            for name in free_names_in_order(self.item.that)
        ]
        return [
            literal(f"{kind} {self.item.name}"),
            long_literal(to_text(self.item.that), column),
            long_literal(" ".join(self.item.doc.split()), column),
            sequence("{", values, "}") if values else "{}",
        ]

    def _value(self, name: str) -> Doc:
        if name in self.variables:
            return self.variables[name].python
        where, dot, asked = name.rpartition(".")
        if not dot:
            return self.scribe.name(name)
        return (
            call("inside", self._inside(where)) if asked == "offset" else self._path(where, asked)
        )

    def _path(self, where: str, asked: str) -> str:
        if asked == "offset":
            return f"inside({', '.join(self._inside(where))})"
        return f"{self._local(self.scribe.source.layout.by_path[where].identifier)}.{asked}"

    def _inside(self, where: str) -> tuple[str, str]:
        """A part and its buffer, whose places differ by the offset."""
        self.scribe.need("checks", "inside")
        node = self.scribe.source.layout.by_path[where]
        return self._local(node.identifier), self._local(node.buffer)

    def _local(self, identifier: str) -> str:
        """A short name for an extent; `extents` remembers it for the beginning of the method."""
        extent = extent_name(identifier)
        if extent not in self.extents:
            taken = [variable.python for variable in self.variables.values()]
            self.extents[extent] = argument_name(identifier, [*taken, *self.extents.values()])
        return self.extents[extent]

    def locals(self) -> Iterator[str]:
        """Statements that give extents their short names."""
        for name, local in self.extents.items():
            looked_up = bracketed("self.extents[", literal(name), "]")
            yield from at(METHOD, printed(row(f"{local} = ", looked_up), METHOD))


def arena_budgets(scribe: Scribe, layout: Elaborated) -> str:
    """The method of `Sizes` that checks the budgets of arenas; empty where there are none."""
    budgets = [(arena.name, arena.budget) for arena in layout.arenas if arena.budget is not None]
    if not budgets:
        return ""
    inner = scribe.source.scribe()
    calls = []
    for name, budget in budgets:
        args = [literal(f"arena {name}"), f"self.arenas[{literal(name)}].bytes", inner.doc(budget)]
        calls.append(_yielded(inner, "over_budget", args, METHOD))
    scribe.absorb([inner])
    scribe.need("placement", "Check")
    scribe.need("collections.abc", "Iterator")
    text = "No arena exceeds its budget."
    lines = [
        *at(INDENT, "@Check", "def _arena_budgets(self) -> Iterator[str]:"),
        *at(METHOD, docstring([text], METHOD), *inner.prelude(), *calls),
    ]
    return "\n".join(lines)
