"""Looks for values that show a finding, and drops findings that another one hides."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from arenagen.expressions import arithmetic
from arenagen.expressions.analysis.facts import culprit
from arenagen.expressions.analysis.interval import Interval, only
from arenagen.expressions.analysis.refine import refined
from arenagen.expressions.analysis.walker import Walker
from arenagen.expressions.errors import EvaluationError
from arenagen.expressions.evaluate import Value
from arenagen.expressions.nodes import INT_MIN

if TYPE_CHECKING:
    from arenagen.expressions.analysis.state import Finding, State
    from arenagen.expressions.analysis.trial import Trial

Witnesses = dict[object, tuple[EvaluationError, Mapping[str, Value]]]


def place_of(refusal: EvaluationError) -> object:
    """The place of a refusal, as `Finding.place` has it."""
    return refusal.code, refusal.via[-1:], refusal.span


def search(trial: Trial, findings: Iterable[Finding], state: State) -> Witnesses:
    """Values for which each finding comes about, as far as a bounded search meets them."""
    found: Witnesses = {}
    for finding in findings:
        for start in _starts(trial, finding, state):
            if finding.place not in found:
                _try(trial, finding, start, found)
    return found


def _starts(trial: Trial, finding: Finding, state: State) -> Iterator[State]:
    """States to take values from: where the fault must come about, the place, the whole expression."""
    wanted = {
        arithmetic.DIVISION_BY_ZERO: only(0),
        arithmetic.NOT_POSITIVE: Interval(INT_MIN, 0),
    }.get(finding.code)
    if wanted is not None:
        aimed = refined(Walker(trial.scope), culprit(finding), wanted, finding.state)
        if aimed is not None:
            yield aimed
    yield finding.state
    yield state


def _try(trial: Trial, finding: Finding, start: State, found: Witnesses) -> None:
    """Runs telling values of a state until the finding comes about; notes all refusals met."""
    for assignment in trial.telling(start):
        result = trial.run(assignment)
        if isinstance(result, EvaluationError) and place_of(result) not in found:
            confirmed = trial.confirm(assignment)
            if isinstance(confirmed, EvaluationError):
                found[place_of(confirmed)] = confirmed, assignment
        if finding.place in found:
            return


def unshadowed(findings: Iterable[Finding], witnesses: Witnesses) -> tuple[Finding, ...]:
    """Findings without those that were not shown because the same divisor is refused before them."""
    listed = tuple(findings)
    blamed = {_blame(finding) for finding in listed if finding.place in witnesses}
    return tuple(f for f in listed if f.place in witnesses or _blame(f) not in blamed)


def _blame(finding: Finding) -> object:
    """What makes a finding come about: divisors are refused by several operations alike."""
    divisor = finding.code in (arithmetic.DIVISION_BY_ZERO, arithmetic.NOT_POSITIVE)
    return ("divisor" if divisor else finding.code), culprit(finding)
