"""Names in generated code: two things of one scope may not be called the same, in any language.

The rules compare the names themselves; what a language makes of them (other case, escaped keywords) only its target
knows. May import diagnostics, elaborate and the interface of targets.
"""

from __future__ import annotations

from arenagen.diagnostics import Note, Place, Report
from arenagen.elaborate import Elaborated
from arenagen.emit.target import Identifier, Target


def check_identifiers(layout: Elaborated, target: Target, report: Report) -> None:
    """Reports names that fall together in a target's code, and names that it cannot use."""
    seen: dict[tuple[str, str], Identifier] = {}
    for found in target.identifiers(layout):
        if found.name in target.reserved:
            message = (
                f"{found.what} would be called `{found.name}`, a reserved word of {target.name}"
            )
            report.add("AG206", message, Place(found.where, of="key"))
        first = seen.setdefault((found.scope, found.name), found)
        if first is not found:
            report.add(
                "AG205",
                f"{first.what} and {found.what} are both called `{found.name}` in {target.name}",
                Place(found.where, of="key"),
                also=[Note(Place(first.where, of="key"), "first named here")],
            )
