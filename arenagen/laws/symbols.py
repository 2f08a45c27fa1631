"""A layout's sizes and places as expressions of its parameters: what `resolve` computes for one set of values.

For each buffer and part there are definitions under the paths that statements use (`scratch.decode.bytes`), and others
under keys that begin with a colon, which no layout can write:

    :on       its condition and those of everything around it
    :extent   bytes of its rows and planes, uses or sections, where it is on
    :size     its bytes, where it exists
    :at       its place in its parent, where it exists
"""

from __future__ import annotations

from attrs import evolve, frozen

from arenagen.elaborate import Elaborated, Node
from arenagen.expressions import Bool, Expr, Int, Name, free_names, names, substitute
from arenagen.expressions.analysis import Domain, Scope, analyse
from arenagen.laws.terms import (
    FALSE,
    ONE,
    TRUE,
    ZERO,
    Divisors,
    at_most,
    both,
    by_dtype,
    chosen,
    either,
    largest,
    literals,
    positive,
    product,
    total,
)
from arenagen.model import Arena, Buffer, Section, Use
from arenagen.resolve.placement import buffer_align, placement_order


@frozen(eq=False, kw_only=True)
class Symbols:
    """A node's numbers. They hold where what it lies in is laid out; `exists` says whether it is then there.

    on: its condition and those around it; rows, row_bytes: 0 where it is not counted in rows; planes: their product.
    """

    node: Node
    on: Expr
    exists: Expr
    extent: Expr
    overread: Expr
    size: Expr
    at: Expr = ZERO
    rows: Expr = ZERO
    row_bytes: Expr = ZERO
    planes: Expr = ONE

    @property
    def end(self) -> Expr:
        """Its end in its parent."""
        return total(self.at, self.size)


class SymbolicLayout:
    """The definitions of all nodes, and of the arenas' sizes (`main.:arena`)."""

    def __init__(self, layout: Elaborated, domains: dict[str, Domain]) -> None:
        self.layout = layout
        self.definitions: dict[str, Expr] = dict(layout.scope.definitions)
        self.nodes: dict[str, Symbols] = {}
        self._divisors = Divisors(domains, self.definitions)
        self._values = Scope(domains, layout.scope.definitions)
        for buffer in layout.buffers:
            made = self._node(buffer, TRUE)
            self._publish(made, TRUE, ZERO, outermost=True)
        for arena in layout.arenas:
            self._arena(arena.name)
        self.literals = literals(domains)
        self.definitions = {name: self.plain(expr) for name, expr in self.definitions.items()}

    def plain(self, expr: Expr) -> Expr:
        """The expression with numbers for the names of constants."""
        return substitute(expr, self.literals) if free_names(expr) & self.literals.keys() else expr

    def define(self, path: tuple[str, ...], key: str, expr: Expr) -> Expr:
        """A name for the expression; short ones stand for themselves."""
        if isinstance(expr, Int | Bool | Name):
            return expr
        self.definitions[".".join((*path, key))] = expr
        return Name((*path, key))

    def _node(self, node: Node, around: Expr) -> Symbols:
        on = self.define(node.path, ":on", both(around, node.when or TRUE))
        made = Symbols(node=node, on=on, exists=FALSE, extent=ZERO, overread=ZERO, size=ZERO)
        if node.row is not None:
            made = self._rows(made)
        elif node.shape is not None:
            elements = self._bytes(node, product(*node.shape))
            planes = product(*(size for _, size in node.planes))
            made = evolve(made, planes=planes, extent=product(planes, elements))
        parts: list[Symbols] = []
        if node.children:
            made, parts = (self._sections if node.composed == "sections" else self._uses)(made)
        return self._finish(made, parts)

    def _rows(self, made: Symbols) -> Symbols:
        node = made.node
        rows = node.rows if node.rows is not None else ZERO
        planes = product(*(size for _, size in node.planes))
        pitch = self.define(node.path, ":pitch", self._pitch(node, product(*(node.row or ()))))
        extent = product(planes, rows, pitch)
        return evolve(made, rows=rows, planes=planes, row_bytes=pitch, extent=extent)

    def _pitch(self, node: Node, elements: Expr) -> Expr:
        multiple = node.written.row_align
        if multiple is None or not node.dtypes:
            return self._bytes(node, elements)
        padded = {d.name: self._divisors.bytes_of(d, elements, padded=True) for d in node.dtypes}
        made = {name: self._divisors.align_up(expr, multiple) for name, expr in padded.items()}
        return by_dtype(node.dtype, node.dtypes, made)

    def _bytes(self, node: Node, elements: Expr) -> Expr:
        """Bytes of elements of the node's dtype; none where it has no dtype."""
        if not node.dtypes:
            return ZERO
        made = {dtype.name: self._divisors.bytes_of(dtype, elements) for dtype in node.dtypes}
        return by_dtype(node.dtype, node.dtypes, made)

    def _uses(self, made: Symbols) -> tuple[Symbols, list[Symbols]]:
        node = made.node
        made = evolve(made, extent=self.define(node.path, ":extent", made.extent))
        parts = []
        for child in node.children:
            part = self._placed(self._node(child, made.on), ZERO)
            if node.stated and isinstance(child.written, Use) and child.written.if_fits:
                part = evolve(part, exists=both(part.exists, at_most(part.end, made.extent)))
            parts.append(self._keep(part))
        if node.stated:
            return made, parts
        if not node.rowed:
            ends = [chosen(part.exists, part.end, ZERO) for part in parts]
            return evolve(made, extent=largest(ends)), parts
        widths = [chosen(p.exists, product(p.planes, p.row_bytes), ZERO) for p in parts]
        rows = node.rows if node.rows is not None else ZERO
        pitch = self.define(node.path, ":pitch", largest(widths))
        return evolve(made, rows=rows, row_bytes=pitch, extent=product(rows, pitch)), parts

    def _sections(self, made: Symbols) -> tuple[Symbols, list[Symbols]]:
        node, parts = made.node, []
        movable = any(isinstance(c.written, Section) and c.written.at for c in node.children)
        end: Expr = ZERO
        for number, child in enumerate(node.children):
            if isinstance(child.written, Section) and child.written.gap is not None:
                end = total(end, chosen(child.when or TRUE, child.written.gap, ZERO))
            else:
                part = self._keep(self._placed(self._node(child, made.on), end))
                parts.append(part)
                behind = largest((end, part.end)) if movable else part.end
                end = chosen(part.exists, behind, end)
            end = self.define(node.path, f":end{number}", end)
        there = either(*(part.exists for part in parts))
        return evolve(made, extent=chosen(there, end, ZERO)), parts

    def _placed(self, part: Symbols, end: Expr) -> Symbols:
        """With its place: as stated, or the next one that is aligned."""
        written = part.node.written
        stated = written.at if isinstance(written, Use | Section) else None
        if stated is None:
            return evolve(part, at=self._divisors.align_up(end, part.node.align))
        seen = {name.dotted: self._seen(name) for name in names(stated) if len(name.path) > 1}
        return evolve(part, at=substitute(stated, seen))

    def _seen(self, name: Name) -> Expr:
        """What an earlier part says of itself while the ones around both are being laid out."""
        *path, asked = name.path
        part = self.nodes[".".join(path)]
        above = (self.nodes.get(".".join(path[:n])) for n in range(1, len(path)))
        exists = both(*(a.exists for a in above if a is not None), part.exists)
        return chosen(exists, _property(part, asked), Bool(False) if asked == "exists" else ZERO)

    def _keep(self, part: Symbols) -> Symbols:
        """A part that is laid out, its place and presence under names of their own."""
        path = part.node.path
        at = self.define(path, ":at", part.at)
        exists = self.define(path, ":exists", part.exists)
        kept = self.nodes[part.node.dotted] = evolve(part, at=at, exists=exists)
        return kept

    def _finish(self, made: Symbols, parts: list[Symbols]) -> Symbols:
        """With its bytes: the extent, then overread, floor and rounding."""
        node, written = made.node, made.node.written
        extent = self.define(node.path, ":extent", made.extent)
        overread: Expr = ZERO
        if written.overread is not None:
            overread = self._bytes(node, written.overread)
        reach: Expr = ZERO
        if node.composed == "uses" and node.rowed and not node.stated:
            reach = largest(chosen(p.exists, p.end, ZERO) for p in parts if not _plain(p))
        needed = largest((total(extent, overread), reach, Int(written.min_bytes or 0)))
        size = self._divisors.align_up(needed, written.size_multiple or 1)
        there = positive(extent) if self._may_be_empty(made) else TRUE
        return evolve(
            made,
            extent=extent,
            overread=overread,
            exists=both(node.when or TRUE, there),
            size=self.define(node.path, ":size", size),
        )

    def _may_be_empty(self, made: Symbols) -> bool:
        """Whether it could come out at 0 bytes although its condition holds: not where every factor is above 0."""
        node = made.node
        if node.composed is not None and not node.stated:
            return not any(
                self.nodes[child.dotted].exists == TRUE for child in node.children if _named(child)
            )
        dims: list[Expr | None] = [size for _, size in node.planes]
        dims += [*(node.row or ()), node.rows] if node.row is not None else [*(node.shape or ())]
        guards = tuple((guard, True) for guard in node.guards)
        for dim in dims:
            known = None if dim is None else analyse(dim, self._values, guards).interval
            if known is None or known.lo <= 0:
                return True
        return False

    def _publish(self, part: Symbols, around: Expr, above: Expr, *, outermost: bool) -> None:
        """The names by which statements know a node, and all below it."""
        node = part.node
        if outermost:
            part = self._keep(part)
        exists = self.define(node.path, "exists", both(around, part.exists))
        absent = node.written.placeholder or 0 if isinstance(node.written, Buffer) else 0
        place = self.define(node.path, ":offset", total(above, part.at))
        values = {
            "exists": exists,
            "at": chosen(exists, part.at, ZERO),
            "bytes": chosen(exists, part.size, Int(absent)),
            "end": chosen(exists, part.end, Int(absent)),
            "rows": chosen(exists, part.rows, ZERO),
            "row_bytes": chosen(exists, part.row_bytes, ZERO),
            "offset": chosen(exists, place, ZERO),
        }
        for key, expr in values.items():
            if expr != Name((*node.path, key)):  # `exists` has been defined
                self.definitions[f"{node.dotted}.{key}"] = expr
        for child in node.children:
            if _named(child):
                self._publish(self.nodes[child.dotted], exists, place, outermost=False)

    def _arena(self, name: str) -> None:
        """The size of an allocation: present buffers in their order, and placeholders behind them."""
        arena = next(arena for arena in self.layout.arenas if arena.name == name)
        end: Expr = ZERO
        order = placement_order(self.layout, arena)
        for absent in (False, True):
            for node in order:
                placed = self._behind(end, arena, node, absent=absent)
                end = self.define(node.path, ":gone" if absent else ":last", placed)
        size = self._divisors.align_up(end, arena.size_multiple)
        self.definitions[f"{name}.:arena"] = size

    def _behind(self, end: Expr, arena: Arena, node: Node, *, absent: bool) -> Expr:
        """The end of what is placed once a buffer is, or its placeholder."""
        part = self.nodes[node.dotted]
        start = self._divisors.align_up(end, buffer_align(arena, node))
        if not absent:
            return chosen(part.exists, total(start, part.size), end)
        written = node.written
        room = written.placeholder if isinstance(written, Buffer) else None
        if room is None:
            return end
        return chosen(part.exists, end, total(start, Int(room)))


def _property(part: Symbols, asked: str) -> Expr:
    values = {
        "exists": TRUE,
        "at": part.at,
        "bytes": part.size,
        "end": part.end,
        "rows": part.rows,
        "row_bytes": part.row_bytes,
    }
    return values[asked]


def _plain(part: Symbols) -> bool:
    """Whether its bytes are its rows and planes, and nothing more."""
    written = part.node.written
    own = part.overread == ZERO and (written.min_bytes, written.size_multiple) == (None, None)
    return own and part.node.composed is None


def _named(node: Node) -> bool:
    return node.kind != "gap"
