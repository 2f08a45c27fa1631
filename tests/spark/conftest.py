"""The spark layout, compiled once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from arenagen.diagnostics import Report
from arenagen.elaborate import Elaborated, elaborate
from arenagen.parse import parse_layout
from arenagen.resolve import Given, Program, ResolvedLayout, compile_layout

from .cases import ROOT


@pytest.fixture(scope="session")
def layout() -> Elaborated:
    report = Report()
    parsed = parse_layout((ROOT / "layouts" / "spark.toml").read_text(encoding="utf-8"), report)
    assert parsed is not None, report.errors
    elaborated = elaborate(parsed, report)
    assert elaborated is not None, report.errors
    return elaborated


@pytest.fixture(scope="session")
def program(layout: Elaborated) -> Program:
    return compile_layout(layout)


@pytest.fixture(scope="session")
def resolve(program: Program) -> Callable[..., ResolvedLayout]:
    """Resolves parameters, with flags by name or through the environment."""

    def run(
        params: Mapping[str, Any], env: Mapping[str, object] | None = None, **flags: bool
    ) -> ResolvedLayout:
        variables = {name: str(value) for name, value in (env or {}).items()}
        return program.resolve(Given(params=params, flags=flags, env=variables))

    return run
