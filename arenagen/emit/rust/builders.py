"""The function that sizes one buffer: its tree as calls that add parts one after another."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from arenagen.emit.rust.formulas import INDENT, WIDTH
from arenagen.expressions import Bool, Expr
from arenagen.model import Section, Use

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arenagen.elaborate import Node
    from arenagen.emit.rust.scribe import Body


def numbers(buffer: Node) -> dict[Node, int]:
    """A buffer (0) and everything in it, numbered in the order of the file."""
    return {node: i for i, node in enumerate(buffer.walk())}


@frozen(eq=False)
class TreeWriter:
    """Writes the statements for the tree of one buffer."""

    body: Body
    number: dict[Node, int]

    def write(self, node: Node) -> None:
        """Adds a node and everything in it, behind its condition."""
        when = node.when
        if when is None or when == Bool(True):
            self._add(node)
            return
        self.body.begin_if(when, node.guards[:-1])
        self._add(node)
        self.body.end()

    def _add(self, node: Node) -> None:
        if node.kind == "gap":
            assert isinstance(node.written, Section) and node.written.gap is not None  # noqa: S101, PT018
            room = min(60, WIDTH - self.body.column - len("b.gap()?;"))
            self.body.put(f"b.gap({self.body.value(node.written.gap, room, node.guards)})?;")
            return
        if node.children:
            self.body.put(f"b.open_{'sections' if node.composed == 'sections' else 'uses'}();")
            for child in node.children:
                self.write(child)
        method = "extent" if node.composed is None or node.stated else node.composed
        fields = [text for text in self._fields(node) if text]
        if len(fields) == 1:
            self.body.put(f"b.{method}(Spec {{ part: {self.number[node]}, ..SPEC }})?;")
            return
        self.body.begin(f"b.{method}(Spec {{")
        for name, value in fields:
            if isinstance(value, str):
                self.body.put(f"{name}: {value},")
            else:
                self.body.array(f"{name}: &", value, ",")
        self.body.put("..SPEC")
        self.body.column -= INDENT
        self.body.put("})?;")

    def _fields(self, node: Node) -> list[tuple[str, str | list[str]]]:
        """Fields of the description, in the order of its struct."""
        found: list[tuple[str, str | list[str]]] = [("part", str(self.number[node]))]
        if node.dtype is not None:
            found.append(("dtype", self.body.scribe.dtype(node.dtype)))
        found += self._extent(node)
        found += self._options(node)
        return found

    def _extent(self, node: Node) -> list[tuple[str, str | list[str]]]:
        found: list[tuple[str, str | list[str]]] = []
        if node.planes:
            found.append(("planes", self._values(node, [size for _, size in node.planes])))
        composed = node.composed is not None and not node.stated
        counted = node.row is not None or (composed and node.composed == "uses" and node.rowed)
        if counted and node.rows is not None:
            found.append(("rows", self._value(node, node.rows)))
        if not composed:
            found.append(("row", self._values(node, node.row or node.shape or ())))
        if counted and node.rows is not None:
            found.append(("counted", "true"))
        if node.stated:
            found.append(("holds", "true"))
        return found

    def _options(self, node: Node) -> list[tuple[str, str | list[str]]]:
        written = node.written
        found: list[tuple[str, str | list[str]]] = []
        if node.kind != "buffer" and node.align != _natural(node):
            found.append(("align", str(node.align)))
        if isinstance(written, Use | Section) and written.at is not None:
            found.append(("at", f"Some({self._value(node, written.at)})"))
        if written.overread is not None:
            found.append(("overread", self._value(node, written.overread)))
        if written.min_bytes is not None:
            found.append(("min_bytes", str(written.min_bytes)))
        if written.size_multiple is not None and written.size_multiple > 1:
            found.append(("size_multiple", str(written.size_multiple)))
        if written.row_align is not None and node.row is not None:
            found.append(("row_align", str(written.row_align)))
        if written.tile is not None:
            found.append(("tile", str(written.tile[0])))
        if isinstance(written, Use) and written.if_fits:
            found.append(("if_fits", "true"))
        return found

    def _value(self, node: Node, expr: Expr) -> str:
        room = min(60, WIDTH - self.body.column - INDENT - len("overread: Some(),"))
        return self.body.value(expr, room, node.guards)

    def _values(self, node: Node, exprs: Sequence[Expr]) -> list[str]:
        return [self._value(node, expr) for expr in exprs]


def _natural(node: Node) -> int:
    """The alignment that a description without one gets; 0 where it is always stated."""
    if len(node.dtypes) == 1:
        return node.dtypes[0].align
    return 0 if node.dtypes else 1
