"""Blocks of generated resets: what is cleared in a buffer, and the routines with what they clear
and what they leave.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from arenagen.elaborate.selection import reset_units
from arenagen.emit.python.builders import METHOD
from arenagen.emit.python.documents import INDENT, Doc, call, printed, row, sequence
from arenagen.emit.python.names import argument_name, extent_name, routine_constant
from arenagen.emit.python.text import docstring, literal
from arenagen.emit.routine_docs import routine_texts
from arenagen.expressions import Expr
from arenagen.model import Buffer, FillValue

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from arenagen.elaborate import Mode, Node, Plan
    from arenagen.emit.python.scribe import Scribe, Source


def clears(scribe: Scribe, buffer: Node) -> str:
    """Statements that yield a buffer, or its parts, with their reset class and the routines that
    clear them.
    """
    cleared = scribe.source.cleared
    units = set(reset_units(buffer))
    found = (
        node
        for node in buffer.walk()
        if node in cleared.modes or node in cleared.created or node in units
    )
    return "\n".join(line for node in found for line in _yielded(scribe, node))


def _yielded(scribe: Scribe, node: Node) -> Iterator[str]:
    """The record of a node; behind a condition where its values may only be looked at if it exists."""
    values = [node.fill]
    if isinstance(node.written, Buffer):
        values.append(node.written.pad)
    column = INDENT
    if node.guards and any(isinstance(value, Expr) for value in values):
        yield f"{' ' * column}if s.{extent_name(node.identifier)}.exists:"
        column += INDENT
    yield " " * column + printed(row("yield ", _clear(scribe, node)), column)


def _clear(scribe: Scribe, node: Node) -> Doc:
    """The record of one node."""
    cleared = scribe.source.cleared
    modes = cleared.modes.get(node, {})
    items: list[Doc] = [f"{literal(name)}: {literal(mode)}" for name, mode in modes.items()]
    if node in cleared.created:
        items.append(f'{scribe.need("arenagen.runtime.routine", "ON_CREATE")}: "whole"')
    extent = f"s.{extent_name(node.identifier)}"
    args: list[Doc] = [extent, literal(node.reset)]
    kept: list[Doc] = ["kept=True"] if node.reset in cleared.kept else []
    if not items:
        return call("Clear", [*args, *kept])
    args.append(sequence("{", items, "}"))
    args += _value(scribe, node, "fill", node.fill)
    if "padding" in modes.values():
        written = node.written
        pad = written.pad if isinstance(written, Buffer) else node.fill
        args += _value(scribe, node, "pad", pad)
    return call("Clear", [*args, *kept])


def _value(scribe: Scribe, node: Node, key: str, value: FillValue) -> list[Doc]:
    if value == 0 or isinstance(value, str):
        return []
    if isinstance(value, Expr):
        return [row(f"{key}=", scribe.doc(value, node.guards))]
    return [f"{key}={literal(value)}"]


RUNTIME_TYPES = {"int": "Count", "Iterable[int]": "RowNumbers"}
"""What methods take in place of plain numbers: also those in memory of the device."""


@frozen(eq=False)
class RoutineView:
    """A routine as the template writes it: a constant, a pure function and a method."""

    name: str
    constant: str
    definition: str
    function_head: str
    function_doc: str
    function_body: str
    method_head: str
    method_doc: str
    method_body: str


def routine_view(source: Source, plan: Plan) -> RoutineView:
    """The texts of a routine."""
    routine = plan.routine
    constant = routine_constant(routine.name)
    names = _arguments(plan)
    plain = [f"{name}: {kind}" for name, kind in names]
    typed = [f"{name}: {RUNTIME_TYPES[kind]}" for name, kind in names]
    chosen = _chosen([name for name, _ in names], routine.range)
    args = [literal(routine.name), literal(routine.range)]
    args += [literal(plan.axis)] if names and plan.axis is not None else []
    ranges: list[Doc] = ["s", "clears(s)", *([chosen] if names else [])]
    function = row(
        call(f"def {routine.name}_ranges", ["s: Sizes", *plain]), " -> tuple[Fill, ...]:"
    )
    method = row(
        call(f"def {extent_name(routine.name)}", ["self", *typed, "*", "stream: object = None"]),
        " -> None:",
    )
    return RoutineView(
        name=routine.name,
        constant=constant,
        definition=printed(row(f"{constant}: Final = ", call("Routine", args))),
        function_head=printed(function),
        function_doc=docstring([f"What {routine.name} writes, by arena and offset."], INDENT),
        function_body=printed(row("return ", call(f"{constant}.ranges", ranges)), INDENT),
        method_head=printed(method, INDENT),
        method_doc=docstring(routine_texts(source.layout, plan), METHOD),
        method_body=printed(call("self._clear", [constant, chosen, "stream"]), METHOD),
    )


def _arguments(plan: Plan) -> list[tuple[str, str]]:
    """Names and types of what a routine is told."""
    axis = argument_name(plan.axis or "")
    match plan.routine.range:
        case "live":
            return [(axis, "int")]
        case "padding":
            return [(axis, "int"), (f"padded_{plan.axis}", "int")]
        case "rows":
            return [("rows", "Iterable[int]")]
    return []


def _chosen(names: Sequence[str], mode: Mode) -> Doc:
    if mode == "rows":
        return "rows"
    return sequence("(", list(names), ")") if names else "()"
