"""The scopes that goals are proved in: what is given, from the least to the most."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from arenagen.elaborate import Elaborated
from arenagen.expressions import Expr, Logic, free_names
from arenagen.expressions.analysis import Domain, Guard, Scope, analyse
from arenagen.laws.obligation import Goal, Occurs, ValueGoal
from arenagen.laws.symbols import SymbolicLayout
from arenagen.laws.terms import opposite
from arenagen.model import Require


class Scopes:
    """Scopes by what is given in them, made when they are asked for."""

    def __init__(self, symbols: SymbolicLayout, domains: Mapping[str, Domain]) -> None:
        written = symbols.layout.layout
        self.symbols = symbols
        plain = symbols.plain
        self.requires = tuple((plain(_condition(item)), True) for item in written.require)
        self.assumes = {item.name: (plain(item.that), True) for item in written.assume}
        bare = Scope(domains, symbols.definitions, self.requires)
        self.domains = {**domains, **_axes(symbols.layout, bare)}
        self._made: dict[tuple[Guard, ...], Scope] = {}

    def of(
        self, goal: Goal | ValueGoal | Occurs, assumed: Iterable[str], checks: Iterable[Guard] = ()
    ) -> Scope:
        """The scope of a goal in which some assumptions hold, and perhaps what constructors check."""
        given = (*self.requires, *(self.assumes[name] for name in assumed), *checks)
        variables = {} if isinstance(goal, Occurs) else goal.variables
        if variables:
            return self._own(goal, variables, given)
        if given not in self._made:
            self._made[given] = Scope(self.domains, self.symbols.definitions, given)
        return self._made[given]

    def _own(
        self,
        goal: Goal | ValueGoal | Occurs,
        variables: Mapping[str, Domain],
        given: tuple[Guard, ...],
    ) -> Scope:
        """A scope with variables of its own, and just the definitions that are needed."""
        definitions = {**self.symbols.definitions, **getattr(goal, "definitions", {})}
        roots = [goal.expr if isinstance(goal, ValueGoal) else goal.that]
        roots += [condition for condition, _ in (*goal.guards, *given)]
        return Scope({**self.domains, **variables}, closure(roots, definitions), given)


def inlined(
    goal: Goal | ValueGoal | Occurs, symbols: SymbolicLayout
) -> tuple[Expr, tuple[Guard, ...]]:
    """What a goal is about and its guards, with numbers for constants."""
    expr = goal.expr if isinstance(goal, ValueGoal) else goal.that
    return symbols.plain(expr), tuple((symbols.plain(g), truth) for g, truth in goal.guards)


def closure(roots: Iterable[Expr], definitions: Mapping[str, Expr]) -> dict[str, Expr]:
    """The definitions that expressions need, directly or by one another."""
    found: dict[str, Expr] = {}
    pending = [name for root in roots for name in sorted(free_names(root))]
    while pending:
        name = pending.pop()
        if name in definitions and name not in found:
            found[name] = definitions[name]
            pending += sorted(free_names(definitions[name]))
    return found


def _condition(item: Require) -> Expr:
    return item.that if item.when is None else Logic("or", opposite(item.when), item.that)


def _axes(layout: Elaborated, scope: Scope) -> dict[str, Domain]:
    """What live counts range over."""
    found = {}
    for axis in layout.layout.axes:
        most = analyse(axis.max, scope).interval
        found[axis.name] = Domain.whole(0, max(most.hi, 0) if most is not None else 0)
    return found
