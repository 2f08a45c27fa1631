"""Splits a state into cases by the names that have few values, for what depends on several at once."""

from __future__ import annotations

from itertools import product
from math import prod
from typing import TYPE_CHECKING

from arenagen.expressions.analysis import interval, values
from arenagen.expressions.analysis.interval import Interval
from arenagen.expressions.analysis.refine import learned
from arenagen.expressions.analysis.values import Known, Truth, Words
from arenagen.expressions.analysis.walker import BUDGET, Walker
from arenagen.expressions.nodes import Name

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from arenagen.expressions.analysis.state import Finding, State
    from arenagen.expressions.analysis.trial import Trial

MAX_CASES = 32
MAX_FOREIGN_CASES = 8
MAX_CHOICES = 4
MIN_BUDGET = 200


def by_cases(
    trial: Trial, state: State, known: Known | None, findings: Mapping[object, Finding]
) -> tuple[Known | None, tuple[Finding, ...], Mapping[object, State]]:
    """(values, findings, states) with flags, dtypes and zeros taken one by one.

    What comes about in no case is left out. The states are those of the last case, the one with the
    fewest zeros, in which each finding comes about, by its place.
    """
    joined: Known | None = None
    states: dict[object, State] = {}
    for walker, case in cases(trial, state):
        joined = values.join(joined, walker.value(trial.expr, case))
        states |= {place: finding.state for place, finding in walker.findings.items()}
    kept = tuple(finding for place, finding in findings.items() if place in states)
    return values.meet(known, joined), kept, states


def cases(trial: Trial, state: State) -> Iterator[tuple[Walker, State]]:
    """The state split by the names that have few values or a 0 apart from the rest, and walkers.

    All cases together have about the budget of one analysis.
    """
    splits = _splits(trial, state)
    budget = max(MIN_BUDGET, BUDGET // prod(len(parts) for _, parts in splits))
    for parts in product(*(parts for _, parts in splits)):
        walker = Walker(trial.scope, budget)
        case: State | None = state
        for (name, _), part in zip(splits, parts, strict=True):
            case = case and learned(walker, Name((*name.split("."),)), part, case)
        for condition, truth in state.clauses:
            case = case and walker.outcome(condition, truth, case)
        if case is not None:
            yield walker, case


def _splits(trial: Trial, state: State) -> list[tuple[str, list[Known]]]:
    """The names to split by: first those of the expression itself, then a few of its guards."""
    own, _ = trial.scope.names(trial.scope.mask(trial.expr))
    found = list(_splittable(trial, state))
    splits: list[tuple[str, list[Known]]] = []
    total = 1
    for name, parts in sorted(found, key=lambda split: (split[0] not in own, len(split[1]))):
        if total * len(parts) <= (MAX_CASES if name in own else MAX_FOREIGN_CASES):
            splits.append((name, parts))
            total *= len(parts)
    return splits


def _splittable(trial: Trial, state: State) -> Iterator[tuple[str, list[Known]]]:
    """Names with the parts that their values fall into."""
    for name, domain, known in trial.domains(state):
        match known:
            case Truth(may_be_true=True, may_be_false=True):
                yield name, [values.NO, values.YES]
            case Words() if 1 < len(known.words) <= MAX_CHOICES:
                yield name, [Words(frozenset([word])) for word in sorted(known.words)]
            case Interval() if 1 < len(domain.values) <= MAX_CHOICES:
                listed = [n for n in domain.values if isinstance(n, int) and n in known]
                yield name, [interval.only(number) for number in listed]
            case Interval() if known.lo == 0 < known.hi:
                rest = interval.spanning(1, known.hi, known.step, known.offset)
                yield name, [interval.only(0), rest]
