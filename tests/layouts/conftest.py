"""The shipped layouts, compiled by name, and their presets."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from arenagen.api import load
from arenagen.resolve import Program

LAYOUTS = Path(__file__).parents[2] / "layouts"
PRESETS = {
    path.stem: tomllib.loads(path.read_text(encoding="utf-8"))
    for path in sorted((LAYOUTS / "presets").glob("*.toml"))
}


@cache
def compiled(name: str) -> Program:
    """A shipped layout, which passes all rules without a finding."""
    loaded = load((LAYOUTS / f"{name}.toml").read_text(encoding="utf-8"), f"{name}.toml")
    assert loaded.elaborated is not None, loaded.report.errors
    assert not loaded.report.findings, loaded.report.findings
    return loaded.program


@pytest.fixture
def program() -> Callable[[str], Program]:
    """Compiles a layout by name."""
    return compiled


@pytest.fixture
def preset() -> Callable[[str], dict[str, Any]]:
    """Parameters of a preset."""
    return lambda name: PRESETS[name]["params"]
