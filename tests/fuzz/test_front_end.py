"""Whatever text comes in, diagnostics or numbers come out. `bench/fuzz.py` tries many more."""

from __future__ import annotations

from copy import deepcopy
from random import Random
from typing import Any

import pytest
import tomli_w
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.fuzz.inputs import KINDS, make
from tests.fuzz.outcome import run
from tests.fuzz.seeds import seeds
from tests.strategies import layouts, written

INPUTS = 400


@pytest.mark.parametrize("kind", KINDS)
def test_damaged_and_random_layouts(kind: str) -> None:
    for number in range(KINDS.index(kind), INPUTS, len(KINDS)):
        made, text = make(2026, number)
        assert made == kind
        outcome = run(text, Random(number))
        assert not outcome.crashed, f"input {number}: {outcome.trace}\n{text}"


def test_what_fuzzing_starts_from_comes_through() -> None:
    for text in seeds():
        assert not run(text, Random(1)).crashed


_toml_values = st.recursive(
    st.booleans() | st.integers() | st.floats() | st.text() | st.dates(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


@st.composite
def _with_a_foreign_value(draw: st.DrawFn) -> dict[str, Any]:
    """A sound layout with any TOML value somewhere in it."""
    data = deepcopy(draw(layouts()))
    table: Any = data
    while True:
        key = draw(st.sampled_from(list(table) if isinstance(table, dict) else range(len(table))))
        if not isinstance(table[key], dict | list) or not table[key] or draw(st.booleans()):
            break
        table = table[key]
    table[key] = draw(_toml_values)
    return data


@settings(max_examples=80)
@given(_with_a_foreign_value())
def test_any_value_anywhere(data: dict[str, Any]) -> None:
    outcome = run(written(data), Random(1))
    assert not outcome.crashed, outcome.trace


@settings(max_examples=50)
@given(st.dictionaries(st.text(), _toml_values, max_size=5))
def test_any_table(data: dict[str, Any]) -> None:
    outcome = run(tomli_w.dumps(data), Random(1))
    assert outcome.kind == "refused"


@settings(max_examples=50)
@given(st.text())
def test_any_text(text: str) -> None:
    outcome = run(text, Random(1))
    assert outcome.kind == "refused"
