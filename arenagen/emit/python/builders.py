"""The method of generated `Sizes` that sizes one buffer: its tree as calls that add parts to
collectors.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from arenagen.emit.python.documents import INDENT, Doc, call, printed, row, sequence
from arenagen.emit.python.names import extent_name
from arenagen.emit.python.text import literal
from arenagen.expressions import Bool, Expr
from arenagen.model import Section, Use

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from arenagen.elaborate import Node
    from arenagen.emit.python.scribe import Scribe

METHOD = 2 * INDENT
"""Columns that the statements of a method begin with."""

ROOT = "out"


@frozen(eq=False)
class Builder:
    """Writes the statements for the tree of one buffer. `live` names the method for each expression
    of live rows.
    """

    scribe: Scribe
    live: Mapping[Expr | None, str]

    def statements(self, node: Node, into: str, column: int = METHOD) -> Iterator[str]:
        """Adds a node and everything in it to a collector, behind its condition."""
        when = node.when
        if when is None or when == Bool(True):
            yield from self._added(node, into, column)
            return
        outside = node.guards[:-1]
        printer = self.scribe.printer(when, outside)
        yield " " * column + printer.statement("if ", when, ":", column, "bool")
        yield from self._added(node, into, column + INDENT)

    def _added(self, node: Node, into: str, column: int) -> Iterator[str]:
        pad = " " * column
        if node.kind == "gap":
            assert isinstance(node.written, Section) and node.written.gap is not None  # noqa: S101, PT018
            gap = self.scribe.printer(node.written.gap, node.guards).sole(node.written.gap)
            yield pad + printed(call(f"{into}.gap", [gap]), column)
            return
        parts = f"{node.identifier}_parts"
        if node.children:
            kind = self.scribe.need("parts", "Sections" if node.composed == "sections" else "Uses")
            yield f"{pad}{parts} = {kind}({into})"
            for child in node.children:
                yield from self.statements(child, parts, column)
        yield pad + printed(self._call(node, into, parts), column)

    def _call(self, node: Node, into: str, parts: str) -> Doc:
        name = literal(extent_name(node.identifier))
        if node.composed is None or node.stated:
            method, args = self._extent(node)
            stated = [f"uses={parts}"] if node.children else []
        else:
            method, args = self._composed(node, parts)
            stated = []
        return call(f"{into}.{method}", [name, *args, *stated, *self._options(node)])

    def _extent(self, node: Node) -> tuple[str, list[Doc]]:
        """A node with rows or a shape of its own."""
        dtype = self.scribe.dtype(node.dtype or "")
        planes = [self._doc(node, size) for _, size in node.planes]
        options: list[Doc] = [row("planes=", sequence("(", planes, ")"))] if planes else []
        if node.row is None:
            return "shape", [dtype, *self._docs(node, node.shape or ()), *options]
        assert node.rows is not None  # noqa: S101 - rules refuse a row without rows
        rows = self._doc(node, node.rows)
        return "rows", [dtype, rows, *self._docs(node, node.row), *options, *self._counted(node)]

    def _composed(self, node: Node, parts: str) -> tuple[str, list[Doc]]:
        """A node that is nothing but its parts."""
        dtype: list[Doc] = []
        if node.dtype is not None:
            dtype = [row("dtype=", self.scribe.dtype(node.dtype))]
        if node.composed == "sections":
            return "sections", [parts, *dtype]
        if not node.rowed or node.rows is None:
            return "uses", [parts, *dtype]
        return "uses", [parts, self._doc(node, node.rows), *dtype, *self._counted(node)]

    def _counted(self, node: Node) -> list[Doc]:
        """What is said of rows: their axis, the live ones, tiles and padding."""
        found: list[Doc] = []
        if node.rowed and node.axis is not None:
            found.append(f"axis={literal(node.axis)}")
            if node.live_rows is not None:
                found.append(f"live=self.{self.live[node.live_rows]}")
        if node.written.tile is not None:
            found.append(f"tile={node.written.tile[0]}")
        if node.written.row_align is not None and node.row is not None:
            found.append(f"row_align={node.written.row_align}")
        return found

    def _options(self, node: Node) -> list[Doc]:
        """What every kind of node can say."""
        written = node.written
        found: list[Doc] = []
        if node.kind != "buffer" and node.align != self._natural(node):
            found.append(f"align={node.align}")
        if isinstance(written, Use | Section) and written.at is not None:
            found.append(row("at=", self._at(node, written.at)))
        if written.overread is not None:
            found.append(row("overread=", self._doc(node, written.overread)))
        if written.min_bytes is not None:
            found.append(f"min_bytes={written.min_bytes}")
        if written.size_multiple is not None and written.size_multiple > 1:
            found.append(f"size_multiple={written.size_multiple}")
        if isinstance(written, Use) and written.if_fits:
            found.append("if_fits=True")
        return found

    def _natural(self, node: Node) -> int:
        """The alignment that the generated code assumes where none is stated; 0 where it is always
        stated.
        """
        if node.composed is not None and not node.stated:
            return 1
        return node.dtypes[0].align if len(node.dtypes) == 1 else 0

    def _at(self, node: Node, at: Expr) -> Doc:
        def path(where: str, asked: str) -> str:
            found = self.scribe.source.layout.by_path[where]
            return f"{ROOT}.part({literal(extent_name(found.identifier))}).{asked}"

        return self.scribe.printer(at, node.guards, path).doc(at)

    def _doc(self, node: Node, expr: Expr) -> Doc:
        return self.scribe.doc(expr, node.guards)

    def _docs(self, node: Node, exprs: Sequence[Expr]) -> list[Doc]:
        return [self._doc(node, expr) for expr in exprs]
