"""Names in generated code: two things of one scope may not be called the same, in any language.

The rules compare the names themselves; what a language makes of them (other case, escaped keywords) only its target
knows. May import diagnostics, elaborate and the interface of targets.
"""

from __future__ import annotations

from collections.abc import Mapping

from arenagen.diagnostics import Note, Place, Report
from arenagen.elaborate import Elaborated
from arenagen.emit.target import Identifier, SettingNames, SettingValue, Target, completed


def check_identifiers(
    layout: Elaborated,
    target: Target,
    report: Report,
    settings: Mapping[str, SettingValue] | None = None,
) -> None:
    """Reports names that fall together in a target's code, and names that it cannot use.

    settings: those of the target, all of them; its defaults if they are left out.
    """
    seen: dict[tuple[str, str], Identifier] = {}
    of_settings: Mapping[tuple[str, str], str] = {}
    if isinstance(target, SettingNames):
        of_settings = target.set_names(completed(target, {}) if settings is None else settings)
    for found in target.identifiers(layout):
        if found.name in target.reserved:
            message = (
                f"{found.what} would be called `{found.name}`, a reserved word of {target.name}"
            )
            report.add("AG206", message, Place(found.where, of="key"))
        setting = of_settings.get((found.scope, found.name))
        if setting is not None:
            message = f"{found.what} would be called `{found.name}` in {target.name}, as the setting `{setting}` is"
            report.add("AG205", message, Place(found.where, of="key"))
        first = seen.setdefault((found.scope, found.name), found)
        if first is not found:
            report.add(
                "AG205",
                f"{first.what} and {found.what} are both called `{found.name}` in {target.name}",
                Place(found.where, of="key"),
                also=[Note(Place(first.where, of="key"), "first named here")],
            )
