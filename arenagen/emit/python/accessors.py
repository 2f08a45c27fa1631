"""Blocks of generated `Views`: an attribute for a buffer and everything in it, with doc texts
derived from the layout.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from arenagen.emit.node_docs import node_texts, with_carve
from arenagen.emit.prose import listed, sentence
from arenagen.emit.python.builders import METHOD
from arenagen.emit.python.documents import INDENT, Doc, call, printed, row
from arenagen.emit.python.names import argument_name, extent_name, let_name, param_name, twin_name
from arenagen.emit.python.text import at, docstring, literal
from arenagen.model import View

if TYPE_CHECKING:
    from collections.abc import Iterator

    from arenagen.elaborate import Node
    from arenagen.emit.python.scribe import Scribe


def buffer_views(scribe: Scribe, buffer: Node) -> str:
    """Attributes for a buffer, its uses and sections; methods for those that are laid out pass by
    pass.
    """
    lines: list[str] = []
    methods: list[str] = []
    for node, carve in with_carve(buffer, ()):
        if carve:
            methods += ["", *_carved(scribe, node, carve)]
        else:
            lines += _attribute(scribe, node)
    twin = twin_name(buffer)
    if twin is not None:
        text = f"Twin of {buffer.name} in host memory."
        optional = "" if scribe.source.known.always(buffer) else " | None"
        lines += at(INDENT, f"{extent_name(twin)}: ArrayT{optional}", docstring([text], INDENT))
    return "\n".join([*lines, *methods])


def _attribute(scribe: Scribe, node: Node) -> Iterator[str]:
    optional = "" if scribe.source.known.always(node) else " | None"
    yield from at(INDENT, f"{extent_name(node.identifier)}: ArrayT{optional}")
    yield from at(
        INDENT, docstring(node_texts(scribe.source.layout, scribe.source.cleared, node), INDENT)
    )


def _carved(scribe: Scribe, node: Node, carve: tuple[str, ...]) -> Iterator[str]:
    """The method that lays a part out for the pass at hand."""
    arguments: list[Doc] = [f"{argument_name(name)}: int" for name in carve]
    values: list[Doc] = [f"{_value_name(scribe, name)}={argument_name(name)}" for name in carve]
    name = extent_name(node.identifier)
    signature = row(call(f"def {name}", ["self", "*", *arguments]), " -> ArrayT | None:")
    texts = [
        *node_texts(scribe.source.layout, scribe.source.cleared, node),
        f"Laid out for {listed(carve)} of the pass at hand.",
    ]
    args = [literal(extent_name(node.buffer)), literal(name), *values]
    body = printed(row("return ", call("self._carved", args)), METHOD)
    yield from at(INDENT, printed(signature, INDENT))
    yield from at(METHOD, docstring(texts, METHOD), body)


def _value_name(scribe: Scribe, name: str) -> str:
    params = {param.name for param in scribe.source.layout.layout.params}
    return param_name(name) if name in params else let_name(name)


def view_method(scribe: Scribe, view: View) -> str:
    """The method of a view that owns nothing: a part of a buffer chosen by plane or row."""
    node = scribe.source.layout.by_path[view.of]
    chosen = [argument_name(name) for name in view.at]
    optional = "" if scribe.source.known.always(node) else " | None"
    head = row(
        call(f"def {extent_name(view.name)}", ["self", *(f"{name}: int" for name in chosen)]),
        f" -> ArrayT{optional}:",
    )
    args = [literal(extent_name(node.identifier)), *chosen]
    helper = "_picked_or_none" if optional else "_picked"
    text = f"A part of {node.dotted}; it owns nothing."
    body = printed(row("return ", call(f"self.{helper}", args)), METHOD)
    return "\n".join(
        [
            *at(INDENT, printed(head, INDENT)),
            *at(METHOD, docstring([sentence(view.doc), text], METHOD), body),
        ]
    )
