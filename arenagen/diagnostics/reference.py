"""The reference of all diagnostics, `docs/diagnostics.md`, rendered from the catalogue."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Final

from arenagen.diagnostics.catalog import RULES
from arenagen.diagnostics.explain import waiving
from arenagen.diagnostics.rule import Rule

_INTRODUCTION: Final = """\
# Diagnostics

Every fault that arenagen reports has a code. A code never changes its meaning and is never used
for something else. `arenagen explain CODE` prints what stands here.

An *error* makes a layout or its values unusable: commands end with exit code 2. A *warning* is a
finding: `arenagen check` ends with exit code 1, `arenagen build` prints it and goes on. Some
findings can be [waived](language.md#waivers) with a reason.

This page is written from the catalogue in `arenagen/diagnostics/catalog`; `make test` says when it
is out of date.
"""

_CHAPTERS: Final = {
    "0": "Reading a layout",
    "1": "Expressions",
    "2": "Names and references",
    "3": "Extents and placement",
    "4": "Resets",
    "5": "Values",
    "6": "Project and files",
    "7": "Laws",
}


def reference() -> str:
    """The whole page in Markdown."""
    return "\n".join((_INTRODUCTION, *_chapters()))


def _chapters() -> Iterator[str]:
    for hundred, rules in groupby(sorted(RULES, key=_number), key=lambda rule: rule.code[2]):
        listed = tuple(rules)
        yield f"## {_CHAPTERS[hundred]}\n"
        yield "| code | severity | title |\n|---|---|---|"
        yield from map(_row, listed)
        yield ""
        yield from map(_entry, listed)


def _number(rule: Rule) -> str:
    return rule.code


def _row(rule: Rule) -> str:
    severity = rule.severity if rule.unwaivable else f"{rule.severity}, can be waived"
    return f"| [{rule.code}](#{rule.code.lower()}) | {severity} | {rule.title} |"


def _entry(rule: Rule) -> str:
    language = "toml" if rule.kind == "layout" else "text"
    said = f" {waiving(rule)}" if rule.severity == "warning" else ""
    return (
        f"### {rule.code}\n\n**{rule.title}** ({rule.severity})\n\n{rule.meaning}\n\n"
        f"```{language}\n{rule.example.rstrip()}\n```\n\n*What to do:* {rule.fix}{said}\n"
    )
