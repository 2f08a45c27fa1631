"""Random expressions have the same value, or are refused, in every language."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest
from hypothesis import strategies as st

from arenagen.conformance import Case, Outcome, formula_case
from arenagen.conformance.suite import questions
from arenagen.expressions import INT_MAX, INT_MIN, Expr, to_text
from tests.cross_language.samples import samples
from tests.expressions.strategies import SMALL, WIDE, WORDS

EXPRESSIONS = 120
VALUES = 5

_any = st.integers(-5, 40) | st.integers(INT_MIN, INT_MAX) | st.sampled_from([INT_MIN, INT_MAX])


def text(expr: Expr) -> str:
    """The expression over the names of the case; its third number is one that is known to be small."""
    return to_text(expr).replace("c.size", "d").replace("rungs", "steps")


def distinct(strategy: st.SearchStrategy[Expr], count: int) -> list[str]:
    """Texts of expressions that have at least one operator, each once."""
    texts = dict.fromkeys(text(expr) for expr in samples(strategy, 3 * count))
    return [found for found in texts if " " in found or "(" in found][:count]


def values() -> list[Mapping[str, Any]]:
    one = st.fixed_dictionaries(
        {
            "a": _any,
            "b": _any,
            "c": st.integers(0, 40),
            "d": st.integers(-5, 40),
            "p": st.booleans(),
            "q": st.booleans(),
            "kv": st.sampled_from(WORDS),
        }
    )
    return samples(one, VALUES, of=3)


@pytest.fixture(scope="module")
def case() -> Case:
    texts = [*distinct(SMALL, EXPRESSIONS // 2), *distinct(WIDE, EXPRESSIONS // 2)]
    return formula_case("random_expressions", texts, values())


def test_the_expressions_are_many_and_both_kinds_of_outcome_are_frequent(case: Case) -> None:
    answers = [answer for _, answer in questions(case)]
    refused = sum(answer.refused is not None for answer in answers)
    assert len(answers) == EXPRESSIONS * VALUES
    assert len(answers) // 10 < refused < len(answers) // 2


def test_random_expressions_have_one_meaning(case: Case, run: Callable[[Case], Outcome]) -> None:
    outcome = run(case)
    assert outcome.state == "right", "\n".join(outcome.faults[:40])
    assert outcome.asked == EXPRESSIONS * VALUES
