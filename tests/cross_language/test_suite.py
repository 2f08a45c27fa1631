"""The conformance suite, and the layouts that ship, in every language."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from arenagen.api import Given, load
from arenagen.conformance import Case, Outcome, built_in_cases
from arenagen.resolve import bind

ROOT = Path(__file__).parents[2]


def shipped(name: str) -> Case:
    """A layout that ships, with its presets."""
    text = (ROOT / "layouts" / f"{name}.toml").read_text(encoding="utf-8")
    loaded = load(text, name)
    assert loaded.elaborated is not None
    given = {}
    for path in sorted((ROOT / "layouts/presets").glob("*.toml")):
        preset = tomllib.loads(path.read_text(encoding="utf-8"))
        if name in preset["layouts"]:
            env = {key: str(value) for key, value in preset.get("env", {}).items()}
            values = Given(preset["params"], preset.get("flags", {}), env, source=path.name)
            bound = bind(loaded.elaborated, values)
            written = loaded.elaborated.layout
            names = [item.name for item in (*written.params, *written.flags)]
            given[path.stem] = {name: bound[name] for name in names}
    return Case(name, text, loaded.program, given)


CASES = {
    case.name: case for case in (*built_in_cases(), shipped("llama"), shipped("decode_inputs"))
}


@pytest.mark.parametrize("name", list(CASES))
def test_every_language_is_right(name: str, run: Callable[[Case], Outcome]) -> None:
    outcome = run(CASES[name])
    assert outcome.passed, "\n".join(outcome.faults[:40])
