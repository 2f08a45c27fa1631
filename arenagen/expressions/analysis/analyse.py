"""The questions that callers ask about an expression over its whole domain."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from arenagen.expressions.analysis import facts as wording
from arenagen.expressions.analysis import interval, values
from arenagen.expressions.analysis.assume import assume
from arenagen.expressions.analysis.cases import by_cases, cases
from arenagen.expressions.analysis.facts import Answer, Facts, Fault, Status
from arenagen.expressions.analysis.trial import Trial
from arenagen.expressions.analysis.values import Known, Truth
from arenagen.expressions.analysis.walker import Walker
from arenagen.expressions.analysis.witness import Witnesses, place_of, search, unshadowed
from arenagen.expressions.errors import EvaluationError
from arenagen.expressions.nodes import Expr, walk

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from arenagen.expressions.analysis.scope import Guard, Scope
    from arenagen.expressions.analysis.state import Finding, State
    from arenagen.expressions.evaluate import Value

FIRST_TRIES = 32


def analyse(expr: Expr, scope: Scope, guards: Sequence[Guard] = ()) -> Facts:
    """What values a well-typed expression can have where the guards hold, and what can go wrong.

    Sets of values are reasoned over first. Where that leaves doubts, all values are tried if there
    are at most 4096 sets of them, else a bounded number of cases and values. KeyError for names
    that the scope does not know.
    """
    state = scope.state(guards)
    if state is None:
        return Facts(None, reached=False)
    walker = Walker(scope)
    known = walker.value(expr, state)
    if not walker.findings:
        return Facts(known)
    trial = Trial(scope, expr, (*scope.given, *guards))
    met = trial.met(state)
    if met is False:
        return Facts(None, reached=False)
    if met and trial.few(state):
        return _tried(trial, state)
    known, findings, states = by_cases(trial, state, known, walker.findings)
    witnesses = search(trial, findings, states, state) if met else {}
    told = unshadowed(findings, witnesses)
    return Facts(known, tuple(_fault(trial, finding, witnesses, known) for finding in told))


def find(condition: Expr, scope: Scope, guards: Sequence[Guard] = ()) -> Answer:
    """Whether a condition can be true where the guards hold; refused evaluations do not count."""
    state = scope.state(guards)
    known = None if state is None else Walker(scope).value(condition, state)
    if state is None or not _may_be_true(known):
        return Answer(ruled_out=True)
    trial = Trial(scope, condition, (*scope.given, *guards))
    if trial.few(state):
        return tried(trial, state)
    aimed = assume(Walker(scope), condition, True, state)
    if aimed is None:
        return Answer(ruled_out=True)
    tries = trial.telling(aimed)
    answer = _first(trial, state, islice(tries, FIRST_TRIES))
    if answer is not None:
        return answer
    outcomes = (walker.value(condition, case) for walker, case in cases(trial, state))
    if not any(_may_be_true(outcome) for outcome in outcomes):
        return Answer(ruled_out=True, by="cases")
    return _first(trial, state, tries) or Answer(ruled_out=False)


def tried(trial: Trial, state: State) -> Answer:
    """The answer from all values: the first for which the condition is true, or how many there are."""
    points = 0
    for assignment in trial.everything(state):
        result = trial.run(assignment)
        points += result is not None
        if result is True:
            return _witnessed(trial, state, assignment)
    return Answer(ruled_out=True, by="enumeration", points=points)


def _first(trial: Trial, state: State, assignments: Iterable[Mapping[str, Value]]) -> Answer | None:
    """The answer from the first values for which the condition is true."""
    for assignment in assignments:
        if trial.run(assignment) is True:
            return _witnessed(trial, state, assignment)
    return None


def _witnessed(trial: Trial, state: State, assignment: Mapping[str, Value]) -> Answer:
    """The answer from values for which the condition is true, provided that the other guards can hold."""
    met = trial.met(state)
    witness = trial.varying(assignment, ()) if met else None
    return Answer(ruled_out=met is False, witness=witness)


def _may_be_true(known: Known | None) -> bool:
    return isinstance(known, Truth) and known.may_be_true


def _tried(trial: Trial, state: State) -> Facts:
    """The facts from all values."""
    refused: Witnesses = {}
    results: list[Value] = []
    reached = False
    for assignment in trial.everything(state):
        result = trial.run(assignment)
        reached = reached or result is not None
        if isinstance(result, EvaluationError):
            refused.setdefault(place_of(result), (result, assignment))
        elif result is not None:
            results.append(result)
    status: Status = "possible" if results or len(refused) > 1 else "certain"
    faults = (_shown(trial, refusal, witness, status) for refusal, witness in refused.values())
    return Facts(_set_of(results), tuple(faults), reached, exact=True)


def _set_of(results: Iterable[Value]) -> Known | None:
    """The smallest set with all results."""
    distinct = set(results)
    if distinct and all(type(result) is int for result in distinct):
        return interval.among(result for result in distinct if isinstance(result, int))
    found: Known | None = None
    for result in distinct:
        found = values.join(found, values.of(result))
    return found


def _fault(trial: Trial, finding: Finding, witnesses: Witnesses, known: Known | None) -> Fault:
    """What to say about a finding."""
    certain = finding.certain and known is None
    if finding.place in witnesses:
        return _shown(trial, *witnesses[finding.place], "certain" if certain else "possible")
    status: Status = "certain" if certain else "undecided"
    hint, message = wording.hint_for(finding.code), wording.unshown(finding, certain)
    return Fault(finding.code, status, message, finding.span, hint, finding.via)


def _shown(
    trial: Trial, refusal: EvaluationError, witness: Mapping[str, Value], status: Status
) -> Fault:
    """A fault that values show."""
    values_shown = trial.varying(witness, _names_at(trial, refusal))
    message = wording.shown(refusal, values_shown)
    hint = refusal.hint or wording.hint_for(refusal.code)
    return Fault(refusal.code, status, message, refusal.span, hint, refusal.via, values_shown)


def _names_at(trial: Trial, refusal: EvaluationError) -> tuple[str, ...]:
    """The names that the place of a refusal depends on."""
    root = trial.expressions[refusal.via[-1]] if refusal.via else trial.expr
    node = next((node for node in walk(root) if node.span == refusal.span), root)
    return trial.scope.names(trial.scope.mask(node))[0]
