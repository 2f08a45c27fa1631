"""What generated `Sizes` checks once everything has a size: limits of buffers, requirements, laws, budgets, values to
clear to.

May import expressions, model and elaborate.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from arenagen.emit.cpp.lines import call, comment, function, indented, literal
from arenagen.emit.cpp.mixins import Entry
from arenagen.emit.cpp.names import argument_name, extent_name
from arenagen.emit.negation import negated
from arenagen.emit.prose import sentence
from arenagen.expressions import Expr, Logic, to_text
from arenagen.model import Law, Require

if TYPE_CHECKING:
    from collections.abc import Iterator

    from arenagen.elaborate import Node
    from arenagen.emit.cpp.scribe import Source

REQUIRED: Final = "requirements"
LAST_INDEX: Final = {"i32": "2147483647", "u32": "4294967295", "i64": "9223372036854775807"}


def limit_lines(source: Source, buffer: Node) -> Iterator[str]:
    """Statements that report what is wrong with a buffer's budget, index width, presence or values to clear to."""
    for node in buffer.walk():
        extent = f"s.{extent_name(node.identifier)}"
        if node.written.required_when is not None:
            test = source.text(node.written.required_when)
            told = call(
                "v.fault().note",
                [literal("is absent while its user is active"), literal(node.dotted)],
            )
            yield from [
                f"if (!{extent}.exists) {{",
                f"    if ({test}) {{",
                f"        {told};",
                "    }",
                "}",
            ]
        lines = list(_present(source, node, extent))
        if lines:
            yield from [f"if ({extent}.exists) {{", *indented(lines), "}"]


def _present(source: Source, node: Node, extent: str) -> Iterator[str]:
    """What is asked of a node that exists."""
    written = node.written
    if written.budget is not None:
        args = ["v.fault()", literal(node.dotted), f"{extent}.bytes", source.text(written.budget)]
        yield f"{call('check_budget', args)};"
    if written.index is not None:
        width, _, unit = written.index.partition("_")
        args = ["v.fault()", extent, LAST_INDEX[width], str(bool(unit)).lower()]
        yield f"{call('check_index', args)};"
    for key in ("fill", "pad"):
        value = getattr(written, key, None)
        if isinstance(value, Expr) and node.dtype is not None:
            args = ["v.fault()", f"{extent}.name", f"{extent}.dtype", source.text(value)]
            yield f"{call('encoded', args)};"


def statement_entry(source: Source, item: Require | Law, check: str, sizes: str = "s") -> Entry:
    """The function that checks a requirement or law."""
    prefix = "law" if isinstance(item, Law) else "require"
    name = f"{prefix}_{item.name}"
    head = f"static constexpr void {name}([[maybe_unused]] const S &s, Values &v)"
    members = [
        *comment([sentence(item.doc)], 1),
        "template <class S>",
        *function(head, _body(source, item)),
    ]
    return Entry(item.name, REQUIRED, tuple(members), {check: (f"{name}({sizes}, v);",)})


def _body(source: Source, item: Require | Law) -> list[str]:
    forall = item.forall if isinstance(item, Law) else ()
    names: dict[str, str] = {}
    for name, _ in forall:
        names[name] = argument_name(name, names.values())
    printer = source.printer(variables=names)
    broken: Expr = negated(item.that)
    if item.when is not None:
        broken = Logic("and", item.when, broken)
    kind = "law" if isinstance(item, Law) else "requirement"
    reason = " ".join(item.doc.split())
    text = f"does not hold: {to_text(item.that)} ({reason})"
    told = call("v.fault().note", [literal(text), literal(f"{kind} {item.name}")])
    lines = [f"if ({printer.text(broken)}) {{", f"    {told};", "}"]
    if not forall:
        return lines
    lines = ["--left;", *lines]
    ends = ["std::int64_t left = MOST_POINTS;"]
    plain = source.printer()
    for i, (_, (low, high)) in enumerate(forall):
        ends.append(f"const Number first{i} = {plain.typed(low)};")
        ends.append(f"const std::int64_t steps{i} = steps(first{i}, {plain.text(high)});")
    for i, (name, _) in reversed(list(enumerate(forall))):
        variable = f"[[maybe_unused]] const Number {names[name]} = first{i} + i{i};"
        head = f"for (std::int64_t i{i} = 0; i{i} < steps{i} && left > 0 && !v.fault(); ++i{i}) {{"
        lines = [head, *indented([variable, *lines]), "}"]
    return [*ends, *lines]


def budget_lines(source: Source) -> list[str]:
    """Statements that check the budgets of arenas."""
    found = []
    for arena, number in zip(source.layout.arenas, range(len(source.layout.arenas)), strict=True):
        if arena.budget is not None:
            told = ["v.fault()", literal(f"arena {arena.name}"), f"made.arenas[{number}].bytes"]
            found.append(f"{call('check_budget', [*told, source.text(arena.budget)])};")
    return found
