"""What `sizes` says about one buffer: its recipe, the function that sizes it, and its limits."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arenagen.emit.prose import sentence
from arenagen.emit.rust.builders import TreeWriter, numbers
from arenagen.emit.rust.lines import array, call, docs, literal, signature
from arenagen.emit.rust.names import variant_name
from arenagen.emit.rust.scribe import Body
from arenagen.expressions import Expr, Logic, Name, Not
from arenagen.model import Buffer
from arenagen.resolve.placement import buffer_align, twin_arena

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from arenagen.elaborate import Node
    from arenagen.emit.rust.scribe import Scribe

INDEX_LIMITS = {"i32": 2**31 - 1, "u32": 2**32 - 1, "i64": 2**63 - 1}
"""The last index that each type can hold."""


def recipe_name(buffer: Node) -> str:
    """The constant that says how a buffer is sized."""
    return f"BUFFER_{buffer.name.upper()}"


def buffer_sizes(scribe: Scribe, buffer: Node) -> str:
    """The block of a buffer."""
    limits = list(_limits(scribe, buffer))
    lines = [*_recipe(scribe, buffer, bool(limits)), "", *_build(scribe, buffer)]
    return "\n".join([*lines, *([""] if limits else []), *limits])


def _recipe(scribe: Scribe, buffer: Node, limited: bool) -> Iterator[str]:
    scribe.need("placement", "Recipe", *([] if limited else ["no_limits"]))
    written = buffer.written
    assert isinstance(written, Buffer)  # noqa: S101 - only roots are asked
    layout = scribe.source.layout
    arena = next(a for a in layout.arenas if a.name == layout.arena_of(buffer))
    rank = [cls.name for cls in layout.classes].index(buffer.reset)
    twin = "" if written.mirror is None else twin_arena(arena.name, written.mirror)
    yield from docs([sentence(written.doc)], 0)
    yield f"pub(super) const {recipe_name(buffer)}: Recipe = Recipe {{"
    names = [literal(node.identifier) for node in buffer.walk()]
    yield from array("names: &", names, ",", 4)
    yield f"    arena: {literal(arena.name)},"
    yield f"    twin: {literal(twin)},"
    yield f"    align: {buffer_align(arena, buffer)},"
    yield f"    rank: {rank if arena.order == 'class' else 0},"
    yield f"    placeholder: {written.placeholder or 0},"
    yield f"    build: size_{buffer.name},"
    yield f"    limits: {f'limits_{buffer.name}' if limited else 'no_limits'},"
    yield "};"


def _build(scribe: Scribe, buffer: Node) -> Iterator[str]:
    scribe.need("arithmetic", "Fault")
    scribe.need("parts", "Builder", "Spec", "SPEC")
    scribe.need("values", "Values")
    body = Body(scribe, path=_builder_path(scribe))
    TreeWriter(body, numbers(buffer)).write(buffer)
    values = "v" if body.reads_values else "_"
    yield f"fn size_{buffer.name}({values}: &Values, b: &mut Builder) -> Result<(), Fault> {{"
    yield from body.lines
    yield from ("    Ok(())", "}")


def _builder_path(scribe: Scribe) -> Callable[[str, str], str]:
    def path(where: str, asked: str) -> str:
        method = "end_of" if asked == "end" else asked
        return f"b.{method}({literal(scribe.source.layout.by_path[where].identifier)})"

    return path


def _limits(scribe: Scribe, buffer: Node) -> Iterator[str]:
    """The function that checks budgets, index widths and required parts, if there are any."""
    number = numbers(buffer)
    body = Body(scribe)
    for node in buffer.walk():
        written = node.written
        place = f"Buffer::{variant_name(buffer.name)}, {number[node]}"
        if written.required_when is not None:
            _required(body, node, place, written.required_when)
        if written.budget is None and written.index is None:
            continue
        body.begin(f"if layout.exists({place}) {{")
        if written.budget is not None:
            _budget(body, node, place, written.budget)
        if written.index is not None:
            _index(body, node, place, written.index)
        body.end()
    if not body.lines:
        return
    scribe.need("placement", "Faults", "Layout")
    scribe.need("table", "Buffer")
    values = "v" if body.reads_values else "_"
    args = [f"{values}: &Values", "layout: &Layout", "faults: &mut Faults"]
    yield from signature(f"fn limits_{buffer.name}", args, " -> Result<(), Fault> {")
    yield from body.lines
    yield from ("    Ok(())", "}")


def _required(body: Body, node: Node, place: str, when: Expr) -> None:
    body.scribe.need("checks", "missing")
    body.path = lambda _, asked: f"layout.{asked}({place})"
    body.begin_if(Logic("and", Not(Name((*node.path, "exists"))), when))
    body.lines += call("missing", ["faults", literal(node.dotted)], ";", body.column)
    body.end()


def _budget(body: Body, node: Node, place: str, budget: Expr) -> None:
    body.scribe.need("checks", "over_budget")
    most = body.value(budget, 60, node.guards)
    body.put(f"let bytes = layout.extent({place}).bytes;")
    args = ["faults", literal(node.dotted), "bytes", most]
    body.lines += call("over_budget", args, ";", body.column)


def _index(body: Body, node: Node, place: str, index: str) -> None:
    body.scribe.need("checks", "not_indexable")
    width, _, unit = index.partition("_")
    args = ["faults", "layout", f"({place})", str(INDEX_LIMITS[width]), "true" if unit else "false"]
    body.lines += call("not_indexable", args, ";", body.column)
