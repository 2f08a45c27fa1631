"""The laws that no layout has to state: what must hold of every size and place over the whole domain."""

from __future__ import annotations

from collections.abc import Iterator

from arenagen.dtypes import DType
from arenagen.elaborate import Elaborated, Node
from arenagen.expressions import Arith, Compare, Expr, Int, Logic, Name
from arenagen.expressions.analysis import Guard
from arenagen.laws.obligation import Goal, Obligation, Occurs, ValueGoal
from arenagen.laws.sharing import SHARING, disjoint
from arenagen.laws.symbols import SymbolicLayout, Symbols
from arenagen.laws.terms import TRUE, ZERO, at_most, by_dtype, positive, total
from arenagen.model import Buffer, KeyPath, Section, Use
from arenagen.resolve.statements import INDEX_LIMITS

_DOCS = {
    "has_value": "no division by zero, no remainder of `/`, no number above the last rung",
    "fits_64_bits": "no number on the way to its size exceeds 64 bits",
    "not_negative": "no count, dimension or place is negative",
    "in_order": "sections lie one after another, aligned, inside what holds them",
    "no_overlap": "sections with places of their own do not share bytes",
    "fits": "it ends inside the size that is stated for it",
    "aligned": "its place is a multiple of its alignment",
    "live_rows": "a pass touches no more rows than there are, for every live count",
    "can_exist": "some values meet its condition",
    "index": "the last index fits the integer that kernels use",
    "budget": "its bytes are within its budget",
    **SHARING,
    "whole_rows": "the first n rows are the first n times the row's bytes",
    "kept": "no routine clears it",
    "required": "it exists whenever its user is active",
}


def implied(symbols: SymbolicLayout) -> Iterator[Obligation]:
    """Every implied law of a layout but those about growth, buffer by buffer in the order of the file."""
    layout = symbols.layout
    for buffer in layout.buffers:
        yield from _of_buffer(symbols, buffer)
        for node in buffer.walk():
            yield from _of_node(symbols, node)
    for law, subject, place, apart in disjoint(layout):
        yield _made(law, subject, place, apart)
    for arena in layout.arenas:
        size = Name((arena.name, ":arena"))
        where: KeyPath = ("arenas", arena.name) if layout.layout.arenas else ()
        yield _made(
            "fits_64_bits", f"arena {arena.name}", where, ValueGoal(expr=size), guarded=True
        )
        if arena.budget is not None:
            goal = Goal(that=at_most(size, arena.budget))
            yield _made("budget", f"arena {arena.name}", (*where, "budget"), goal, guarded=True)


def _made(
    law: str,
    subject: str,
    where: KeyPath,
    *goals: Goal | ValueGoal | Occurs,
    guarded: bool = False,
    by: str = "construction",
) -> Obligation:
    kept = tuple(g for g in goals if not (isinstance(g, Goal) and g.that == TRUE))
    return Obligation(
        law=law,
        subject=subject,
        where=where,
        doc=_DOCS[law],
        goals=kept,
        by=by,
        constructor=guarded,
    )


def _of_buffer(symbols: SymbolicLayout, buffer: Node) -> Iterator[Obligation]:
    """What is asked of a buffer and everything in it at once."""
    values = tuple(_values(symbols, buffer))
    counts = tuple(_counts(symbols.layout, buffer))
    path, where = buffer.dotted, buffer.where
    if values:
        yield _made("has_value", path, where, *values)
        yield _made("fits_64_bits", path, where, *values, guarded=True)
    if counts:
        yield _made("not_negative", path, where, *counts)
    if buffer.token_major:
        yield _made("whole_rows", path, (*where, "token_major"))


def _guards(node: Node) -> tuple[Guard, ...]:
    return tuple((guard, True) for guard in node.guards)


def _values(symbols: SymbolicLayout, buffer: Node) -> Iterator[ValueGoal]:
    """Conditions, and sizes and places where these hold."""
    for node in buffer.walk():
        if node.when is not None:
            yield ValueGoal(expr=node.when, guards=_guards(node)[:-1], where=(*node.where, "when"))
        made = symbols.nodes[node.dotted]
        stated = (getattr(node.written, key, None) for key in ("budget", "fill", "pad"))
        needed = node.written.required_when
        if needed is not None:
            yield ValueGoal(expr=needed, where=(*node.where, "required_when"))
        for expr in (made.size, made.at, *stated):
            if isinstance(expr, Expr) and not isinstance(expr, Int):
                yield ValueGoal(expr=expr, guards=_guards(node), where=node.where)


def _counts(layout: Elaborated, buffer: Node) -> Iterator[Goal]:
    """Numbers of things that are not literals, each under the conditions of its part."""
    pending = [buffer]
    while pending:
        node = pending.pop(0)
        pending[:0] = node.children
        written = node.written
        found: list[Expr | None] = [*(written.row or ()), *(written.shape or ())]
        found += [size for _, size in node.planes]
        found += [written.rows, written.overread]
        found += [written.gap, written.at] if isinstance(written, Section) else []
        found += [written.at] if isinstance(written, Use) else []
        for expr in found:
            if expr is not None and not isinstance(expr, Int):
                yield Goal(that=at_most(ZERO, expr), guards=_guards(node), refused="AG510")


def _of_node(symbols: SymbolicLayout, node: Node) -> Iterator[Obligation]:
    """What is asked of one buffer, use or section."""
    made, path = symbols.nodes[node.dotted], node.dotted
    if node.when is not None and node.when != TRUE:
        goal = Occurs(that=node.when, guards=_guards(node)[:-1])
        yield _made("can_exist", path, (*node.where, "when"), goal)
    if node.composed == "sections":
        yield from _sequence(symbols, node)
    if node.stated:
        yield from _stated_size(symbols, node)
    if isinstance(node.written, Use | Section) and node.written.at is not None:
        multiple = Arith("%", made.at, Int(node.align))
        aligned = Goal(
            that=Compare("==", multiple, ZERO), guards=_laid_out(symbols, node), refused="AG351"
        )
        yield _made("aligned", path, (*node.where, "at"), *([aligned] if node.align > 1 else []))
    yield from _rows(symbols.layout, node)
    yield from _limits(symbols, node, made)
    if node.written.required_when is not None:
        active: Guard = (node.written.required_when, True)
        there = symbols.definitions[f"{node.dotted}.exists"]
        needed = Goal(that=there, guards=(active,), refused="AG364")
        yield _made("required", path, (*node.where, "required_when"), needed)
    if isinstance(node.written, Buffer) and _kept(symbols.layout, node):
        yield _made("kept", path, (*node.where, "reset"))


def _there(symbols: SymbolicLayout, node: Node) -> tuple[Guard, ...]:
    """That a node exists, as far as it can be absent."""
    exists = symbols.definitions[f"{node.dotted}.exists"]
    return () if exists == TRUE else ((Name((*node.path, "exists")), True),)


def _laid_out(symbols: SymbolicLayout, node: Node) -> tuple[Guard, ...]:
    """That a part is placed, whatever becomes of it: what it lies in may be empty, or too small for it."""
    there = positive(symbols.nodes[node.dotted].extent)
    return *_guards(node), *(((there, True),) if there != TRUE else ())


def _sequence(symbols: SymbolicLayout, node: Node) -> Iterator[Obligation]:
    placed = [c for c in node.children if c.kind != "gap"]
    if not any(isinstance(c.written, Section) and c.written.at is not None for c in placed):
        yield _made("in_order", node.dotted, (*node.where, "sections"))
        return
    goals = []
    for i, first in enumerate(placed):
        for second in placed[i + 1 :]:
            one, other = symbols.nodes[first.dotted], symbols.nodes[second.dotted]
            apart = _apart(one, other)
            guards = (*_laid_out(symbols, first), *_laid_out(symbols, second))
            goals.append(Goal(that=apart, guards=guards, refused="AG350"))
    yield _made("no_overlap", node.dotted, (*node.where, "sections"), *goals)


def _apart(one: Symbols, other: Symbols) -> Expr:
    return Logic("or", at_most(one.end, other.at), at_most(other.end, one.at))


def _stated_size(symbols: SymbolicLayout, node: Node) -> Iterator[Obligation]:
    """Uses of something with a size of its own; those that are absent where they do not fit always fit."""
    extent = symbols.nodes[node.dotted].extent
    for child in node.children:
        if isinstance(child.written, Use) and child.written.if_fits:
            yield _made("fits", child.dotted, child.where)
            continue
        goal = Goal(
            that=at_most(symbols.nodes[child.dotted].end, extent),
            guards=_laid_out(symbols, child),
            refused="AG352",
        )
        yield _made("fits", child.dotted, child.where, goal)


def _rows(layout: Elaborated, node: Node) -> Iterator[Obligation]:
    """Live rows are counted by an axis and never exceed the rows."""
    if node.axis is None or node.rows is None or not node.rowed:
        return
    most, live = layout.axes[node.axis].max, node.live_rows or Name((node.axis,))
    where = (*node.where, "live_rows" if node.written.live_rows is not None else "rows")
    if node.written.rows is None and node.written.live_rows is None:
        where = node.where
    if node.live_rows is None and node.rows == most:
        if node.kind == "buffer":  # what lies in it inherits this
            yield _made("live_rows", node.dotted, where)
        return
    guards = (*_guards(node), (Compare("<=", Name((node.axis,)), most), True))
    goals = [Goal(that=at_most(live, node.rows), guards=guards)]
    if node.live_rows is not None:
        goals.append(Goal(that=at_most(ZERO, live), guards=guards))
    yield _made("live_rows", node.dotted, where, *goals)


def _limits(symbols: SymbolicLayout, node: Node, made: Symbols) -> Iterator[Obligation]:
    """Index widths and budgets, which constructors check too."""
    there, written = _there(symbols, node), node.written
    if written.index is not None:
        width, _, unit = written.index.partition("_")
        count = made.size if unit or not node.dtypes else _elements(node, made)
        last = Int(count.value - 1) if isinstance(count, Int) else Arith("-", count, Int(1))
        goal = Goal(that=at_most(last, Int(INDEX_LIMITS[width])), guards=there)
        yield _made("index", node.dotted, (*node.where, "index"), goal, guarded=True)
    if written.budget is not None:
        goal = Goal(that=at_most(made.size, written.budget), guards=there)
        yield _made("budget", node.dotted, (*node.where, "budget"), goal, guarded=True)


def _elements(node: Node, made: Symbols) -> Expr:
    """Elements up to the end of the extent and its overread."""

    def counted(dtype: DType) -> Expr:
        run, size = dtype.granule
        reach = total(made.extent, made.overread)
        whole = reach if size == 1 else Arith("//", reach, Int(size))
        return whole if run == 1 else Arith("*", Int(run), whole)

    return by_dtype(node.dtype, node.dtypes, {d.name: counted(d) for d in node.dtypes})


def _kept(layout: Elaborated, node: Node) -> bool:
    return any(cls.keep and cls.name == node.reset for cls in layout.classes)
