"""Each test is run for each language; one that a machine cannot run is skipped and says what to install."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from arenagen.conformance import Case, Outcome, run_case
from arenagen.conformance.suite import Made
from tests.cross_language.languages import LANGUAGES, Language


@pytest.fixture(params=LANGUAGES, ids=lambda language: language.name)
def language(request: pytest.FixtureRequest) -> Language:
    found: Language = request.param
    return found


RunWith = Callable[[Case, Callable[[Made], Made]], Outcome]


@pytest.fixture
def run_with(language: Language, tmp_path: Path) -> RunWith:
    """Runs a case in a language, with something between the suite and the maker of drivers."""
    lacking = language.lacking()
    if lacking is not None:
        pytest.skip(f"{language.name} was not tried: {lacking}")
    make = language.made(tmp_path)
    return lambda case, wrap: run_case(case, language.chosen, wrap(make))


@pytest.fixture
def run(run_with: RunWith) -> Callable[[Case], Outcome]:
    """Runs a case in a language."""
    return lambda case: run_with(case, lambda make: make)
