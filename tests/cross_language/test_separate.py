"""Each buffer allocated by itself, in the languages that can: the calls that verify derives for that."""

from __future__ import annotations

from pathlib import Path

import pytest
from attrs import evolve

from arenagen.conformance import built_in_cases, run_case
from tests.cross_language.languages import LANGUAGES, Language

CASES = {case.name: case for case in built_in_cases()}
ABLE = [x for x in LANGUAGES if any(s.name == "allocation" for s in x.chosen.target.settings)]


@pytest.mark.parametrize("name", ["rows", "presence", "arenas", "parts"])
@pytest.mark.parametrize("able", ABLE, ids=lambda language: language.name)
def test_buffers_of_their_own_are_right(able: Language, name: str, tmp_path: Path) -> None:
    lacking = able.lacking()
    if lacking is not None:
        pytest.skip(f"{able.name} was not tried: {lacking}")
    settings = {**able.chosen.settings, "allocation": "separate"}
    chosen = evolve(able.chosen, settings=settings)
    outcome = run_case(CASES[name], chosen, able.made(tmp_path), "separate")
    assert outcome.passed, "\n".join(outcome.faults[:40])
    assert outcome.asked > 10
