"""Rules about expressions."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from arenagen.diagnostics.rule import Rule

RULES: tuple[Rule, ...] = ()
