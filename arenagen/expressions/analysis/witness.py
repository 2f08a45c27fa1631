"""Looks for values that show a finding, and drops findings that another one hides."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import chain
from typing import TYPE_CHECKING

from arenagen.expressions import arithmetic
from arenagen.expressions.analysis.aiming import aimed
from arenagen.expressions.analysis.facts import culprit
from arenagen.expressions.errors import EvaluationError
from arenagen.expressions.evaluate import Value

if TYPE_CHECKING:
    from arenagen.expressions.analysis.state import Finding, State
    from arenagen.expressions.analysis.trial import Trial

Witnesses = dict[object, tuple[EvaluationError, Mapping[str, Value]]]


def place_of(refusal: EvaluationError) -> object:
    """The place of a refusal, as `Finding.place` has it."""
    return refusal.code, refusal.via[-1:], refusal.span


def search(
    trial: Trial, findings: Iterable[Finding], cases: Mapping[object, State], state: State
) -> Witnesses:
    """Values for which each finding comes about, as far as a bounded search meets them.

    `cases` has a narrower state for each place where it comes about, `state` the widest for all.
    """
    found: Witnesses = {}
    listed = tuple(findings)
    for finding in listed:
        plain = (finding.state, cases[finding.place], state)
        for start in chain(aimed(trial.scope, finding, listed), plain):
            if finding.place not in found:
                _try(trial, finding, start, found)
    return found


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
