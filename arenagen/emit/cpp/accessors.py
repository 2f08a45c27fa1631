"""Blocks of accessors of the generated arena: pointer, bytes, rows and view of every buffer, use
and section.

May import model and elaborate.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from arenagen.emit.cpp.lines import braced, call, comment, function
from arenagen.emit.cpp.mixins import Entry
from arenagen.emit.cpp.names import argument_name, extent_name, joined, twin_name
from arenagen.emit.cpp.sizes import carvings
from arenagen.emit.node_docs import node_texts, with_carve
from arenagen.emit.prose import sentence

if TYPE_CHECKING:
    from collections.abc import Iterator

    from arenagen.elaborate import Node
    from arenagen.emit.cpp.scribe import Source
    from arenagen.model import View

OPENING = ("using Pointer = typename Below::Pointer;",)
VIEWS = "views"


def accessor_entry(source: Source, buffer: Node) -> Entry:
    """The accessors of a buffer and everything in it."""
    owners = {carve: node for node, carve in carvings(buffer)}
    lines: list[str] = []
    for node, carve in with_carve(buffer, ()):
        text = comment(node_texts(source.layout, source.cleared, node), 1)
        if carve:
            found = [*text, *_carved(node, carve, owners[carve])]
        else:
            found = [*text, *_pointer(extent_name(node.identifier)), *_view(node)]
        lines += [*([""] if lines else []), *found]
    twin = twin_name(buffer)
    if twin is not None:
        lines += ["", *comment([f"Twin of {buffer.name} in host memory."], 1), *_pointer(twin)]
    return Entry(buffer.name, source.layout.group_of.get(buffer.name, ""), tuple(lines))


def _pointer(name: str) -> Iterator[str]:
    yield from function(f"Pointer {name}() const", [f"return this->pointer(this->sizes().{name});"])
    yield from function(
        f"std::int64_t {joined(name, 'bytes')}() const", [f"return this->sizes().{name}.bytes;"]
    )


def _view(node: Node) -> Iterator[str]:
    name = extent_name(node.identifier)
    if node.rowed:
        yield from function(
            f"std::int64_t {joined(name, 'rows')}() const", [f"return this->sizes().{name}.rows;"]
        )
    yield from function(
        f"View<Pointer> {joined(name, 'view')}() const",
        [f"return this->view(this->sizes().{name});"],
    )


def _carved(node: Node, carve: tuple[str, ...], owner: Node) -> list[str]:
    """The view of a part that is laid out for the pass at hand."""
    name = extent_name(node.identifier)
    arguments = [argument_name(value) for value in carve]
    args = ["this->sizes()", *arguments, "fault"]
    body = [
        "Fault fault;",
        f"const Sizes carved = {call(f'Sizes::carved_{extent_name(owner.identifier)}', args)};",
        f"return told(this->view(carved.{name}), fault);",
    ]
    told = ", ".join(f"std::int64_t {argument}" for argument in arguments)
    return function(f"Result<View<Pointer>> {joined(name, 'view')}({told}) const", body)


def view_entry(source: Source, view: View) -> Entry:
    """The method of a view that owns nothing: a part of a buffer chosen by plane or row."""
    node = source.layout.by_path[view.of]
    arguments = [argument_name(name) for name in view.at]
    head = f"Result<View<Pointer>> {extent_name(view.name)}({', '.join(f'std::int64_t {a}' for a in arguments)}) const"
    extent = f"this->sizes().{extent_name(node.identifier)}"
    text = f"A part of {node.dotted}; it owns nothing."
    about = comment([sentence(view.doc), text], 1)
    if not arguments:  # an array of nothing is no C++
        plain = f"View<Pointer> {extent_name(view.name)}() const"
        return Entry(
            view.name, VIEWS, (*about, *function(plain, [f"return this->view({extent});"]))
        )
    body = [
        f"const std::int64_t chosen[] = {braced(arguments)};",
        f"return this->pick({extent}, chosen);",
    ]
    return Entry(view.name, VIEWS, (*about, *function(head, body)))
