"""Rules about values."""

from __future__ import annotations

from arenagen.diagnostics.rule import Rule

RULES: tuple[Rule, ...] = ()
