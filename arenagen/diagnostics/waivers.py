"""Waivers: findings that somebody accepts, each by its code and with a reason.

What can be waived is decided by the catalogue (`Rule.unwaivable`), for waivers of layouts and of settings alike. The
catalogue is loaded only where there is a waiver.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from attrs import evolve, frozen

from arenagen.diagnostics.model import Diagnostic, KeyPath, Note, Place, Waived
from arenagen.diagnostics.report import Report

if TYPE_CHECKING:
    from arenagen.diagnostics.rule import Rule


@frozen
class Waiver:
    """A code with a reason.

    place: where the code stands, with its file; at: where the reason does.
    path: keys of what it is for, () for a whole layout; file: the layout it is for, None for every one.
    """

    code: str
    reason: str
    place: Place
    at: Place
    path: KeyPath = ()
    file: str | None = None
    in_source: bool = False

    def covers(self, diagnostic: Diagnostic) -> bool:
        """Whether a diagnostic is a finding that it is for: of the code, in the file, at the path or below."""
        rule = _rule(self.code)
        return (
            rule is not None
            and not rule.unwaivable
            and diagnostic.code == self.code
            and self.file in (None, diagnostic.file)
            and _words(diagnostic.place.path)[: len(self.path)] == _words(self.path)
        )


def _rule(code: str) -> Rule | None:
    from arenagen.diagnostics.catalog import BY_CODE

    return BY_CODE.get(code)


def _words(path: KeyPath) -> tuple[str, ...]:
    return tuple(map(str, path))


def check_waiver(waiver: Waiver, report: Report) -> None:
    """Reports a code that there is not, one that cannot be waived, and a reason that says nothing."""
    rule = _rule(waiver.code)
    if rule is None:
        message = f"unknown diagnostic `{waiver.code}`"
        report.add("AG224", message, waiver.place, hint=_nearest(waiver.code))
    elif rule.unwaivable:
        message = f"{rule.code} ({rule.title}) cannot be waived: {rule.unwaivable}"
        report.add("AG226", message, waiver.place)
    if not waiver.reason.strip():
        report.add("AG225", f"the waiver of {waiver.code} gives no reason", waiver.at)


def _nearest(code: str) -> str | None:
    """The code that may be meant, among those that can be waived."""
    from arenagen.diagnostics.catalog import RULES

    titles = {rule.code: rule.title for rule in RULES if not rule.unwaivable}
    near = difflib.get_close_matches(code.upper(), titles, 1)
    return f"did you mean `{near[0]}` ({titles[near[0]]})?" if near else None


def waive(report: Report, waivers: Iterable[Waiver]) -> None:
    """Marks the findings of a report that waivers cover, each by the waiver nearest to it."""
    nearest_first = sorted(waivers, key=lambda waiver: -len(waiver.path))

    def marked(diagnostic: Diagnostic) -> Diagnostic:
        if diagnostic.waived is None:
            for waiver in nearest_first:
                if waiver.covers(diagnostic):
                    note = Note(waiver.place, waiver.reason)
                    return evolve(diagnostic, waived=Waived(note, waiver.in_source))
        return diagnostic

    if nearest_first:
        report.rewrite(marked)


def unused(report: Report, waivers: Iterable[Waiver]) -> Iterator[Diagnostic]:
    """A finding about each waiver by which nothing of a report is waived."""
    used = {d.waived.note.place for d in report.diagnostics if d.waived is not None}
    for waiver in waivers:
        if waiver.place not in used:
            message = f"nothing that the waiver of {waiver.code} is for was found"
            yield Diagnostic("AG249", message, waiver.place)
