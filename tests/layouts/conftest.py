"""The shipped layouts, compiled by name, and their presets."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from arenagen.diagnostics import Report
from arenagen.elaborate import elaborate
from arenagen.parse import parse_layout
from arenagen.resolve import Program, compile_layout
from arenagen.rules import check

LAYOUTS = Path(__file__).parents[2] / "layouts"
PRESETS = {
    path.stem: tomllib.loads(path.read_text(encoding="utf-8"))
    for path in sorted((LAYOUTS / "presets").glob("*.toml"))
}


@cache
def compiled(name: str) -> Program:
    """A shipped layout, which passes all rules without a finding."""
    report = Report()
    parsed = parse_layout((LAYOUTS / f"{name}.toml").read_text(encoding="utf-8"), report)
    assert parsed is not None, report.errors
    elaborated = elaborate(parsed, report)
    assert elaborated is not None, report.errors
    assert check(elaborated, report), report.errors
    assert not report.findings, report.findings
    return compile_layout(elaborated)


@pytest.fixture
def program() -> Callable[[str], Program]:
    """Compiles a layout by name."""
    return compiled


@pytest.fixture
def preset() -> Callable[[str], dict[str, Any]]:
    """Parameters of a preset."""
    return lambda name: PRESETS[name]["params"]
