"""Rules about project."""

from __future__ import annotations

from arenagen.diagnostics.rule import Rule

RULES: tuple[Rule, ...] = ()
