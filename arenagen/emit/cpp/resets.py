"""Blocks of what routines clear, and the methods of routines.

May import dtypes, encoding, expressions, model and elaborate.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from arenagen.dtypes import DType
from arenagen.emit.cpp.lines import braced, call, comment, function, indented, literal
from arenagen.emit.cpp.mixins import Entry
from arenagen.emit.cpp.names import argument_name, dtype_name, extent_name, routine_name, value_name
from arenagen.emit.routine_docs import routine_texts
from arenagen.encoding import is_zero, pattern
from arenagen.expressions import Expr
from arenagen.model import Buffer, FillValue

if TYPE_CHECKING:
    from collections.abc import Iterator

    from arenagen.elaborate import Elaborated, Node, Plan
    from arenagen.emit.cpp.scribe import Source

EACH: Final = (
    "template <class Clear>\n"
    "static void each([[maybe_unused]] const Sizes &s, [[maybe_unused]] Values &v, [[maybe_unused]] Clear &clear)"
)
ON_CREATE: Final = "ON_CREATE"
ZERO: Final = "Pattern()"


def routine_constant(name: str) -> str:
    """The number of a routine, in a namespace of its own."""
    return f"routines::{routine_name(name)}"


def clear_entry(source: Source, buffer: Node) -> Entry | None:
    """What is cleared of a buffer, and by which routines; None where nothing is."""
    found = [
        node
        for node in buffer.walk()
        if node in source.cleared.modes or node in source.cleared.created
    ]
    lines = [line for node in found for line in _cleared(source, node)]
    if not lines:
        return None
    group = source.layout.group_of.get(buffer.name, "")
    return Entry(buffer.name, group, (), {EACH: tuple(lines)})


def _cleared(source: Source, node: Node) -> Iterator[str]:
    modes = source.cleared.modes.get(node, {})
    listed = [braced([routine_constant(name), f"Mode::{mode}"]) for name, mode in modes.items()]
    if node in source.cleared.created:
        listed.append(braced([ON_CREATE, "Mode::whole"]))
    fill = _pattern(source, node, node.fill)
    pad = ZERO
    if "padding" in modes.values():
        written = node.written
        pad = _pattern(source, node, written.pad if isinstance(written, Buffer) else node.fill)
    extent = f"s.{extent_name(node.identifier)}"
    args = [extent, braced(listed), fill, pad]
    if node.live_rows is not None and set(modes.values()) & {"live", "padding"}:
        axis = argument_name(node.axis or "")
        text = source.printer(variables={node.axis or "": axis}).typed(node.live_rows)
        args.append(f"[&]([[maybe_unused]] Number {axis}) {{ return {text}; }}")
    lines = [f"{call('clear', args)};"]
    if node.guards and "v." in lines[0]:
        # Values may only be looked at where it exists.
        lines = [f"if ({extent}.exists) {{", *indented(lines), "}"]
    yield from lines


def _pattern(source: Source, node: Node, value: FillValue) -> str:
    """The pattern for a value, which the element type may decide on."""
    if isinstance(value, str) or (not isinstance(value, Expr) and is_zero(value)):
        return ZERO
    extent = f"s.{extent_name(node.identifier)}"
    if isinstance(value, Expr):
        return call(
            "encoded", ["v.fault()", f"{extent}.name", f"{extent}.dtype", source.text(value)]
        )
    *others, last = node.dtypes or (DType("u8", 8, "uint"),)
    text = _constant(last, value)
    for dtype in reversed(others):
        chosen = f"v.{value_name(node.dtype or '')}() == DType::{dtype_name(dtype.name)}"
        text = f"{chosen} ? {_constant(dtype, value)} : {text}"
    return text


def _constant(dtype: DType, value: int | float) -> str:
    raw = pattern(dtype, value)
    return call("pattern", [f"{int.from_bytes(raw, 'little'):#x}u", str(len(raw))])


def typed_patterns(layout: Elaborated) -> bool:
    """Whether something may be cleared to a value that one byte cannot express."""
    return any(
        _typed(dtype, value)
        for node in layout.nodes()
        for value in (node.fill, *((node.written.pad,) if isinstance(node.written, Buffer) else ()))
        for dtype in node.dtypes
    )


def _typed(dtype: DType, value: FillValue) -> bool:
    """Whether elements of a type need several bytes for a value; any may be what an expression comes to."""
    if isinstance(value, Expr):
        return dtype.granule[1] > 1 and dtype.family != "block"
    return not isinstance(value, str) and not is_zero(value) and len(pattern(dtype, value)) > 1


def routine_lines(source: Source, plan: Plan) -> list[str]:
    """The method of a routine."""
    name = routine_name(plan.routine.name)
    arguments, body = _told(plan)
    if plan.counts_rows and plan.axis is not None:
        body = [
            "Fault fault;",
            *body,
            f"return this->run({routine_constant(plan.routine.name)}, counts, stream, fault);",
        ]
    else:
        body = [f"return this->run_kept(kept_[{routine_constant(plan.routine.name)}], stream);"]
    head = f"Outcome {name}({', '.join([*arguments, 'Stream stream = {}'])})"
    return [*comment(routine_texts(source.layout, plan), 1), *function(head, body)]


def _told(plan: Plan) -> tuple[list[str], list[str]]:
    """Arguments of a routine, and the statements that check them."""
    axis = argument_name(plan.axis or "")
    most = f"this->sizes().axes.{axis}"
    live = ["Counts counts;", f"counts.live = {axis};"]
    check = f"{call('check_count', ['fault', literal(plan.axis or ''), axis, most])};"
    padded = argument_name(f"padded_{plan.axis}")
    match plan.routine.range:
        case "live":
            return [f"std::int64_t {axis}"], [*live, check]
        case "padding":
            more = [f"counts.padded = {padded};", check]
            more.append(f"{call('check_count', ['fault', literal(padded), padded, most])};")
            more.append(
                f"{call('check_count', ['fault', literal(plan.axis or ''), axis, padded])};"
            )
            return [f"std::int64_t {axis}", f"std::int64_t {padded}"], [*live, *more]
        case "rows":
            one = call("check_count", ["fault", literal("rows"), "row", f"{most} - 1"])
            lines = [
                "Counts counts;",
                "counts.rows = rows.data();",
                "counts.row_count = rows.size();",
            ]
            lines += ["for (const std::int64_t row : rows) {", f"    {one};", "}"]
            return ["const std::vector<std::int64_t> &rows"], lines
    return [], []
