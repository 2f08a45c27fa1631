"""With a solver more is proved, and nothing else: it agrees with trying everything, and a ledger outlives it."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arenagen.api import load
from arenagen.diagnostics.catalog.examples import layout
from arenagen.expressions import Not, parse
from arenagen.expressions.analysis import Domain, Scope
from arenagen.expressions.analysis.trial import Trial
from arenagen.laws import installed_solver, read_ledger, settle_all
from arenagen.laws.ledger import Settled, ledger_data
from arenagen.laws.prove import Found
from arenagen.resolve import Program
from tests.laws.small import SmallLayouts

SOLVER = installed_solver()
needs_z3 = pytest.mark.skipif(SOLVER is None, reason="the extra `prove` is not installed")

DOMAINS = {
    "n": Domain.whole(1, 9),
    "m": Domain.whole(-4, 4, 2),
    "w": Domain.numbers([1, 3, 8]),
    "five": Domain.constant(5),
    "gated": Domain.boolean(),
    "fast": Domain.boolean(),
    "kind": Domain.dtype(["f16", "f8e4m3"]),
    "steps": Domain.rungs([2, 4, 5]),
}

HARD = layout(
    params='n = { min = 1, max = 1000000, doc = "rows" }\nk = { min = 1, max = 100000, doc = "a width" }',
    tables="[laws]\n"
    'both = { that = "(2 * n + k) % 3 == 0 or (n + 2 * k) % 3 != 0", doc = "why" }\n',
)


@needs_z3
@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**9))
def test_the_solver_says_what_trying_everything_says(seed: int) -> None:
    random = SmallLayouts(seed)
    that, guard = parse(random.condition(2)), parse(random.condition(1))
    scope = Scope(DOMAINS)
    trial = Trial(scope, that, ((guard, True),))
    state = scope.state(())
    assert state is not None
    holds = all(trial.run(values) is not False for values in trial.everything(state))
    assert SOLVER is not None
    found = SOLVER(that, scope, ((guard, True),))
    assert not (found.holds and not holds)
    assert found.witness is None or trial.run({**_constants(), **found.witness}) is False
    opposite = SOLVER(Not(that), scope, ((guard, True),))
    assert not (found.holds and opposite.holds) or all(
        trial.run(values) is not True for values in trial.everything(state)
    )


def _constants() -> dict[str, object]:
    return {"five": 5, "steps": (2, 4, 5)}


def _program() -> Program:
    return load(HARD, "x.toml").program


def _law(settled: tuple[Settled, ...]) -> Settled:
    return next(each for each in settled if each.obligation.stated)


@needs_z3
def test_a_proof_of_the_solver_stays_in_the_ledger_where_there_is_none() -> None:
    proved = settle_all(_program(), {}, SOLVER)
    assert _law(proved.settled).verdict.status == "proved"
    assert _law(proved.settled).verdict.by[0] == "solver"
    ledger = read_ledger(ledger_data(proved.settled))
    for anew in (False, True):
        again = settle_all(_program(), ledger, None, anew=anew)
        assert _law(again.settled).kept
        assert ledger_data(again.settled) == ledger_data(proved.settled)


def test_without_ledger_and_solver_it_is_unknown() -> None:
    assert _law(settle_all(_program(), {}, None).settled).verdict.status == "unknown"


def test_a_recorded_proof_of_another_question_does_not_count() -> None:
    recorded = {"both": ("0" * 16, _law(settle_all(_program(), {}, _all_true).settled).verdict)}
    assert _law(settle_all(_program(), recorded, None).settled).verdict.status == "unknown"


def _all_true(*question: object) -> Found:
    return Found(holds=True, by="solver")
