"""Counterexamples: completed to values of every parameter, replayed by resolving the layout, and made small."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice, product
from math import prod
from typing import Final

from attrs import evolve, frozen

from arenagen.diagnostics import Diagnostic
from arenagen.expressions import (
    Bindings,
    Bool,
    Definitions,
    EvaluationError,
    Expr,
    Int,
    Text,
    Value,
    evaluate,
    to_text,
    walk,
)
from arenagen.expressions.analysis import Guard, Interval, Scope
from arenagen.expressions.analysis.domain import members, size
from arenagen.expressions.analysis.trial import Trial, connected
from arenagen.laws.obligation import Goal
from arenagen.laws.scopes import inlined
from arenagen.laws.symbols import SymbolicLayout
from arenagen.model import Param, Require
from arenagen.resolve import Program, ResolvedLayout, ResolveError
from arenagen.resolve.statements import PathEnvironment

MAX_LISTED: Final = 512
"""Values of one name that are tried from the smallest on."""

MAX_TOGETHER: Final = 40_000
"""Combinations of values of several names that are tried from the smallest on."""

MAX_ROUNDS: Final = 4
"""Times that all names are gone through."""

MAX_SHOWN: Final = 8
"""Sub-expressions that are shown with their values."""

LET_PASS: Final = ("AG372", "AG373", "AG374", "AG409")
"""Faults that do not keep a constructor from taking the values."""


@frozen
class Replayed:
    """Values of every parameter, flag and variable for which a goal is broken, and what its parts come to."""

    values: Mapping[str, Value]
    shown: tuple[tuple[str, Value], ...]


class Replay:
    """Tries counterexamples on the layout itself."""

    def __init__(self, program: Program, symbols: SymbolicLayout) -> None:
        self._program = program
        self._symbols = symbols
        self._definitions: Definitions | None = None
        asked = (s for s in program.statements.stated if isinstance(s.written, Require))
        self._checks = evolve(program.statements, stated=tuple(asked))

    def shrunk(self, goal: Goal, scope: Scope, witness: Mapping[str, Value]) -> Replayed | None:
        """The smallest counterexample found from one, replayed; None where the layout does not bear it out."""
        that, guards = inlined(goal, self._symbols)
        trial = Trial(scope, that, (*scope.given, *guards))
        start = _start(trial, scope, witness)
        full = self._completed(start, scope, guards)
        if full is None or not self._broken(goal, full):
            return None
        small = _shrunk(trial, scope, start)
        best = self._completed(small, scope, guards)
        if best is None or not self._broken(goal, best):
            best = full
        return Replayed(self._told(best, goal, scope), self._shown(goal, best))

    def has_layout(
        self,
        expr: Expr,
        guards: tuple[Guard, ...],
        scope: Scope,
        witness: Mapping[str, Value],
    ) -> bool:
        """Whether constructors take values for which an expression has none."""
        trial = Trial(scope, expr, (*scope.given, *guards))
        full = self._completed(_start(trial, scope, witness), scope, guards)
        return full is not None and self._resolved(full) is not None

    def _told(self, values: Mapping[str, Value], goal: Goal, scope: Scope) -> dict[str, Value]:
        """The values that a person can set, and the variables: first those that the goal depends on."""
        written = self._program.layout.layout
        given = [item.name for item in (*written.params, *written.flags, *written.axes)]
        own = scope.mask(goal.that)
        ordered = sorted((*given, *goal.variables), key=lambda name: not scope.bit(name) & own)
        return {name: values[name] for name in ordered if name in values}

    def _completed(
        self, start: Mapping[str, Value], scope: Scope, guards: tuple[Guard, ...]
    ) -> dict[str, Value] | None:
        """Values of everything: what the witness leaves open is as small as what is given allows."""
        values = dict(start)
        left = [*scope.given, *guards]
        left = [g for g in left if not scope.mask(g[0]) & _mask(scope, start)]
        while left:
            first, *others = left
            _, group, left = connected(scope, scope.mask(first[0]), others)
            found = _meeting(Trial(scope, first[0], group), scope, first[1], self._defaults())
            if found is None:
                return None
            values |= {name: value for name, value in found.items() if name not in values}
        return {**self._defaults(), **self._program.layout.scope.consts, **values}

    def _defaults(self) -> dict[str, Value]:
        written = self._program.layout.layout
        values = {param.name: smallest(param) for param in written.params}
        return values | {flag.name: False for flag in written.flags}

    def _broken(self, goal: Goal, values: Mapping[str, Value]) -> bool:
        """Whether constructors take the values and the goal does not hold for them."""
        if goal.refused:
            return goal.refused in self._refusals(values)
        seen = self._environment(values, goal)
        if seen is None:
            return False
        try:
            held = all(evaluate(guard, seen) is truth for guard, truth in goal.guards)
            return held and evaluate(goal.that, seen) is False
        except EvaluationError:
            return False

    def _environment(self, values: Mapping[str, Value], goal: Goal) -> Mapping[str, Value] | None:
        """All names for values that constructors take: numbers of `resolve` by path, the rest by definitions."""
        resolved = self._resolved(values)
        if resolved is None:
            return None
        second: ResolvedLayout | None = None
        if goal.again is not None:
            name, other = goal.again
            second = self._resolved({**values, name: values[other]})
            if second is None:
                return None
        bound = self._bound(values, goal)
        return _Seen(PathEnvironment(bound, resolved), bound, second, values)

    def _bound(self, values: Mapping[str, Value], goal: Goal) -> Bindings:
        if goal.definitions:
            every = {**self._symbols.definitions, **goal.definitions}
            return Definitions(every).bind(values)
        if self._definitions is None:
            self._definitions = Definitions(self._symbols.definitions)
        return self._definitions.bind(values)

    def _resolved(self, values: Mapping[str, Value]) -> ResolvedLayout | None:
        """The layout, unless a constructor would refuse the values."""
        try:
            resolved, env = self._program.lay_out(self._own(values))
        except ResolveError:
            return None
        faults = self._checks.faults(resolved, env)
        return None if any(_refuses(fault) for fault in faults) else resolved

    def _refusals(self, values: Mapping[str, Value]) -> frozenset[str]:
        """The codes under which the values are refused, by the layout itself or by what is asked of its numbers."""
        try:
            faults = self._checks.faults(*self._program.lay_out(self._own(values)))
        except ResolveError as refusal:
            return frozenset(fault.code for fault in refusal.diagnostics)
        return frozenset(fault.code for fault in faults)

    def _own(self, values: Mapping[str, Value]) -> dict[str, Value]:
        """The values of parameters, flags and constants among others."""
        layout = self._program.layout.layout
        own = (item.name for item in (*layout.params, *layout.flags, *layout.consts))
        return {name: values[name] for name in own}

    def _shown(self, goal: Goal, values: Mapping[str, Value]) -> tuple[tuple[str, Value], ...]:
        """What the parts of the goal come to, the largest parts first."""
        seen = None if goal.refused else self._environment(values, goal)
        found: dict[str, Value] = {}
        for node in walk(goal.that):
            if seen is None or isinstance(node, Int | Bool | Text) or node == goal.that:
                continue
            try:
                value = evaluate(node, seen)
            except EvaluationError:
                continue
            if not isinstance(value, tuple) and to_text(node) not in values:
                found.setdefault(to_text(node), value)
        return tuple(islice(found.items(), MAX_SHOWN))


class _Seen(dict[str, Value]):
    """Names of a goal: properties of parts from the resolved layout, and everything else from definitions."""

    def __init__(
        self,
        paths: PathEnvironment,
        bound: Bindings,
        second: ResolvedLayout | None,
        values: Mapping[str, Value],
    ) -> None:
        super().__init__(values)
        self._paths, self._bound = paths, bound
        self._second = None if second is None else PathEnvironment(bound, second)

    def __missing__(self, name: str) -> Value:
        if self._second is not None and name.endswith("'"):
            return self._second[name[:-1]]
        return self._bound[name] if ":" in name or "." not in name else self._paths[name]


def smallest(param: Param) -> Value:
    """The value that a parameter has where nothing asks for another: its default, or its smallest."""
    if param.default is not None:
        return param.default
    if param.type == "bool":
        return False
    if param.values is not None:
        return param.values[0]
    return -(-param.min // param.multiple_of) * param.multiple_of


def _refuses(fault: Diagnostic) -> bool:
    return fault.code not in LET_PASS


def _mask(scope: Scope, values: Mapping[str, Value]) -> int:
    """Bits of names that have values already."""
    found = 0
    for name in values:
        found |= scope.bit(name)
    return found


def _start(trial: Trial, scope: Scope, witness: Mapping[str, Value]) -> dict[str, Value]:
    """The values of a witness for the names of a trial, and those of constants."""
    found = {name: value for name, value in witness.items() if name in trial.names}
    return {**_constants(scope, trial), **found}


def _constants(scope: Scope, trial: Trial) -> dict[str, Value]:
    """The only value of each name that has one alone."""
    domains = ((name, scope.domains[name]) for name in trial.names)
    return {
        name: next(members(domain, domain.known))
        for name, domain in domains
        if size(domain, domain.known) == 1
    }


def _meeting(
    trial: Trial, scope: Scope, truth: bool, usual: Mapping[str, Value]
) -> dict[str, Value] | None:
    """Values for which a condition has an outcome, the usual ones where they will do."""
    state = scope.state(())
    if state is None:
        return None
    constants = _constants(scope, trial)
    first = {name: usual.get(name, constants.get(name)) for name in trial.names}
    plain = {name: value for name, value in first.items() if value is not None}
    tries: list[dict[str, Value]] = [plain] if len(plain) == len(trial.names) else []
    others = trial.everything(state) if trial.few(state) else trial.telling(state)
    for values in (*tries, *others):
        if trial.run(values) is truth:
            return values
    return None


def _shrunk(trial: Trial, scope: Scope, start: Mapping[str, Value]) -> dict[str, Value]:
    """Values that still break the goal: those of few values smallest together, then each while the others stay."""
    best = {**start, **_smallest_together(trial, scope, start)}
    for _ in range(MAX_ROUNDS):
        before = dict(best)
        for name in trial.names:
            best[name] = _smaller(trial, scope, best, name)
        if best == before:
            break
    return best


def _smallest_together(trial: Trial, scope: Scope, start: Mapping[str, Value]) -> dict[str, Value]:
    """The first values, in the order of the names, of as many of the goal's own names as can be tried together."""
    own = scope.mask(trial.expr)
    counts = {name: size(scope.domains[name], scope.domains[name].known) for name in trial.names}
    chosen: dict[str, list[Value]] = {}
    for name in sorted(counts, key=lambda name: counts[name]):
        ways = prod(map(len, chosen.values())) * counts[name]
        if counts[name] > 1 and scope.bit(name) & own and ways <= MAX_TOGETHER:
            chosen[name] = list(members(scope.domains[name], scope.domains[name].known))
    ordered = [name for name in trial.names if name in chosen]
    for values in product(*(chosen[name] for name in ordered)):
        found = dict(zip(ordered, values, strict=True))
        if trial.run({**start, **found}) is False:
            return found
    return {}


def _smaller(trial: Trial, scope: Scope, values: Mapping[str, Value], name: str) -> Value:
    """The smallest value of one name for which the goal is still broken, as far as a short search tells."""
    domain, current = scope.domains[name], values[name]

    def breaks(value: Value) -> bool:
        return trial.run({**values, name: value}) is False

    for value in islice(members(domain, domain.known), MAX_LISTED):
        if value == current or breaks(value):
            return value
    known = domain.known
    if not isinstance(known, Interval) or domain.values or not isinstance(current, int):
        return current
    low, high = known.lo, current
    while high - low > known.step:
        middle = low + (high - low) // known.step // 2 * known.step
        low, high = (low, middle) if breaks(middle) else (middle, high)
    return high
