"""Blocks of generated `Sizes`: everything it says about one buffer.

Lines are as they stand in the file; a block is inside the class, one level in.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from arenagen.emit.prose import sentence
from arenagen.emit.python.builders import METHOD, ROOT, Builder
from arenagen.emit.python.documents import INDENT, Doc, call, printed, row
from arenagen.emit.python.limits import limit_statements
from arenagen.emit.python.names import (
    extent_name,
    offsets_class,
    offsets_name,
    section_name,
    twin_name,
)
from arenagen.emit.python.scribe import Scribe, Variable
from arenagen.emit.python.text import at, docstring, literal
from arenagen.model import Buffer
from arenagen.resolve.placement import buffer_align

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from arenagen.elaborate import Elaborated, Node
    from arenagen.expressions import Expr


@frozen(eq=False)
class BufferSizes:
    """What `Sizes` says about one buffer: annotations of its extents, then methods and classes."""

    extents: tuple[str, ...]
    members: tuple[str, ...]


def buffer_sizes(scribe: Scribe, buffer: Node) -> BufferSizes:
    """The lines about a buffer; `scribe` notes what they import."""
    scribe.need("extents", "Extent")
    scribe.need("parts", "Uses")
    scribe.need("placement", "buffer")
    live = _live_names(buffer)
    members = [list(_build(scribe, buffer, live)), list(_check(scribe, buffer))]
    members += [list(_live(scribe, node, live[node.live_rows])) for node in _first_live(buffer)]
    for node in buffer.walk():
        if sectioned(node):
            scribe.need("typing", "NamedTuple")
            members += [list(_offsets_class(node)), list(_offsets_property(node))]
    return BufferSizes(
        extents=tuple(_annotations(buffer)),
        members=tuple("\n".join(lines) for lines in members if lines),
    )


def _annotations(buffer: Node) -> Iterator[str]:
    names = [node.identifier for node in buffer.walk()]
    twin = twin_name(buffer)
    for name in [*names, *([twin] if twin is not None else [])]:
        yield from at(INDENT, f"{extent_name(name)}: Extent")


def sectioned(node: Node) -> bool:
    """Whether a node has sections that can be reached by name."""
    return node.composed == "sections" and any(child.kind != "gap" for child in node.children)


def _offsets_class(node: Node) -> Iterator[str]:
    text = f"Where the sections of {node.dotted} start in it; None for one that is absent."
    yield from at(INDENT, f"class {offsets_class(node)}(NamedTuple):")
    yield from at(METHOD, docstring([text], METHOD), "")
    for section in node.children:
        if section.kind != "gap":
            optional = " | None" if section.when is not None else ""
            yield from at(METHOD, f"{section_name(section.name)}: int{optional}")


def _offsets_property(node: Node) -> Iterator[str]:
    kind = offsets_class(node)
    text = f"Where the sections of {node.dotted} start in it; None where it is absent."
    fields: list[Doc] = []
    for section in node.children:
        if section.kind != "gap":
            where = "at" if section.when is None else "place"
            extent = f"self.{extent_name(section.identifier)}"
            fields.append(f"{section_name(section.name)}={extent}.{where}")
    yield from at(INDENT, "@property", f"def {offsets_name(node)}(self) -> {kind} | None:")
    yield from at(
        METHOD,
        docstring([text], METHOD),
        f"if not self.{extent_name(node.identifier)}.exists:",
        "    return None",
        printed(row("return ", call(f"self.{kind}", fields)), METHOD),
    )


def _first_live(buffer: Node) -> Iterator[Node]:
    """Nodes whose live rows need a method: the first for each expression."""
    seen: set[Expr] = set()
    for node in buffer.walk():
        if node.rowed and node.live_rows is not None and node.live_rows not in seen:
            seen.add(node.live_rows)
            yield node


def _live_names(buffer: Node) -> dict[Expr | None, str]:
    return {node.live_rows: f"_live_{node.identifier}" for node in _first_live(buffer)}


def _live(scribe: Scribe, node: Node, name: str) -> Iterator[str]:
    """The method that gives live rows for a live count of the axis."""
    assert node.live_rows is not None  # noqa: S101 - of those that have some
    axis = node.axis or ""
    inner = scribe.source.scribe()
    printer = inner.printer(node.live_rows, (), None, {axis: Variable("count")})
    body = printer.statement("return ", node.live_rows, "", METHOD, "i64")
    text = f"Rows of {node.dotted} that a pass may touch, for a count of {axis}."
    yield from at(INDENT, f"def {name}(self, count: int) -> int:")
    yield from at(METHOD, docstring([text], METHOD), *inner.prelude(), body)
    if "i64(" in body:
        scribe.need("arithmetic", "i64")
    scribe.absorb([inner])


def _build(scribe: Scribe, buffer: Node, live: Mapping[Expr | None, str]) -> Iterator[str]:
    """The decorated method that sizes the buffer."""
    inner = scribe.source.scribe()
    statements = list(Builder(inner, live).statements(buffer, ROOT))
    place = _placement(scribe.source.layout, buffer)
    yield from at(INDENT, printed(call("@buffer", place), INDENT))
    yield from at(INDENT, f"def _size_{buffer.identifier}(self, {ROOT}: Uses) -> None:")
    yield from at(METHOD, docstring([sentence(buffer.written.doc)], METHOD), *inner.prelude())
    yield from statements
    scribe.absorb([inner])


def _placement(layout: Elaborated, buffer: Node) -> list[Doc]:
    """Where a buffer goes: its arena, alignment and rank, and what stands in for it."""
    written = buffer.written
    assert isinstance(written, Buffer)  # noqa: S101 - only roots are asked
    arena = next(a for a in layout.arenas if a.name == layout.arena_of(buffer))
    found: list[Doc] = [literal(extent_name(buffer.identifier)), literal(arena.name)]
    found.append(f"align={buffer_align(arena, buffer)}")
    rank = [cls.name for cls in layout.classes].index(buffer.reset)
    if rank and arena.order == "class":
        found.append(f"rank={rank}")
    if written.placeholder is not None:
        found.append(f"placeholder={written.placeholder}")
    if written.mirror is not None:
        found.append(f"mirror={literal(written.mirror)}")
    return found


def _check(scribe: Scribe, buffer: Node) -> Iterator[str]:
    """The method that checks budgets, index widths and required parts, if there are any."""
    inner = scribe.source.scribe()
    statements = list(limit_statements(inner, buffer))
    if not statements:
        return
    scribe.need("placement", "Check")
    scribe.need("collections.abc", "Iterator")
    text = f"What is asked of {buffer.name} once it has a size."
    yield from at(INDENT, "@Check", f"def _limits_{buffer.identifier}(self) -> Iterator[str]:")
    yield from at(METHOD, docstring([text], METHOD), *inner.prelude())
    yield from statements
    scribe.absorb([inner])
