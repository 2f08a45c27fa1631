"""What the sizes of a buffer and its parts should be, worked out from the words of the layout.

May import dtypes, elaborate, expressions and model. Shares nothing with the sizes of resolve.
"""

from __future__ import annotations

from collections.abc import Mapping

from attrs import evolve, frozen

from arenagen.dtypes import DType
from arenagen.elaborate import Node
from arenagen.expressions import Value, evaluate
from arenagen.model import Section, Use
from arenagen.verify.elements import count, dense_bytes, element_type, up, wanted_align
from arenagen.verify.finding import Finding
from arenagen.verify.values import number


@frozen(kw_only=True)
class Expected:
    """A node as it should come out; what is absent has no size. All in bytes, as in Resolved."""

    node: Node
    exists: bool = False
    bytes: int = 0
    at: int = 0
    dtype: DType | None = None
    shape: tuple[int, ...] = ()
    rows: int = 0
    row: tuple[int, ...] = ()
    row_bytes: int = 0
    planes: tuple[int, ...] = ()
    extent_bytes: int = 0
    overread_bytes: int = 0
    children: tuple[Expected, ...] = ()

    @property
    def end(self) -> int:
        """Where it ends in its parent."""
        return self.at + self.bytes


class Expectations:
    """Works out what nodes should be; rows and sizes that cannot be are put on the list of findings.

    `names` has the values of names, `seen` besides those of paths, for `at`.
    """

    def __init__(
        self,
        names: Mapping[str, Value],
        seen: Mapping[str, Value],
        dtypes: Mapping[str, DType],
        findings: list[Finding],
    ) -> None:
        self._names = names
        self._seen = seen
        self._dtypes = dtypes
        self._findings = findings

    def of(self, node: Node) -> Expected:
        """A node and everything in it."""
        when = node.written.when
        if when is not None and not evaluate(when, self._names):
            return _absent(node)
        made = Expected(node=node, exists=True, dtype=element_type(node, self._dtypes, self._names))
        if node.written.row is not None:
            made = self._rows(made)
        elif node.written.shape is not None:
            made = self._shape(made)
        if node.composed == "sections":
            made = self._sections(made)
        elif node.composed == "uses":
            made = self._uses(made)
        return self._whole(made) if made.extent_bytes else _absent(node)

    def _numbers(self, node: Node, what: str) -> tuple[int, ...]:
        sizes = tuple(number(expr, self._names) for expr in getattr(node.written, what))
        for size in sizes:
            self._check(node, f"a dimension of its {what} at least", 0, size, size >= 0)
        return sizes

    def _check(self, node: Node, what: str, expected: object, found: object, holds: bool) -> None:
        if not holds:
            self._findings.append(Finding(node.dotted, what, expected, found))

    def _planes(self, node: Node) -> tuple[int, ...]:
        return tuple(number(expr, self._names) for _, expr in node.planes)

    def _row_count(self, node: Node) -> int:
        rows = 0 if node.rows is None else number(node.rows, self._names)
        self._check(node, "rows at least", 0, rows, rows >= 0)
        return rows

    def _rows(self, made: Expected) -> Expected:
        """Rows one behind the other, each padded to whole bytes, blocks and its alignment; and so in each plane."""
        node = made.node
        row, planes, rows = self._numbers(node, "row"), self._planes(node), self._row_count(node)
        pitch = 0 if made.dtype is None else self._pitch(node, made.dtype, count(row))
        self._tiles(node, rows, row)
        return evolve(
            made,
            rows=rows,
            row=row,
            planes=planes,
            row_bytes=pitch,
            shape=(*planes, rows, *row),
            extent_bytes=count((*planes, rows)) * pitch,
        )

    def _pitch(self, node: Node, dtype: DType, elements: int) -> int:
        size, full = dense_bytes(dtype, elements)
        padded = node.written.row_align is not None
        self._check(node, "a row ends on a byte or block", True, full, full or padded)
        pitch = up(size, node.written.row_align or 1)
        aligned = pitch % dtype.align == 0
        self._check(node, f"a row pitch that is a multiple of {dtype.align}", True, pitch, aligned)
        return pitch

    def _tiles(self, node: Node, rows: int, row: tuple[int, ...]) -> None:
        if node.written.tile is not None:
            high, wide = node.written.tile
            self._check(node, f"rows that are a multiple of {high}", True, rows, rows % high == 0)
            last = row[-1] if row else 1
            self._check(node, f"columns: a multiple of {wide}", True, last, last % wide == 0)

    def _shape(self, made: Expected) -> Expected:
        node = made.node
        shape, planes = self._numbers(node, "shape"), self._planes(node)
        size = 0
        if made.dtype is not None:
            size, full = dense_bytes(made.dtype, count(shape))
            self._check(node, "its shape ends on a byte or block", True, full, full)
        return evolve(
            made, planes=planes, shape=(*planes, *shape), extent_bytes=count(planes) * size
        )

    def _sections(self, made: Expected) -> Expected:
        """One after another; those that are absent leave no room, gaps do."""
        end, placed = 0, []
        for node in made.node.children:
            if node.kind == "gap":
                end += self._gap(node)
                continue
            part = self.of(node)
            if part.exists:
                part = evolve(part, at=self._start(node, end))
                end = max(end, part.end)
            placed.append(part)
        if not any(part.exists for part in placed):
            end = 0
        return evolve(made, shape=(end,), extent_bytes=end, children=tuple(placed))

    def _gap(self, node: Node) -> int:
        written = node.written
        assert isinstance(written, Section)  # noqa: S101 - a gap is a section
        assert written.gap is not None  # noqa: S101 - and has its size
        when = written.when
        if when is not None and not evaluate(when, self._names):
            return 0
        return number(written.gap, self._names)

    def _start(self, node: Node, end: int) -> int:
        at = node.written.at if isinstance(node.written, Use | Section) else None
        return up(end, wanted_align(node)) if at is None else number(at, self._seen)

    def _uses(self, made: Expected) -> Expected:
        parts = []
        for node in made.node.children:
            part = self.of(node)
            parts.append(evolve(part, at=self._start(node, 0)) if part.exists else part)
        if made.node.written.row is not None or made.node.written.shape is not None:
            kept = tuple(self._fitted(part, made.extent_bytes) for part in parts)
            return evolve(made, children=kept)
        made = evolve(made, children=tuple(parts))
        return self._shared_rows(made) if made.node.rowed else self._shared_bytes(made)

    def _fitted(self, part: Expected, size: int) -> Expected:
        if not part.exists or part.end <= size:
            return part
        may_go = isinstance(part.node.written, Use) and part.node.written.if_fits
        self._check(part.node, "its end in the stated size", size, part.end, may_go)
        return _absent(part.node)

    def _shared_rows(self, made: Expected) -> Expected:
        """Users take turns in rows: a row is as long as the longest of an active use with all its planes."""
        longest = 0
        for part in made.children:
            if part.exists:
                longest = max(longest, count(part.planes) * part.row_bytes)
        rows = self._row_count(made.node)
        return evolve(
            made, rows=rows, row_bytes=longest, shape=(rows, longest), extent_bytes=rows * longest
        )

    def _shared_bytes(self, made: Expected) -> Expected:
        end = max((part.end for part in made.children if part.exists), default=0)
        return evolve(made, shape=(end,), extent_bytes=end)

    def _whole(self, made: Expected) -> Expected:
        """Behind the extent come the overread, its own and that of uses; then the floor; then whole multiples."""
        written, beyond = made.node.written, 0
        if written.overread is not None and made.dtype is not None:
            beyond, full = dense_bytes(made.dtype, number(written.overread, self._names))
            self._check(made.node, "its overread ends on a byte or block", True, full, full)
        furthest = max((part.end for part in made.children if part.exists), default=0)
        size = max(made.extent_bytes + beyond, furthest, written.min_bytes or 0)
        size = up(size, written.size_multiple or 1)
        self._check(made.node, "bytes that fit 64 bits", "below 2^63", size, size < 2**63)
        return evolve(made, overread_bytes=beyond, bytes=size)


def _absent(node: Node) -> Expected:
    parts = (child for child in node.children if child.kind != "gap")
    return Expected(node=node, children=tuple(_absent(child) for child in parts))
