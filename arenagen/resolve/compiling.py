"""Turns the tree of a layout into programs: every expression compiled, with its place."""

from __future__ import annotations

from collections.abc import Mapping

from arenagen.elaborate import Elaborated, Node
from arenagen.expressions import names
from arenagen.model import Section, Use
from arenagen.resolve.extents import NodeProgram
from arenagen.resolve.formulas import Formula


def compile_buffers(layout: Elaborated) -> tuple[NodeProgram, ...]:
    """The programs of all buffers, in the order of the file."""
    asked = _asked_by_places(layout)
    return tuple(_compile(buffer, layout, asked) for buffer in layout.buffers)


def _asked_by_places(layout: Elaborated) -> dict[str, tuple[str, ...]]:
    """Dotted path of a node -> its properties that expressions in `at` mention."""
    found: dict[str, dict[str, None]] = {}
    for node in layout.nodes():
        at = getattr(node.written, "at", None)
        for name in names(at) if at is not None else ():
            path, dot, asked = name.dotted.rpartition(".")
            if dot:
                found.setdefault(path, {})[asked] = None
    return {path: tuple(asked) for path, asked in found.items()}


def _compile(node: Node, layout: Elaborated, asked: Mapping[str, tuple[str, ...]]) -> NodeProgram:
    written, where = node.written, node.where

    def one(key: str) -> Formula | None:
        expr = getattr(written, key, None)
        return None if expr is None else Formula(expr, (*where, key))

    def several(key: str) -> tuple[Formula, ...] | None:
        exprs = getattr(written, key)
        if exprs is None:
            return None
        return tuple(Formula(expr, (*where, key, i)) for i, expr in enumerate(exprs))

    return NodeProgram(
        node=node,
        dtypes=layout.dtypes,
        when=one("when"),
        rows=None if node.rows is None else Formula(node.rows, (*where, "rows")),
        row=several("row"),
        shape=several("shape"),
        planes=tuple(Formula(expr, (*where, "planes", name)) for name, expr in node.planes),
        overread=one("overread"),
        at=one("at") if isinstance(written, Use | Section) else None,
        gap=one("gap") if isinstance(written, Section) else None,
        parts=tuple(_compile(child, layout, asked) for child in node.children),
        asked=asked.get(node.dotted, ()),
    )
