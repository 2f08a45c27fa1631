"""What must hold of a layout in numbers: requirements, laws at the given values, budgets, index widths."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice, product
from typing import Any

from attrs import field, frozen

from arenagen.diagnostics import Diagnostic, Place
from arenagen.elaborate import Elaborated, Node
from arenagen.encoding import EncodingError, pattern
from arenagen.expressions import EvaluationError, Expr, free_names, shown_value, to_text
from arenagen.model import Law, Require
from arenagen.resolve.apart import Pair, apart_faults, pairs_apart
from arenagen.resolve.formulas import Environment, FaultError, Formula
from arenagen.resolve.model import PATH_VALUES, Resolved, ResolvedLayout, Value

MAX_LAW_POINTS = 65536
"""Points of the variables of one law that are tried on given values."""

MAX_HELD = 4096
"""Values for which one law is remembered to hold."""

INDEX_LIMITS = {"i32": 2**31 - 1, "u32": 2**32 - 1, "i64": 2**63 - 1}


@frozen(eq=False)
class Statement:
    """A requirement or law, compiled."""

    written: Require | Law
    that: Formula
    when: Formula | None
    variables: tuple[tuple[str, Formula, Formula], ...]
    depends: tuple[str, ...]
    """The names that it is about, apart from its variables."""
    held: set[tuple[Value, ...]] = field(factory=set, repr=False)
    """Values of these names for which it was found to hold: many sets of values share them."""

    @property
    def asks_parts(self) -> bool:
        """Whether it is about parts of the layout, not about values alone."""
        return any("." in name for name in self.depends)


@frozen(eq=False)
class NodeLimits:
    """What is asked of one node beyond its size."""

    node: Node
    budget: Formula | None
    required_when: Formula | None


@frozen(eq=False)
class Statements:
    """Everything that is checked once a layout has numbers."""

    stated: tuple[Statement, ...]
    limits: tuple[NodeLimits, ...]
    arena_budgets: tuple[tuple[str, Formula], ...]
    apart: tuple[Pair, ...]
    fills: tuple[tuple[Node, Formula], ...]

    def faults(self, resolved: ResolvedLayout, env: Environment) -> list[Diagnostic]:
        """Everything that does not hold."""
        found: list[Diagnostic] = []
        try:
            seen = PathEnvironment(env, resolved)
            for statement in self.stated:
                found += _broken(statement, seen)
            for limits in self.limits:
                found += _limit_faults(limits, resolved.nodes[limits.node.dotted], env)
            for name, budget in self.arena_budgets:
                place = Place(("arenas", name, "budget"))
                found += _over_budget(
                    f"arena `{name}`", resolved.arenas[name].bytes, budget.number(env), place
                )
            for node, value in self.fills:
                found += _unencodable(resolved.nodes[node.dotted], value, env)
        except FaultError as fault:
            found.append(fault.diagnostic)
        return [*found, *apart_faults(self.apart, resolved)]


class PathEnvironment(dict[str, Value]):
    """Values by name, and what a path such as `scratch.decode.slots.at` says of a node."""

    def __init__(self, env: Environment, resolved: ResolvedLayout) -> None:
        super().__init__()
        self._env = env
        self._resolved = resolved

    def __missing__(self, name: str) -> Value:
        path, dot, asked = name.rpartition(".")
        if not dot:
            return self._env[name]
        made = self._resolved.nodes[path]
        if asked == "offset":
            root = self._resolved.buffers[made.node.buffer]
            return 0 if made.offset is None else made.offset - (root.offset or 0)
        return PATH_VALUES[asked](made)


def _broken(statement: Statement, env: PathEnvironment) -> list[Diagnostic]:
    """The fault of a statement that does not hold. What was tried for all values of variables is not tried again."""
    if not statement.variables:
        return _tried(statement, env)
    try:
        key = tuple(env[name] for name in statement.depends)
    except EvaluationError:  # a name that the statement may not look at
        return _tried(statement, env)
    if key in statement.held:
        return []
    found = _tried(statement, env)
    if not found and len(statement.held) < MAX_HELD:
        statement.held.add(key)
    return found


def _tried(statement: Statement, env: PathEnvironment) -> list[Diagnostic]:
    try:
        for point in _points(statement, env):
            env.update(point)
            applies = statement.when is None or statement.when(env)
            if applies and not statement.that(env):
                return [_unmet(statement, env)]
        return []
    finally:
        for name, _, _ in statement.variables:
            env.pop(name, None)


def _points(statement: Statement, env: PathEnvironment) -> Iterator[dict[str, Value]]:
    """Values of the variables, all of them up to MAX_LAW_POINTS."""
    names = [name for name, _, _ in statement.variables]
    ranges = [_values(low.number(env), high.number(env)) for _, low, high in statement.variables]
    for values in islice(product(*ranges), MAX_LAW_POINTS):
        yield dict(zip(names, values, strict=True))


def _values(low: int, high: int) -> range:
    """No more of them than are tried, because a product holds all values of each variable."""
    return range(low, min(high + 1, low + MAX_LAW_POINTS))


def _unmet(statement: Statement, env: PathEnvironment) -> Diagnostic:
    written = statement.written
    law = isinstance(written, Law)
    code, what = ("AG700", "law") if law else ("AG503", "requirement")
    values = [f"{name} = {shown_value(env[name])}" for name in sorted(free_names(written.that))]
    message = f"{what} `{written.name}` does not hold: {to_text(written.that)}"
    if values:
        message += f" with {', '.join(values)}"
    return Diagnostic(code, message, Place((*written.where, "that")), hint=written.doc)


def _limit_faults(limits: NodeLimits, made: Resolved, env: Environment) -> Iterator[Diagnostic]:
    node = limits.node
    if limits.required_when is not None and not made.exists and limits.required_when(env):
        message = f"`{node.dotted}` is absent while its user is active"
        where = Place((*node.where, "required_when"))
        yield Diagnostic("AG364", message, where)
    if not made.exists:
        return
    if limits.budget is not None:
        where = Place((*node.where, "budget"))
        name = f"`{node.dotted}`"
        yield from _over_budget(name, made.bytes, limits.budget.number(env), where, _crossing(made))
    yield from _index_faults(node, made)


def _crossing(made: Resolved) -> Callable[[int], str | None]:
    """Names the section in which a budget ends."""

    def named(budget: int) -> str | None:
        ends = (c for c in made.walk() if c.node is not made.node and not c.children and c.exists)
        start = made.offset or 0
        crossing = next((c for c in ends if (c.offset or 0) + c.bytes - start > budget), None)
        return None if crossing is None else f"it is crossed by `{crossing.node.dotted}`"

    return named


def _over_budget(
    what: str,
    size: int,
    budget: int,
    place: Place,
    crossing: Callable[[int], str | None] = lambda budget: None,
) -> Iterator[Diagnostic]:
    if size > budget:
        message = f"{what} takes {size} bytes, {size - budget} over its budget of {budget}"
        yield Diagnostic("AG504", message, place, hint=crossing(budget))


def _index_faults(node: Node, made: Resolved) -> Iterator[Diagnostic]:
    """The last index, not the count, must fit: 2^31 elements have indices up to 2^31 - 1."""
    index = node.written.index
    if index is None:
        return
    width, _, unit = index.partition("_")
    count = made.bytes if unit else _elements(made)
    if count - 1 > INDEX_LIMITS[width]:
        what = "byte" if unit else "element"
        message = (
            f"the last {what} of `{node.dotted}` has index {count - 1}, more than {width} can hold "
            f"({INDEX_LIMITS[width]})"
        )
        yield Diagnostic("AG324", message, Place((*node.where, "index")))


def _unencodable(made: Resolved, value: Formula, env: Environment) -> Iterator[Diagnostic]:
    """A value to clear to that the elements cannot hold."""
    if made.exists and made.dtype is not None:
        try:
            pattern(made.dtype, value.number(env))
        except EncodingError as fault:
            yield Diagnostic("AG409", f"`{made.node.dotted}`: {fault}", Place(value.where))


def _elements(made: Resolved) -> int:
    """Elements up to the end of the extent and its overread, in the unit of its dtype."""
    if made.dtype is None:
        return made.bytes
    run, size = made.dtype.granule
    return (made.extent_bytes + made.overread_bytes) * run // size


def compile_statements(layout: Elaborated) -> Statements:
    """The layout's statements, compiled."""

    def formula(expr: Expr | None, where: tuple[Any, ...]) -> Formula | None:
        return None if expr is None else Formula(expr, where)

    written = layout.layout
    items: tuple[Require | Law, ...] = (*written.require, *written.laws)
    stated = tuple(_statement(item) for item in items)
    limits = tuple(
        NodeLimits(
            node,
            formula(node.written.budget, (*node.where, "budget")),
            formula(node.written.required_when, (*node.where, "required_when")),
        )
        for node in layout.nodes()
        if node.written.budget is not None
        or node.written.required_when is not None
        or node.written.index is not None
    )
    budgets = tuple(
        (arena.name, Formula(arena.budget, ("arenas", arena.name, "budget")))
        for arena in layout.arenas
        if arena.budget is not None
    )
    fills = tuple(
        (node, Formula(value, (*node.where, key)))
        for node in layout.nodes()
        for key in ("fill", "pad")
        if isinstance(value := getattr(node.written, key, None), Expr)
    )
    return Statements(stated, limits, budgets, pairs_apart(layout), fills)


def _statement(item: Require | Law) -> Statement:
    forall = item.forall if isinstance(item, Law) else ()
    exprs = (item.that, item.when, *(end for _, ends in forall for end in ends))
    used = {name for expr in exprs if expr is not None for name in free_names(expr)}
    return Statement(
        written=item,
        that=Formula(item.that, (*item.where, "that")),
        when=None if item.when is None else Formula(item.when, (*item.where, "when")),
        variables=tuple(
            (
                name,
                Formula(ends[0], (*item.where, "forall", name, 0)),
                Formula(ends[1], (*item.where, "forall", name, 1)),
            )
            for name, ends in forall
        ),
        depends=tuple(sorted(used - {name for name, _ in forall})),
    )
