"""Every shipped layout with every preset that is for it is what its words say, and so is every case of the tests."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from arenagen.api import Given, ResolveError, load, resolve
from arenagen.verify import verify_layout

ROOT = Path(__file__).parents[2]
LAYOUTS = ROOT / "layouts"
CASES = sorted(path.parent for path in ROOT.glob("tests/cases/*/*/values.json"))


def _pairs() -> Iterator[tuple[str, str]]:
    for path in sorted(LAYOUTS.glob("presets/*.toml")):
        for layout in tomllib.loads(path.read_text(encoding="utf-8"))["layouts"]:
            yield layout, path.stem


@pytest.mark.parametrize(("layout", "preset"), list(_pairs()))
def test_presets(layout: str, preset: str) -> None:
    loaded = load((LAYOUTS / f"{layout}.toml").read_text(encoding="utf-8"), layout)
    values = tomllib.loads((LAYOUTS / "presets" / f"{preset}.toml").read_text(encoding="utf-8"))
    given = Given(values["params"], env=values.get("env", {}), source=preset)
    assert verify_layout(resolve(loaded, given)) == ()


@pytest.mark.parametrize("folder", CASES, ids=lambda folder: folder.name)
def test_cases(folder: Path) -> None:
    loaded = load((folder / "layout.toml").read_text(encoding="utf-8"), "layout.toml")
    sets: list[dict[str, Any]] = json.loads((folder / "values.json").read_text(encoding="utf-8"))
    for values in sets if loaded.elaborated is not None else ():
        keys = {key: values[key] for key in ("params", "flags", "env") if key in values}
        try:
            resolved = resolve(loaded, Given(**keys, source="values"))
        except ResolveError:
            continue
        assert verify_layout(resolved) == ()
