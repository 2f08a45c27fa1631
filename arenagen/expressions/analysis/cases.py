"""Splits a state into cases by the names that have few values, for what depends on several at once."""

from __future__ import annotations

from itertools import product
from math import prod
from typing import TYPE_CHECKING

from arenagen.expressions.analysis import interval, values
from arenagen.expressions.analysis.interval import Interval
from arenagen.expressions.analysis.refine import learned
from arenagen.expressions.analysis.values import Known, Truth, Words
from arenagen.expressions.analysis.walker import Walker
from arenagen.expressions.nodes import Name

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from arenagen.expressions.analysis.state import Finding, State
    from arenagen.expressions.analysis.trial import Trial

MAX_CASES = 32
MAX_CHOICES = 4


def by_cases(
    trial: Trial, state: State, known: Known | None, findings: Mapping[object, Finding]
) -> tuple[Known | None, dict[object, Finding]]:
    """Values and findings with flags, dtypes and zeros taken one by one; what no case finds is none."""
    joined: Known | None = None
    kept: dict[object, Finding] = {}
    for case in cases(trial, state):
        walker = Walker(trial.scope)
        joined = values.join(joined, walker.value(trial.expr, case))
        for place, finding in walker.findings.items():
            kept.setdefault(place, finding)
    return values.meet(known, joined), {place: kept[place] for place in findings if place in kept}


def cases(trial: Trial, state: State) -> Iterator[State]:
    """The state split by the names that have few values or a 0 apart from the rest."""
    splits: list[tuple[str, list[Known]]] = []
    for name, known in sorted(_splittable(trial, state), key=lambda split: len(split[1])):
        if prod(len(parts) for _, parts in splits) * len(known) <= MAX_CASES:
            splits.append((name, known))
    walker = Walker(trial.scope)
    for parts in product(*(parts for _, parts in splits)):
        case: State | None = state
        for (name, _), part in zip(splits, parts, strict=True):
            case = case and learned(walker, Name((*name.split("."),)), part, case)
        for condition, truth in state.clauses:
            case = case and walker.outcome(condition, truth, case)
        if case is not None:
            yield case


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
