"""The catalogue: every diagnostic there is, by code. A module for each range of codes.

Imports only the rules. Codes are never reused for something else; the hundreds tell where a fault
lies: 0 reading, 1 expressions, 2 names, 3 extents, 4 resets, 5 values, 6 project and files, 7 laws.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from arenagen.diagnostics.catalog import (
    expressions,
    extents,
    laws,
    names,
    placement,
    project,
    reading,
    resets,
    unused,
    values,
)

if TYPE_CHECKING:
    from arenagen.diagnostics.rule import Rule, Severity

RULES: Final[tuple[Rule, ...]] = (
    *reading.RULES,
    *expressions.RULES,
    *names.RULES,
    *unused.RULES,
    *extents.RULES,
    *placement.RULES,
    *resets.RULES,
    *values.RULES,
    *project.RULES,
    *laws.RULES,
)

BY_CODE: Final = MappingProxyType({rule.code: rule for rule in RULES})


def severity_of(code: str) -> Severity:
    """The severity of a code; KeyError when there is no such code."""
    return BY_CODE[code].severity
