"""What can be said of a layout over the whole domain of its parameters, without values.

Refusals that the constructor of the generated code meets anyway (a number beyond 64 bits for large values) are left to
it unless they are certain; everything else that values can show is reported with such values.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from arenagen.diagnostics import Note, Place, Report
from arenagen.dtypes import DType
from arenagen.elaborate import Elaborated, Node
from arenagen.expressions import (
    Arith,
    Compare,
    Expr,
    Int,
    Logic,
    Name,
    Not,
    Text,
    names,
    shown_values,
    to_text,
)
from arenagen.expressions.analysis import (
    Answer,
    Domain,
    Fault,
    Guard,
    Scope,
    Truth,
    analyse,
    find,
)
from arenagen.expressions.arithmetic import OVERFLOW
from arenagen.model import Assume, KeyPath, Param, Require

MAX_SHOWN = 6
"""Values that a message shows."""


def check_domains(layout: Elaborated, report: Report) -> None:
    """Everything that some values of the domain make wrong."""
    domains = domains_of(layout)
    checker = _Checker(layout, domains, report)
    checker.statements()
    for buffer in layout.buffers:
        checker.node(buffer)


def domains_of(layout: Elaborated) -> dict[str, Domain]:
    """What values each parameter, flag and constant takes."""
    found = {param.name: _param_domain(param) for param in layout.layout.params}
    found |= {flag.name: Domain.boolean() for flag in layout.layout.flags}
    for name, value in layout.scope.consts.items():
        if isinstance(value, bool):
            found[name] = Domain(Truth(value, not value))
        elif isinstance(value, tuple):
            found[name] = Domain.rungs(value)
        else:
            found[name] = Domain.constant(value)
    return found


def _param_domain(param: Param) -> Domain:
    if param.type == "bool":
        return Domain.boolean()
    if param.type == "dtype":
        return Domain.dtype(str(v) for v in param.values or ())
    if param.values is not None:
        return Domain.numbers(v for v in param.values if isinstance(v, int))
    assert param.max is not None  # noqa: S101 - the rules about parameters have passed
    return Domain.whole(param.min, param.max, param.multiple_of)


def _given(statements: Sequence[Require | Assume]) -> tuple[Guard, ...]:
    """Requirements and assumptions that are only about values, as conditions that hold."""
    found: list[Guard] = []
    for statement in statements:
        condition = statement.that
        when = statement.when if isinstance(statement, Require) else None
        if when is not None:
            condition = Logic("or", Not(when), condition)
        if not has_paths(condition):
            found.append((condition, True))
    return tuple(found)


def has_paths(expr: Expr) -> bool:
    """Whether an expression asks for properties of parts."""
    return any(len(name.path) > 1 for name in names(expr))


class _Checker:
    """Asks the analysis about each node under the conditions under which it exists."""

    def __init__(self, layout: Elaborated, domains: dict[str, Domain], report: Report) -> None:
        self._layout = layout
        self._report = report
        self._seen: set[tuple[object, ...]] = set()
        self._answers: dict[tuple[object, ...], Answer] = {}
        written = layout.layout
        self._bare = Scope(domains, layout.scope.definitions)
        statements: tuple[Require | Assume, ...] = (*written.require, *written.assume)
        self._scope = Scope(domains, layout.scope.definitions, _given(statements))
        self._live_scopes = {
            axis.name: self._live_scope(axis.max, axis.name, domains) for axis in written.axes
        }

    def _live_scope(self, most: Expr, axis: str, domains: dict[str, Domain]) -> Scope:
        """The scope in which the live count of an axis is known, between 0 and its maximum."""
        bound = analyse(most, self._scope).interval
        highest = max(bound.hi, 0) if bound is not None else 0
        given = (*self._scope.given, (Compare("<=", Name((axis,)), most), True))
        return Scope(
            {**domains, axis: Domain.whole(0, highest)}, self._layout.scope.definitions, given
        )

    def statements(self) -> None:
        """Requirements have a value for all values; so have the maxima of axes."""
        for require in self._layout.layout.require:
            for key in ("when", "that"):
                expr = getattr(require, key)
                guards = (
                    ((require.when, True),) if key == "that" and require.when is not None else ()
                )
                if expr is not None and not has_paths(expr):
                    self._sound(expr, (*require.where, key), guards, self._bare)
        for axis in self._layout.layout.axes:
            self._count(axis.max, (*axis.where, "max"), ())
        for arena in self._layout.arenas:
            if arena.budget is not None:
                self._sound(arena.budget, (*arena.where, "budget"), ())

    def node(self, node: Node) -> None:
        """A buffer or part, and everything in it."""
        guards: tuple[Guard, ...] = tuple((guard, True) for guard in node.guards)
        if node.when is not None:
            self._condition(node, guards[:-1])
        for expr, where in _extents(node):
            self._count(expr, where, guards)
        if node.kind != "gap":
            self._present(node, guards)
            self._elements(node, guards)
            self._live(node, guards)
            self._rows(node, guards)
            self._values(node, guards)
            self._needed(node)
        for child in node.children:
            self.node(child)

    def _sound(
        self, expr: Expr, where: KeyPath, guards: tuple[Guard, ...], scope: Scope | None = None
    ) -> bool:
        """Reports refusals of an expression; whether it has a value for all values."""
        facts = analyse(expr, scope or self._scope, guards)
        for fault in facts.faults:
            if fault.kind != OVERFLOW or fault.status == "certain":
                self._fault(fault, where)
        return not facts.faults

    def _fault(self, fault: Fault, where: KeyPath) -> None:
        place = Place(("let", fault.via[-1], "value") if fault.via else where, span=fault.span)
        key = (fault.kind, place)
        if key in self._seen:
            return
        self._seen.add(key)
        also = [Note(Place(where), "looked at here")] if fault.via else []
        code = "AG361" if fault.kind == OVERFLOW else fault.code
        self._report.add(code, fault.message, place, hint=fault.hint, also=also)

    def _count(
        self, expr: Expr, where: KeyPath, guards: tuple[Guard, ...], scope: Scope | None = None
    ) -> None:
        """A number of things has a value and is not negative."""
        if isinstance(expr, Int) and expr.value >= 0:
            return
        facts = analyse(expr, scope or self._scope, guards)
        self._sound(expr, where, guards, scope)
        if facts.interval is not None and facts.interval.lo < 0:
            condition = Compare("<", expr, Int(0))
            message = f"`{to_text(expr)}` is negative for {{}}"
            self._refuse("AG360", condition, where, guards, message, scope=scope)

    def _refuse(
        self,
        code: str,
        condition: Expr,
        where: KeyPath,
        guards: tuple[Guard, ...],
        message: str,
        *,
        scope: Scope | None = None,
        of: str = "value",
        hint: str | None = None,
    ) -> None:
        """Reports that a condition can hold, with values for which it does."""
        answer = self._find(condition, guards, scope or self._scope)
        if answer.witness is not None:
            place = Place(where, of="key") if of == "key" else Place(where)
            values = shown_values(answer.witness, MAX_SHOWN) or "all values"
            self._report.add(code, message.format(values), place, hint=hint)

    def _find(self, condition: Expr, guards: tuple[Guard, ...], scope: Scope) -> Answer:
        """Whether a condition can hold; parts share conditions, so answers are remembered."""
        key = (condition, guards, id(scope))
        if key not in self._answers:
            self._answers[key] = find(condition, scope, guards)
        return self._answers[key]

    def _condition(self, node: Node, outer: tuple[Guard, ...]) -> None:
        assert node.when is not None  # noqa: S101 - narrowed by the caller
        where = (*node.where, "when")
        sound = self._sound(node.when, where, outer)
        if sound and self._find(node.when, outer, self._scope).ruled_out:
            self._report.add("AG365", f"`{node.dotted}` never exists", where)

    def _present(self, node: Node, guards: tuple[Guard, ...]) -> None:
        """What has an extent of its own is not 0 bytes where its condition holds."""
        for expr, where in _dimensions(node):
            bound = analyse(expr, self._scope, guards).interval
            if bound is not None and bound.lo <= 0 <= bound.hi:
                message = f"`{node.dotted}` comes out at 0 bytes although it exists, for {{}}"
                self._refuse("AG362", Compare("==", expr, Int(0)), where, guards, message)

    def _elements(self, node: Node, guards: tuple[Guard, ...]) -> None:
        """Rows and overread end with a byte or a block."""
        written, key = node.written, "row" if node.row is not None else "shape"
        dims = getattr(written, key)
        if dims is not None and written.row_align is None:
            hint = "pad each row with `row_align`" if key == "row" else None
            self._whole(node, product(dims), (*node.where, key), guards, f"`{node.dotted}`", hint)
        if written.overread is not None:
            what, where = f"the overread of `{node.dotted}`", (*node.where, "overread")
            self._whole(node, written.overread, where, guards, what, None)

    def _whole(
        self,
        node: Node,
        elements: Expr,
        where: KeyPath,
        guards: tuple[Guard, ...],
        what: str,
        hint: str | None,
    ) -> None:
        """A number of elements fills whole bytes or blocks, whichever dtype they have."""
        for dtype in node.dtypes:
            run = dtype.granule[0]
            if run > 1:
                code, unit = ("AG321", "block") if dtype.family == "block" else ("AG320", "byte")
                condition = Compare("!=", Arith("%", elements, Int(run)), Int(0))
                message = f"{what} ends inside a {unit} of {dtype.name} for {{}}"
                given = (*guards, *self._chosen(node, dtype))
                self._refuse(code, condition, where, given, message, hint=hint)

    def _chosen(self, node: Node, dtype: DType) -> tuple[Guard, ...]:
        """What holds where a dtype parameter has a value; nothing for a dtype that is fixed."""
        if node.dtype is None or node.dtype in self._layout.dtypes:
            return ()
        return ((Compare("==", Name((node.dtype,)), Text(dtype.name)), True),)

    def _live(self, node: Node, guards: tuple[Guard, ...]) -> None:
        """Live rows are a number for every live count."""
        if node.written.live_rows is not None and node.axis is not None:
            scope = self._live_scopes[node.axis]
            self._count(node.written.live_rows, (*node.where, "live_rows"), guards, scope)

    def _rows(self, node: Node, guards: tuple[Guard, ...]) -> None:
        tile, rows = node.written.tile, node.rows
        if tile is not None and rows is not None and node.row is not None:
            last = node.row[-1] if node.row else Int(1)
            for expr, size, what in ((rows, tile[0], "rows"), (last, tile[1], "columns")):
                condition = Compare("!=", Arith("%", expr, Int(size)), Int(0))
                message = f"{what} of `{node.dotted}` are no whole number of tiles for {{}}"
                hint = f"write `align_up(..., {size})`"
                self._refuse("AG348", condition, (*node.where, "tile"), guards, message, hint=hint)
        if node.axis is None or rows is None or not node.rowed:
            return
        live, code = node.live_rows or Name((node.axis,)), "AG346" if node.live_rows else "AG345"
        where = (*node.where, "live_rows" if node.live_rows else "rows")
        if rows != self._layout.axes[node.axis].max or node.live_rows is not None:
            condition = Compare(">", live, rows)
            message = f"`{node.dotted}` has fewer rows than a pass may touch, for {{}}"
            scope = self._live_scopes[node.axis]
            self._refuse(code, condition, where, guards, message, scope=scope)

    def _values(self, node: Node, guards: tuple[Guard, ...]) -> None:
        """What else is worked out of a node that exists has a value."""
        for key in ("budget", "fill", "pad"):
            expr = getattr(node.written, key, None)
            if isinstance(expr, Expr):
                self._sound(expr, (*node.where, key), guards)

    def _needed(self, node: Node) -> None:
        needed = node.written.required_when
        where = (*node.where, "required_when")
        if needed is None or not self._sound(needed, where, ()) or not node.guards:
            return
        message = f"`{node.dotted}` is absent while its user is active, for {{}}"
        outer: tuple[Guard, ...] = ()
        for guard in node.guards:
            self._refuse("AG364", Logic("and", needed, Not(guard)), where, outer, message)
            outer = (*outer, (guard, True))


def product(dims: Sequence[Expr]) -> Expr:
    """The number of elements that dimensions enclose."""
    made: Expr = Int(1)
    for i, dim in enumerate(dims):
        made = dim if i == 0 else Arith("*", made, dim)
    return made


def _dimensions(node: Node) -> Iterator[tuple[Expr, KeyPath]]:
    """What the elements of an extent are the product of; inherited rows stand for themselves."""
    if node.row is None and node.shape is None:
        return
    yield from ((expr, (*node.where, "planes", name)) for name, expr in node.planes)
    if node.row is not None and node.rows is not None:
        yield node.rows, (*node.where, "rows")
    key = "row" if node.row is not None else "shape"
    yield from ((dim, (*node.where, key, i)) for i, dim in enumerate(getattr(node.written, key)))


def _extents(node: Node) -> Iterator[tuple[Expr, KeyPath]]:
    """Expressions that count something, with their places."""
    written = node.written
    for key in ("rows", "overread", "gap", "at"):
        expr = getattr(written, key, None)
        if expr is not None and not has_paths(expr):
            yield expr, (*node.where, key)
    for name, expr in node.planes:
        yield expr, (*node.where, "planes", name)
    for key in ("row", "shape"):
        for i, expr in enumerate(getattr(written, key) or ()):
            yield expr, (*node.where, key, i)
