"""The spark layout, compiled once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from arenagen.api import load
from arenagen.elaborate import Elaborated
from arenagen.resolve import Given, Program, ResolvedLayout

from .cases import ROOT


@pytest.fixture(scope="session")
def program() -> Program:
    loaded = load((ROOT / "layouts" / "spark.toml").read_text(encoding="utf-8"), "spark.toml")
    assert loaded.elaborated is not None, loaded.report.errors
    return loaded.program


@pytest.fixture(scope="session")
def layout(program: Program) -> Elaborated:
    return program.layout


@pytest.fixture(scope="session")
def resolve(program: Program) -> Callable[..., ResolvedLayout]:
    """Resolves parameters, with flags by name or through the environment."""

    def run(
        params: Mapping[str, Any], env: Mapping[str, object] | None = None, **flags: bool
    ) -> ResolvedLayout:
        variables = {name: str(value) for name, value in (env or {}).items()}
        return program.resolve(Given(params=params, flags=flags, env=variables))

    return run
