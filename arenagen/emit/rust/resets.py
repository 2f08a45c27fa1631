"""Blocks of generated resets: what each routine clears of a buffer, and the methods of routines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arenagen.emit.routine_docs import routine_texts
from arenagen.emit.rust.builders import numbers
from arenagen.emit.rust.lines import call, docs, signature
from arenagen.emit.rust.names import (
    argument_name,
    constant_name,
    field_name,
    method_name,
    routine_variant,
    variant_name,
)
from arenagen.emit.rust.scribe import Body
from arenagen.encoding import is_zero, pattern
from arenagen.expressions import Expr
from arenagen.model import Buffer

if TYPE_CHECKING:
    from collections.abc import Iterator

    from arenagen.elaborate import Mode, Node, Plan
    from arenagen.emit.rust.scribe import Scribe, Source
    from arenagen.model import FillValue

ON_CREATE = "Routine::OnCreate"
BY_ROWS = ("live", "padding")


def clears(scribe: Scribe, buffer: Node) -> str:
    """The block of a buffer; empty where nothing ever clears it."""
    number = numbers(buffer)
    body = Body(scribe)
    lives: list[str] = []
    for node in buffer.walk():
        found = _writes(scribe, node)
        if not found:
            continue
        writer = ClearWriter(body, node, f"(Buffer::{variant_name(buffer.name)}, {number[node]})")
        if node.live_rows is not None and any(mode in BY_ROWS for _, mode in found):
            lives += ["", *_live(scribe, node, node.live_rows)]
        for routine, mode in found:
            writer.write(routine, mode)
    if not body.lines:
        return ""
    scribe.need("arithmetic", "Checked")
    scribe.need("clearing", "Clearing")
    scribe.need("table", "Buffer", "Routine")
    values = ["    let v = c.values;"] if body.reads_values else []
    lines = [
        *docs([f"What is cleared of {buffer.name}."], 0),
        f"pub(super) fn clear_{buffer.name}(c: &mut Clearing) -> Checked<()> {{",
        *values,
        *body.lines,
        "    Ok(())",
        "}",
        *lives,
    ]
    return "\n".join(lines)


def _writes(scribe: Scribe, node: Node) -> list[tuple[str, Mode]]:
    """The routines that clear a node, with the part they clear."""
    cleared = scribe.source.cleared
    modes = cleared.modes.get(node, {})
    found: list[tuple[str, Mode]] = [
        (f"Routine::{routine_variant(name)}", mode) for name, mode in modes.items()
    ]
    return [*found, *([(ON_CREATE, "whole")] if node in cleared.created else [])]  # type: ignore[list-item]


def _live(scribe: Scribe, node: Node, rows: Expr) -> Iterator[str]:
    """The function that gives live rows for a live count of the axis."""
    scribe.need("arithmetic", "Checked")
    scribe.need("values", "Values")
    body = Body(scribe, variables={node.axis or "": ("count", None)})
    body.result(rows)
    values = "v" if body.reads_values else "_"
    count = "count" if any("count" in line for line in body.lines) else "_"
    yield from docs([f"Rows of {node.dotted} that a pass may touch."], 0)
    args = [f"{values}: &Values", f"{count}: i64"]
    yield from signature(f"fn live_{node.identifier}", args, " -> Checked<i64> {")
    yield from body.lines
    yield "}"


class ClearWriter:
    """Writes what is cleared of one node; `place` is its buffer and number."""

    def __init__(self, body: Body, node: Node, place: str) -> None:
        self.body = body
        self.node = node
        self.place = place

    def write(self, routine: str, mode: Mode) -> None:
        """The statement for one routine."""
        value = self._value(mode)
        if isinstance(value, Expr) or (len(self.node.dtypes) > 1 and not is_zero(value)):
            self.body.begin(f"if c.runs({routine}, {self.place}) {{")
            self._call(routine, mode, self._worked_out(value))
            self.body.end()
            return
        self._call(routine, mode, _bytes(self.node, value))

    def _value(self, mode: Mode) -> int | float | Expr:
        written = self.node.written
        value: FillValue = self.node.fill
        if mode == "padding" and isinstance(written, Buffer):
            value = written.pad
        assert not isinstance(value, str)  # noqa: S101 - "keep" is never a target
        return value

    def _worked_out(self, value: int | float | Expr) -> str:
        """Statements that find the pattern at run time, and its name."""
        dtype = self.body.scribe.dtype(self.node.dtype or "")
        if isinstance(value, Expr):
            self.body.scribe.need("patterns", "encode")
            number = self.body.value(value, 40, self.node.guards)
            self.body.put(f"let pattern = encode({dtype}, {number})?;")
            return "pattern.bytes()"
        self.body.scribe.need("clearing", "pick")
        self.body.scribe.need("extents", "DType")
        pairs = [
            f"(DType::{constant_name(one.name)}, {_listed(pattern(one, value))})"
            for one in self.node.dtypes
        ]
        self.body.array("let patterns: &[(DType, &[u8])] = &", pairs, ";")
        return f"pick({dtype}, patterns)"

    def _call(self, routine: str, mode: Mode, value: str) -> None:
        args = [routine, self.place]
        mark = ""
        if mode in BY_ROWS:
            mark = "?"
            if self.node.live_rows is None:
                self.body.scribe.need("clearing", "all_live")
                args.append("all_live")
            else:
                args.append(f"live_{self.node.identifier}")
        self.body.lines += call(f"c.{mode}", [*args, value], f"{mark};", self.body.column)


def _bytes(node: Node, value: int | float) -> str:
    """A constant pattern."""
    if is_zero(value) or not node.dtypes:
        return "&[0]" if is_zero(value) else f"&[{int(value)}]"
    return _listed(pattern(node.dtypes[0], value))


def _listed(raw: bytes) -> str:
    """Bytes of a pattern, one where all are equal."""
    short = raw[:1] if len(set(raw)) == 1 else raw
    return f"&[{', '.join(str(byte) for byte in short)}]"


def routine_method(source: Source, plan: Plan) -> str:
    """The method of a routine."""
    variant = f"Routine::{routine_variant(plan.routine.name)}"
    args = ["&self", source.engine.gpu, "stream: Stream"]
    names = arguments(plan)
    args += [f"{name}: {kind}" for name, kind in names]
    lines = [
        "impl Arena {",
        *docs(routine_texts(source.layout, plan), 4),
        *signature(f"pub fn {method_name(plan.routine.name)}", args, " -> Result<()> {", 4),
        *_counts(plan, [name for name, _ in names]),
        f"        self.routine(Device(gpu), {variant}, counts, stream)",
        "    }",
        "}",
    ]
    return "\n".join(lines)


def arguments(plan: Plan) -> list[tuple[str, str]]:
    """Names and types of what a routine is told."""
    axis = argument_name(plan.axis or "")
    match plan.routine.range:
        case "live":
            return [(axis, "usize")]
        case "padding":
            return [(axis, "usize"), (argument_name(f"padded_{plan.axis}"), "usize")]
        case "rows":
            return [("rows", "&[usize]")]
    return []


def _counts(plan: Plan, names: list[str]) -> list[str]:
    if not names:
        return ["        let counts = Counts::default();"]
    most = f"self.params().axes().{field_name(plan.axis or '')}"
    made = {"live": "live", "padding": "padded", "rows": "single"}[plan.routine.range]
    inner = [*names, most]
    lines = [f"        let most = {most};"]
    inner[-1] = "most"
    refusal = f"self.checked(Counts::{made}({', '.join(inner)}))?"
    return [*lines, f"        let counts = {refusal};"]
