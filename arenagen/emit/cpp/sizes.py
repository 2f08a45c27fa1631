"""Blocks of generated `Sizes`: everything it says about one buffer. May import model, elaborate and resolve."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from arenagen.emit.cpp.lines import braced, call, comment, function, indented, literal, paragraphs
from arenagen.emit.cpp.mixins import Entry
from arenagen.emit.cpp.names import (
    arena_name,
    argument_name,
    extent_name,
    joined,
    section_name,
    twin_name,
    value_name,
)
from arenagen.emit.cpp.statements import limit_lines
from arenagen.emit.node_docs import node_texts, with_carve
from arenagen.expressions import Bool
from arenagen.model import Buffer, Section, Use
from arenagen.resolve.placement import buffer_align, twin_arena

if TYPE_CHECKING:
    from collections.abc import Iterator

    from arenagen.elaborate import Elaborated, Node
    from arenagen.emit.cpp.scribe import Source

EACH = "template <class Self, class Visit>\nstatic constexpr void each(Self &self, Visit &visit)"
SIZE = "template <class S>\nconstexpr void size(S &s, Values &v)"
CHECK = "template <class S>\nconstexpr void check(const S &s, Values &v) const"


def buffer_entry(source: Source, buffer: Node) -> Entry:
    """What is said of a buffer."""
    name = extent_name(buffer.identifier)
    groups = [_extents(source, buffer), _size(source, buffer)]
    groups += [_offsets(node) for node in buffer.walk() if sectioned(node)]
    groups += [_carved(buffer, node, carve) for node, carve in carvings(buffer)]
    checks = list(limit_lines(source, buffer))
    if checks:
        groups.append(_limits(name, checks))
    lists = {
        EACH: tuple(_visits(buffer)),
        SIZE: (f"this->size_{name}(s, v);",),
        CHECK: (f"this->limits_{name}(s, v);",) if checks else (),
    }
    return Entry(
        buffer.name, source.layout.group_of.get(buffer.name, ""), tuple(paragraphs(groups)), lists
    )


def _limits(name: str, checks: list[str]) -> list[str]:
    head = f"static constexpr void limits_{name}(const S &s, Values &v)"
    return ["template <class S>", *function(head, checks)]


def sectioned(node: Node) -> bool:
    """Whether a node has sections that can be reached by name."""
    return node.composed == "sections" and any(child.kind != "gap" for child in node.children)


def _extents(source: Source, buffer: Node) -> list[str]:
    """Members for a buffer, everything in it, and its twin."""
    lines = []
    for node in buffer.walk():
        name = extent_name(node.identifier)
        lines += comment(node_texts(source.layout, source.cleared, node), 1)
        made = (
            _buffer(source.layout, node)
            if node is buffer
            else call("Extent::part", [literal(node.dotted)])
        )
        lines.append(f"Extent {name} = {made};")
    twin = twin_name(buffer)
    if twin is not None:
        lines += comment([f"Twin of {buffer.name} in host memory."], 1)
        lines.append(f"Extent {twin} = {_twin(source.layout, buffer, twin)};")
    return lines


def _place(layout: Elaborated, buffer: Node, arena: str) -> list[str]:
    """Arena and alignment, and the rank where it is not 0."""
    written = next(a for a in layout.arenas if a.name == layout.arena_of(buffer))
    rank = (
        [cls.name for cls in layout.classes].index(buffer.reset) if written.order == "class" else 0
    )
    found = [f"arenas::{arena_name(arena)}", str(buffer_align(written, buffer))]
    return [*found, str(rank)]


def _buffer(layout: Elaborated, buffer: Node) -> str:
    assert isinstance(buffer.written, Buffer)  # noqa: S101 - only roots are asked
    stand_in = buffer.written.placeholder
    args = _place(layout, buffer, layout.arena_of(buffer))
    if stand_in is not None:
        args.append(str(stand_in))
    elif args[-1] == "0":
        args.pop()
    return call("Extent::buffer", [literal(buffer.name), *args])


def _twin(layout: Elaborated, buffer: Node, name: str) -> str:
    assert isinstance(buffer.written, Buffer)  # noqa: S101 - only roots are asked
    args = _place(layout, buffer, twin_arena(layout.arena_of(buffer), buffer.written.mirror or ""))
    return call("Extent::twin_of", [literal(name), *args])


def _visits(buffer: Node) -> Iterator[str]:
    for node in buffer.walk():
        yield f"visit(self.{extent_name(node.identifier)}, {len(node.path) - 1});"
    twin = twin_name(buffer)
    if twin is not None:
        yield f"visit(self.{twin}, 0);"


def _size(source: Source, buffer: Node) -> list[str]:
    """The function that sizes a buffer and everything in it."""
    body = ["Parts parts(v.fault(), false);", *_Sizer(source).statements(buffer, 0)]
    head = f"constexpr void size_{extent_name(buffer.identifier)}([[maybe_unused]] S &s, Values &v)"
    return ["template <class S>", *function(head, body)]


def _numbered(word: str, depth: int) -> str:
    return f"{word}{depth}" if depth else word


@frozen(eq=False)
class _Sizer:
    """Writes the statements that size the tree of one buffer."""

    source: Source

    def statements(self, node: Node, depth: int) -> list[str]:
        """Adds a node and everything in it to the parts at a depth, behind its condition."""
        when = node.when
        if when is None or when == Bool(True):
            return ["{", *indented(self._added(node, depth)), "}"]
        return [f"if ({self.source.text(when)}) {{", *indented(self._added(node, depth)), "}"]

    def _added(self, node: Node, depth: int) -> list[str]:
        into = _numbered("parts", depth)
        if node.kind == "gap":
            assert isinstance(node.written, Section) and node.written.gap is not None  # noqa: S101, PT018
            return [f"{into}.gap({self.source.text(node.written.gap)});"]
        lines = []
        below = _numbered("parts", depth + 1)
        if node.children:
            sections = str(node.composed == "sections").lower()
            lines.append(f"Parts {below}(v.fault(), {sections});")
            for child in node.children:
                lines += self.statements(child, depth + 1)
        part = _numbered("part", depth)
        name = extent_name(node.identifier)
        dtype = "DType::none" if node.dtype is None else self.source.dtype(node.dtype)
        lines.append(f"Part {part}(v.fault(), {literal(node.dotted)}, {dtype});")
        lines += self._extent(node, part, below)
        lines += self._options(node, part)
        if node.stated:
            children = [child for child in node.children if child.kind != "gap"]
            lines += [f"{part}.fit(s.{extent_name(child.identifier)});" for child in children]
        return [*lines, *self._overlaps(node), self._add(node, name, into, part)]

    def _extent(self, node: Node, part: str, below: str) -> Iterator[str]:
        for _, size in node.planes:
            yield f"{part}.plane({self.source.text(size)});"
        if node.composed is not None and not node.stated:
            rows = node.rows if node.composed == "uses" and node.rowed else None
            told = [below] if rows is None else [below, self.source.text(rows)]
            yield f"{call(f'{part}.hold', told)};"
            return
        if node.row is not None and node.rows is not None:
            yield f"{part}.rows({self.source.text(node.rows)});"
        for size in node.row if node.row is not None else node.shape or ():
            yield f"{part}.dim({self.source.text(size)});"

    def _options(self, node: Node, part: str) -> Iterator[str]:
        written = node.written
        composite = node.composed is not None and not node.stated
        natural = 1 if composite else (node.dtypes[0].align if len(node.dtypes) == 1 else 0)
        if (node.kind != "buffer" and node.align != natural) or (
            composite and node.dtype is not None
        ):
            yield f"{part}.align = {node.align if node.kind != 'buffer' else 1};"
        if written.tile is not None:
            yield f"{part}.tile = {written.tile[0]};"
        if written.row_align is not None and node.row is not None:
            yield f"{part}.row_align = {written.row_align};"
        if written.overread is not None:
            yield f"{part}.overread({self.source.text(written.overread)});"
        if written.min_bytes is not None:
            yield f"{part}.min_bytes = {written.min_bytes};"
        if written.size_multiple is not None and written.size_multiple > 1:
            yield f"{part}.size_multiple = {written.size_multiple};"
        if isinstance(written, Use) and written.if_fits:
            yield f"{part}.if_fits = true;"

    def _add(self, node: Node, name: str, into: str, part: str) -> str:
        at = getattr(node.written, "at", None)
        args = [f"s.{name}", part]
        if at is None:
            return f"{call(f'{into}.add', args)};"
        return f"{call(f'{into}.add_at', [*args, self.source.text(at)])};"

    def _overlaps(self, node: Node) -> Iterator[str]:
        placed = [child for child in node.children if child.kind != "gap"]
        stated = any(getattr(child.written, "at", None) is not None for child in placed)
        if node.composed == "sections" and stated:
            listed = braced([f"&s.{extent_name(child.identifier)}" for child in placed])
            args = ["v.fault()", f"std::initializer_list<const Extent *>{listed}"]
            yield f"{call('refuse_overlaps', args)};"


def _offsets(node: Node) -> list[str]:
    """A struct of the places of sections, and the function that gives it."""
    name = extent_name(node.identifier)
    places, told = joined(name, "places"), joined(name, "offsets")
    children = [child for child in node.children if child.kind != "gap"]
    fields = [f"std::int64_t {section_name(child.name)} = -1;" for child in children]
    lines = [f"found.{section_name(c.name)} = {_place_of(c)};" for c in children]
    text = f"Where the sections of {node.dotted} start in it; -1 for one that is absent."
    return [
        f"struct {places} {{",
        *indented(fields),
        "};",
        "",
        *comment([text], 1),
        *function(
            f"constexpr {places} {told}() const",
            [f"{places} found;", *lines, "return found;"],
        ),
    ]


def _place_of(node: Node) -> str:
    name = extent_name(node.identifier)
    return f"this->{name}.exists ? this->{name}.at : -1"


def carvings(buffer: Node) -> Iterator[tuple[Node, tuple[str, ...]]]:
    """The first node for each set of names whose values callers give."""
    seen: set[tuple[str, ...]] = set()
    for node, carve in with_carve(buffer, ()):
        if carve and carve not in seen:
            seen.add(carve)
            yield node, carve


def _carved(buffer: Node, node: Node, carve: tuple[str, ...]) -> list[str]:
    """The function that lays a buffer out in its place for other values."""
    arguments = [f"std::int64_t {argument_name(name)}" for name in carve]
    lines = ["Values v(s.params.values(), s.flags, fault);"]
    for name in carve:
        told = ["fault", literal(name), argument_name(name), f"v.{value_name(name)}()"]
        lines.append(f"{call('check_carved', told)};")
    lines += [f"v.change_{value_name(name)}({argument_name(name)});" for name in carve]
    lines += ["S made = s;"]
    root = extent_name(buffer.identifier)
    lines += [f"made.{extent_name(inner.identifier)}.clear();" for inner in buffer.walk()]
    lines += [
        f"made.size_{root}(made, v);",
        f"replace(fault, made.{root}, s.{root});",
        "Settler visit;",
    ]
    lines += [
        f"visit(made.{extent_name(inner.identifier)}, {len(inner.path) - 1});"
        for inner in buffer.walk()
    ]
    name = extent_name(node.identifier)
    head = (
        f"static constexpr S carved_{name}({', '.join(['const S &s', *arguments, 'Fault &fault'])})"
    )
    text = f"Sizes with {buffer.name} laid out in its place for {', '.join(carve)} of a pass."
    return [*comment([text], 1), "template <class S>", *function(head, [*lines, "return made;"])]
