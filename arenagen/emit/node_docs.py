"""What accessors say about a buffer, use or section. May import model and elaborate."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arenagen.emit.describe import condition_text, dtype_text, extent_text
from arenagen.emit.prose import listed, sentence
from arenagen.model import Buffer

if TYPE_CHECKING:
    from collections.abc import Iterator

    from arenagen.elaborate import Elaborated, Node
    from arenagen.emit.cleared import Cleared


def with_carve(node: Node, carve: tuple[str, ...]) -> Iterator[tuple[Node, tuple[str, ...]]]:
    """Nodes with the names whose values callers give to lay them out."""
    yield node, carve
    below = tuple(dict.fromkeys((*carve, *node.written.carve)))
    for child in node.children:
        if child.kind != "gap":
            yield from with_carve(child, below)


def node_texts(layout: Elaborated, cleared: Cleared, node: Node) -> list[str]:
    """What it holds, what it is made of, when it exists, and what clears it."""
    facts = [_kind(node), _presence(node), _clearing(layout, cleared, node)]
    return [sentence(node.written.doc), " ".join(fact for fact in facts if fact)]


def _kind(node: Node) -> str:
    kinds = [f"{dtype_text(node)} {extent_text(node)}".strip()]
    if node.kind == "buffer" and node.token_major:
        kinds.append("token-major")
    if node.rowed and node.axis is not None and not node.token_major:
        kinds.append(f"rows count {node.axis}")
    return ", ".join(kind for kind in kinds if kind) + "."


def _presence(node: Node) -> str:
    condition = condition_text(node)
    written = node.written
    placeholder = written.placeholder if isinstance(written, Buffer) else None
    stand_in = f"; else {placeholder} bytes stand in for it" if placeholder is not None else ""
    if not condition:
        return f"None where it is empty{stand_in}." if stand_in else ""
    return f"Exists when {condition}{stand_in}."


def _clearing(layout: Elaborated, cleared: Cleared, node: Node) -> str:
    """Its reset class, and the routines that clear it or its buffer."""
    if node.kind == "use":
        return ""
    buffer = layout.by_path[node.buffer]
    if node.kind == "section" and node.reset == buffer.reset:
        return ""
    routines = cleared.routines(node, buffer)
    created = any(c.name == node.reset and c.cleared == "create" for c in layout.classes)
    told = ["set when the arena is made"] if created else []
    told += [f"cleared by {listed(routines)}"] if routines else []
    return f"Class {node.reset}: {', '.join(told) or 'cleared by no routine'}."
