"""Presets: each gives the layouts it names all they need."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from arenagen.resolve import Given, Program

from .conftest import LAYOUTS, PRESETS


def test_every_layout_has_a_preset() -> None:
    named = {layout for preset in PRESETS.values() for layout in preset["layouts"]}
    assert named == {path.stem for path in LAYOUTS.glob("*.toml")}


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_is_complete_and_sound(name: str, program: Callable[[str], Program]) -> None:
    preset = PRESETS[name]
    assert preset["doc"]
    for layout in preset["layouts"]:
        given = Given(params=preset["params"], flags=preset.get("flags", {}))
        assert program(layout).resolve(given).total_bytes > 0


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_does_not_repeat_defaults(name: str, program: Callable[[str], Program]) -> None:
    for layout in PRESETS[name]["layouts"]:
        defaults = {p.name: p.default for p in program(layout).layout.layout.params}
        repeated = [n for n, v in PRESETS[name]["params"].items() if defaults[n] is v]
        assert not repeated
