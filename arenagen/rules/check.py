"""Runs all rules in the order in which their findings build on each other."""

from __future__ import annotations

from arenagen.diagnostics import Report
from arenagen.elaborate import Elaborated
from arenagen.rules.classes import check_classes
from arenagen.rules.composition import check_composition
from arenagen.rules.domains import check_domains
from arenagen.rules.fills import check_fills
from arenagen.rules.names import check_names
from arenagen.rules.params import check_params
from arenagen.rules.placement import check_placement
from arenagen.rules.routines import check_routines
from arenagen.rules.rows import check_rows
from arenagen.rules.types import check_types
from arenagen.rules.unused import check_unused
from arenagen.rules.waivers import check_waivers

_STRUCTURE = (
    check_params,
    check_names,
    check_types,
    check_composition,
    check_rows,
    check_placement,
    check_classes,
    check_fills,
    check_routines,
    check_waivers,
)


def check(layout: Elaborated, report: Report) -> bool:
    """Reports everything that is wrong or looks wrong; whether the layout may be resolved."""
    before = len(report.errors)
    for rule in _STRUCTURE:
        rule(layout, report)
    if len(report.errors) == before:
        check_domains(layout, report)
    check_unused(layout, report)
    return len(report.errors) == before
