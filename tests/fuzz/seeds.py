"""Texts that fuzzing starts from: shipped layouts, cases of the test suite, examples of the catalogue."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from arenagen.diagnostics.catalog import RULES

ROOT = Path(__file__).parents[2]


@cache
def seeds() -> tuple[str, ...]:
    """All of them, in a fixed order."""
    paths = [*ROOT.glob("layouts/*.toml"), *ROOT.glob("tests/cases/*/*/layout.toml")]
    texts = [path.read_text(encoding="utf-8") for path in sorted(paths)]
    return (*texts, *(rule.example for rule in RULES if rule.kind == "layout"))
