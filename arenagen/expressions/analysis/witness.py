"""Looks for values that show a finding, and drops findings that another one hides."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from arenagen.expressions import arithmetic
from arenagen.expressions.analysis.facts import culprit
from arenagen.expressions.analysis.interval import Interval, only
from arenagen.expressions.analysis.refine import refined
from arenagen.expressions.analysis.values import Rungs
from arenagen.expressions.analysis.walker import Walker
from arenagen.expressions.errors import EvaluationError
from arenagen.expressions.evaluate import Value
from arenagen.expressions.nodes import INT_MAX, INT_MIN, Arith, Call, Expr

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
    for finding in findings:
        for start in (*_starts(trial, finding, cases[finding.place]), state):
            if finding.place not in found:
                _try(trial, finding, start, found)
    return found


def _starts(trial: Trial, finding: Finding, case: State) -> Iterator[State]:
    """States to take values from: where the fault must come about, its place, one case of that."""
    walker = Walker(trial.scope)
    aim = _aim(walker, finding)
    if aim is not None:
        aimed = refined(walker, *aim, finding.state)
        if aimed is not None:
            yield aimed
    yield finding.state
    yield case


def _aim(walker: Walker, finding: Finding) -> tuple[Expr, Interval] | None:
    """A part of the operation and what its value must be for the fault to come about."""
    match finding.node:
        case Arith() as node if finding.code == arithmetic.DIVISION_BY_ZERO:
            return node.right, only(0)
        case Arith() as node if finding.code == arithmetic.INEXACT:
            return Arith("%", node.left, node.right), Interval(1, INT_MAX)
        case Call() as node if finding.code == arithmetic.NOT_POSITIVE:
            return node.args[1], Interval(INT_MIN, 0)
        case Call() as node if finding.code == arithmetic.ABOVE_LAST_RUNG:
            steps = walker.peek(node.args[1], finding.state)
            last = max(steps.numbers, default=INT_MIN) if isinstance(steps, Rungs) else INT_MIN
            return node.args[0], Interval(min(last, INT_MAX - 1) + 1, INT_MAX)
        case _:
            return None


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
