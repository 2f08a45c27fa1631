"""The arena of a real engine: 123 inputs whose sizes the engine computed, from the generated code of each language."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from arenagen.api import Given, load
from arenagen.conformance import Answer, Case, Outcome, Request
from arenagen.conformance.driver import Driver
from arenagen.conformance.suite import Made
from arenagen.resolve import bind
from tests.cross_language.languages import Language
from tests.spark.cases import ROOT, known_inputs

INPUTS = known_inputs()
BUFFERS = 41


@pytest.fixture(scope="module")
def case() -> Case:
    """Every input is a life of an arena: allocated, cleared by each routine, released."""
    text = (ROOT / "layouts/spark.toml").read_text(encoding="utf-8")
    loaded = load(text, "spark.toml")
    assert loaded.elaborated is not None
    asked = []
    for known in INPUTS:
        env = {name: str(value) for name, value in known["env"].items()}
        params = {**known["params"], "pad_decode_batches": False}
        values = bind(loaded.elaborated, Given(params, env=env, source="known"))
        layout = loaded.elaborated.layout
        tokens = known["params"]["max_batch_tokens"]
        steps: list[tuple[str, ...]] = [
            ("alloc",),
            ("routine", "zero_prefill_essentials"),
            ("routine", "zero_all"),
            ("routine", "zero_all_rows", "1"),
            ("routine", "zero_all_rows", str(tokens)),
            ("release",),
        ]
        given: dict[str, Any] = {param.name: values[param.name] for param in layout.params}
        flags = {flag.name: bool(values[flag.name]) for flag in layout.flags}
        asked.append(Request(given, flags, tuple(steps)))
    return Case("spark", text, loaded.program, asked=tuple(asked))


class Kept:
    """A driver whose answers are kept to be looked at again."""

    def __init__(self, driver: Driver) -> None:
        self._driver = driver
        self.answers: list[Answer] = []

    def ask(self, requests: Any) -> list[Answer]:
        self.answers += self._driver.ask(requests)
        return self.answers


def test_sizes_are_those_of_the_engine_in_every_language(
    language: Language, run_with: Callable[[Case, Callable[[Made], Made]], Outcome], case: Case
) -> None:
    kept: list[Kept] = []

    def keeping(make: Made) -> Made:
        def made(one: Case, files: Any) -> Kept:
            kept.append(Kept(make(one, files)))
            return kept[-1]

        return made

    outcome = run_with(case, keeping)
    assert outcome.state == "right", "\n".join(outcome.faults[:40])
    (driver,) = kept
    assert len(driver.answers) == len(INPUTS) == 123
    for known, answer in zip(INPUTS, driver.answers, strict=True):
        assert answer.sizes == known["sizes"], f"{language.name}: {known['label']}"
        assert len(answer.sizes) == BUFFERS
        assert sum(answer.sizes.values()) == known["total_bytes"]
