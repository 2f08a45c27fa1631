"""Proves goals by the means that are built in, from the cheapest to the most thorough, and hands on what is left."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import prod
from typing import Final

from attrs import frozen

from arenagen.expressions import Expr, Name, Value
from arenagen.expressions.analysis import (
    Answer,
    Guard,
    Scope,
    Truth,
    find,
    tried,
)
from arenagen.expressions.analysis.assume import assume
from arenagen.expressions.analysis.domain import members, size
from arenagen.expressions.analysis.refine import learned
from arenagen.expressions.analysis.state import State
from arenagen.expressions.analysis.trial import Trial
from arenagen.expressions.analysis.values import of as set_of
from arenagen.expressions.analysis.walker import Walker
from arenagen.laws.terms import opposite

MAX_POINTS: Final = 70_000
"""Sets of values that are tried one by one where ranges and cases do not settle a goal."""

MAX_COST: Final = 4_000_000
"""Nodes of expressions that are worked out for that at most."""

FEW_CASES: Final = 8
MAX_CASES: Final = 300
"""Cases that the values of a few names are split into, first and at last."""

SPLIT_BUDGET: Final = 6_000
MIN_BUDGET: Final = 400
"""Steps of the analysis in all of them, and at least in each."""


SOLVER: Final = "solver"
"""How the ledger calls a proof by something stronger than the means of this module."""


@frozen
class Found:
    """What was found out about a goal: it holds, is broken by a witness, or neither.

    by: how it was proved; points: sets of values that were tried for it.
    """

    holds: bool
    witness: Mapping[str, Value] | None = None
    by: str = ""
    points: int = 0

    @property
    def open(self) -> bool:
        """Whether nothing could be shown."""
        return not self.holds and self.witness is None


Solver = Callable[[Expr, Scope, tuple[Guard, ...]], Found]
"""Something stronger, asked last: whether a condition holds wherever the guards do."""


def prove(
    that: Expr, scope: Scope, guards: tuple[Guard, ...], solver: Solver | None = None
) -> Found:
    """Whether a condition holds wherever it has a value and the guards hold."""
    negation = opposite(that)
    answer = find(negation, scope, guards)
    if answer.ruled_out or answer.witness is not None:
        return _found(answer)
    state = scope.state(guards)
    if state is None:
        return Found(holds=True, by="ranges")
    trial = Trial(scope, negation, (*scope.given, *guards))
    alone = Trial(scope, negation, guards)
    if _affordable(trial, state):
        answer = tried(trial, state)
        if answer.ruled_out or answer.witness is not None:
            return _found(answer)
    elif _affordable(alone, state):  # without what is given, which is about further names
        answer = tried(alone, state)
        if answer.ruled_out:
            return _found(answer)
    if any(_split(negation, scope, state, trial, most) for most in (FEW_CASES, MAX_CASES)):
        return Found(holds=True, by="cases")
    return Found(holds=False) if solver is None else solver(that, scope, guards)


def _found(answer: Answer) -> Found:
    if answer.ruled_out:
        return Found(holds=True, by=answer.by, points=answer.points)
    return Found(holds=False, witness=answer.witness)


def _affordable(trial: Trial, state: State) -> bool:
    count = trial.count(state)
    return count <= MAX_POINTS and count * trial.cost <= MAX_COST


def _split(negation: Expr, scope: Scope, state: State, trial: Trial, most: int) -> bool:
    """Whether the condition is impossible for each combination of values of names that have few, `most` at most."""
    chosen: list[tuple[str, list[Value]]] = []
    ways = 1
    own = scope.mask(negation)
    few_first = sorted(trial.domains(state), key=lambda d: size(d[1], d[2]))
    for name, domain, known in sorted(few_first, key=lambda d: not scope.bit(d[0]) & own):
        count = size(domain, known)
        if count > 1 and ways * count <= most:
            chosen.append((name, list(members(domain, known))))
            ways *= count
    return bool(chosen) and _impossible(negation, scope, state, chosen)


def _impossible(
    negation: Expr, scope: Scope, state: State, chosen: list[tuple[str, list[Value]]]
) -> bool:
    cases = prod(len(values) for _, values in chosen)
    for number in range(cases):
        walker = Walker(scope, max(MIN_BUDGET, SPLIT_BUDGET // cases))
        case: State | None = state
        left = number
        for name, values in chosen:
            left, at = divmod(left, len(values))
            known = set_of(values[at])
            case = case and learned(walker, Name((*name.split("."),)), known, case)
        for condition, truth in state.clauses:
            case = case and walker.outcome(condition, truth, case)
        if case is None:
            continue
        outcome = walker.value(negation, case)
        possible = isinstance(outcome, Truth) and outcome.may_be_true
        if possible and assume(walker, negation, True, case) is not None:
            return False
    return True
