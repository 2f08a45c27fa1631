"""Blocks of generated `Arena`: methods for a buffer and everything in it, with derived doc texts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arenagen.emit.node_docs import node_texts, with_carve
from arenagen.emit.prose import listed, sentence
from arenagen.emit.rust.builders import numbers
from arenagen.emit.rust.lines import array, docs, record, signature
from arenagen.emit.rust.names import (
    argument_name,
    bytes_name,
    field_name,
    method_name,
    offsets_name,
    offsets_struct,
    sectioned,
    twin_name,
    variant_name,
    view_name,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from arenagen.elaborate import Node
    from arenagen.emit.rust.scribe import Scribe
    from arenagen.model import View

METHOD = 4


def buffer_methods(scribe: Scribe, buffer: Node) -> str:
    """The block of a buffer: structs of offsets, then the methods."""
    scribe.need("arena", "Arena")
    scribe.need("table", "Buffer")
    structs: list[str] = []
    methods: list[list[str]] = list(_of_whole(scribe, buffer))
    for node, carve in with_carve(buffer, ()):
        if node is not buffer:
            methods.append(list(_part(scribe, node, carve)))
        if sectioned(node):
            inner = tuple(dict.fromkeys((*carve, *node.written.carve)))
            structs += [*_offsets_struct(node), ""]
            methods.append(list(_offsets(scribe, node, inner)))
    lines = [*structs, "impl Arena {"]
    for i, method in enumerate(methods):
        lines += [*([""] if i else []), *method]
    return "\n".join([*lines, "}"])


def struct_names(buffer: Node) -> list[str]:
    """Structs that the block of a buffer defines."""
    return [offsets_struct(node) for node in buffer.walk() if sectioned(node)]


def _texts(scribe: Scribe, node: Node) -> list[str]:
    return node_texts(scribe.source.layout, scribe.source.cleared, node)


def _of_whole(scribe: Scribe, buffer: Node) -> Iterator[list[str]]:
    scribe.need("engine", "DevicePtr")
    scribe.need("views", "View")
    place = f"Buffer::{variant_name(buffer.name)}"
    about = f"`{buffer.name}`"
    texts = [*_texts(scribe, buffer), "Null where nothing is allocated for it."]
    yield list(_method(method_name(buffer.name), texts, "DevicePtr", f"self.pointer({place})"))
    text = f"Bytes of {about}, or of what stands in for it."
    yield list(_method(bytes_name(buffer.name), [text], "usize", f"self.buffer({place}).bytes"))
    text = f"View of {about}; None where it is absent."
    yield list(_method(view_name(buffer.name), [text], "Option<View>", f"self.view({place}, 0)"))
    twin = twin_name(buffer)
    if twin is not None:
        text = f"Twin of {about} in host memory; null where the buffer is absent."
        yield list(_method(twin, [text], "DevicePtr", f"self.host_pointer({place})"))
        text = f"View of the twin of {about}; None where the buffer is absent."
        yield list(_method(f"{twin}_view", [text], "Option<View>", f"self.host_view({place})"))


def _method(name: str, texts: Sequence[str], kind: str, body: str) -> Iterator[str]:
    yield from docs(texts, METHOD)
    yield f"    pub fn {name}(&self) -> {kind} {{"
    yield f"        {body}"
    yield "    }"


def _number(node: Node, scribe: Scribe) -> int:
    return numbers(scribe.source.layout.by_path[node.buffer])[node]


def _part(scribe: Scribe, node: Node, carve: tuple[str, ...]) -> Iterator[str]:
    place = f"Buffer::{variant_name(node.buffer)}, {_number(node, scribe)}"
    name = method_name(node.identifier)
    texts = [*_texts(scribe, node), "None where it is absent."]
    if not carve:
        yield from _method(name, texts, "Option<View>", f"self.view({place})")
        return
    texts.append(f"Laid out for {listed(carve)} of the pass at hand.")
    yield from docs(texts, METHOD)
    yield from _carved_head(scribe, name, carve, "Result<Option<View>>")
    yield f"        let found = self.carved(Buffer::{variant_name(node.buffer)}, &carve)?;"
    yield f"        Ok(self.view_of(&found, {place}))"
    yield "    }"


def _carved_head(scribe: Scribe, name: str, carve: Sequence[str], kind: str) -> Iterator[str]:
    scribe.need("engine", "Result")
    scribe.need("given", "Carve")
    scribe.need("parts", "whole")
    args = ["&self", *(f"{argument_name(value)}: usize" for value in carve)]
    yield from signature(f"pub fn {name}", args, f" -> {kind} {{", METHOD)
    fields = [
        f"            {field_name(value)}: Some(whole({argument_name(value)}))," for value in carve
    ]
    if set(carve) != set(scribe.source.carved):
        fields.append("            ..Carve::default()")
    yield from record("let carve = Carve", fields, ";", 8)


def _offsets_struct(node: Node) -> Iterator[str]:
    text = (
        f"Where the sections of {node.dotted} start in it, in bytes; None for one that is absent."
    )
    yield from docs([text], 0)
    yield "#[derive(Clone, Copy, Debug, PartialEq, Eq)]"
    yield f"pub struct {offsets_struct(node)} {{"
    for section in node.children:
        if section.kind != "gap":
            yield from docs([sentence(section.written.doc)], 4)
            kind = "usize" if section.when is None else "Option<usize>"
            yield f"    pub {field_name(section.name)}: {kind},"
    yield "}"


def _offsets(scribe: Scribe, node: Node, carve: tuple[str, ...]) -> Iterator[str]:
    """The method that gives the offsets of sections."""
    place = f"Buffer::{variant_name(node.buffer)}"
    number = _number(node, scribe)
    kind = offsets_struct(node)
    text = f"Where the sections of {node.dotted} start in it; None where it is absent."
    if carve:
        yield from docs([text, f"Laid out for {listed(carve)} of the pass at hand."], METHOD)
        yield from _carved_head(scribe, offsets_name(node), carve, f"Result<Option<{kind}>>")
        yield f"        let parts = &self.carved({place}, &carve)?;"
    else:
        yield from docs([text], METHOD)
        yield f"    pub fn {offsets_name(node)}(&self) -> Option<{kind}> {{"
        yield f"        let parts = &self.buffer({place}).extents;"
    fields = [_start(section, scribe) for section in node.children if section.kind != "gap"]
    head = f"{'Ok(' if carve else ''}parts[{number}].exists.then(|| {kind}"
    lines = [f"            {field}," for field in fields]
    yield from record(head, lines, "))" if carve else ")", 8)
    yield "    }"


def _start(section: Node, scribe: Scribe) -> str:
    """Field of a struct of offsets: where a section starts."""
    part = f"parts[{_number(section, scribe)}]"
    value = f"{part}.at" if section.when is None else f"{part}.exists.then_some({part}.at)"
    return f"{field_name(section.name)}: {value}"


def view_method(scribe: Scribe, view: View) -> str:
    """The method of a view that owns nothing: a part chosen by plane or row, or the offsets of its
    sections where nothing is chosen.
    """
    node = scribe.source.layout.by_path[view.of]
    scribe.need("arena", "Arena")
    lines = ["impl Arena {", *docs([sentence(view.doc), f"A part of {node.dotted}."], METHOD)]
    if not view.at and sectioned(node):
        lines.append(
            f"    pub fn {method_name(view.name)}(&self) -> Option<super::{offsets_struct(node)}> {{"
        )
        lines.append(f"        self.{offsets_name(node)}()")
        return "\n".join([*lines, "    }", "}"])
    scribe.need("engine", "Result")
    scribe.need("table", "Buffer")
    scribe.need("views", "View")
    chosen = [argument_name(name) for name in view.at]
    args = ["&self", *(f"{name}: usize" for name in chosen)]
    lines += signature(
        f"pub fn {method_name(view.name)}", args, " -> Result<Option<View>> {", METHOD
    )
    place = f"Buffer::{variant_name(node.buffer)}, {_number(node, scribe)}"
    lines += array("let chosen = ", chosen, ";", 8)
    lines.append(f"        self.picked({place}, &chosen)")
    return "\n".join([*lines, "    }", "}"])


__all__ = ["buffer_methods", "struct_names", "view_method"]
