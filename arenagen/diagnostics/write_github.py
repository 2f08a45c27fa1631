"""Diagnostics as annotations of GitHub Actions, and the rest as Markdown for the summary of the job.

GitHub shows at most ten annotations of a level for each step and drops the others without a word. So at most ten are
written, one of every rule before a second one of any, and the summary has all of them. What is waived is in the summary
alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final

from arenagen.diagnostics.catalog import BY_CODE, severity_of
from arenagen.diagnostics.printable import one_line
from arenagen.diagnostics.write_text import summary

if TYPE_CHECKING:
    from arenagen.diagnostics.locate import Located, Region

MAX_ANNOTATIONS: Final = 10
"""Annotations of one level that a step can have."""

MAX_SUMMARY: Final = 900_000
"""Bytes of a summary; GitHub refuses the whole summary of a step above 1 MiB."""

_BREAKS: Final = {"%": "%25", "\r": "%0D", "\n": "%0A"}
_PROPERTY: Final = {**_BREAKS, ":": "%3A", ",": "%2C"}


def chosen(located: Sequence[Located]) -> tuple[Located, ...]:
    """Those that become annotations, in the order given."""
    kept: list[int] = []
    for level in ("error", "warning"):
        mine = [i for i, e in enumerate(located) if _level(e) == level]
        kept += _each_rule_first(mine, located)[:MAX_ANNOTATIONS]
    return tuple(located[i] for i in sorted(kept))


def _level(located: Located) -> str:
    return "waived" if located.waived else severity_of(located.diagnostic.code)


def _each_rule_first(indices: Iterable[int], located: Sequence[Located]) -> list[int]:
    seen: dict[str, int] = {}
    ranked = []
    for i in indices:
        code = located[i].diagnostic.code
        seen[code] = seen.get(code, 0) + 1
        ranked.append((seen[code], i))
    return [i for _, i in sorted(ranked)]


def write_annotations(located: Sequence[Located]) -> str:
    """A workflow command for each diagnostic that becomes an annotation; "" for none."""
    return "".join(f"{_command(each)}\n" for each in chosen(located))


def _command(located: Located) -> str:
    diagnostic = located.diagnostic
    values = {
        "file": diagnostic.file,
        **_region(located.region if diagnostic.file else None),
        "title": f"{diagnostic.code}: {BY_CODE[diagnostic.code].title}",
    }
    properties = ",".join(f"{k}={_escaped(v, _PROPERTY)}" for k, v in values.items() if v)
    text = [diagnostic.message]
    if diagnostic.hint:
        text.append(f"help: {diagnostic.hint}")
    text += [f"{_place(note.source, note.region)}: {note.note.label}" for note in located.notes]
    level = severity_of(diagnostic.code)
    return f"::{level} {properties}::{_escaped(chr(10).join(text), _BREAKS)}"


def _region(region: Region | None) -> dict[str, str]:
    """Lines, and columns where it is one line: GitHub takes columns of no others. Its last column is inside."""
    if region is None:
        return {}
    lines = {"line": str(region.line), "endLine": str(region.end_line)}
    if region.line != region.end_line:
        return lines
    last = max(region.column, region.end_column - 1)
    return {**lines, "col": str(region.column), "endColumn": str(last)}


def _escaped(text: str, table: dict[str, str]) -> str:
    return "".join(table.get(character, character) for character in text)


def write_summary(located: Sequence[Located]) -> str:
    """All diagnostics as a Markdown table under a heading, those that are waived last; "" for none."""
    if not located:
        return ""
    head = f"## arenagen: {summary(located)}\n\n| place | code | message |\n|---|---|---|\n"
    rows: list[str] = []
    room = MAX_SUMMARY - len(head.encode())
    for i, each in enumerate(sorted(located, key=lambda each: each.waived is not None)):
        row = _row(each)
        room -= len(row.encode("utf-8", "backslashreplace"))
        if room < 0:
            rows.append(
                f"\n{len(located) - i} more are left out: there is no room for them here.\n"
            )
            break
        rows.append(row)
    return head + "".join(rows) + "\n"


def _row(located: Located) -> str:
    diagnostic = located.diagnostic
    place = _place(diagnostic.file, located.region)
    said = f" (help: {diagnostic.hint})" if diagnostic.hint else ""
    if located.waived:
        said = f" (waived: {located.waived.note.label})"
    text = diagnostic.message + said
    return f"| {_cell(place)} | {_level(located)} {diagnostic.code} | {_cell(text)} |\n"


def _place(source: str, region: Region | None) -> str:
    return f"{source}:{region.line}:{region.column}" if region else source


def _cell(text: str) -> str:
    """Text that Markdown shows as it is; back-ticks stay, since messages mark code with them."""
    plain = one_line(text.replace("\n", " ")).replace("&", "&amp;").replace("<", "&lt;")
    return plain.replace("\\", "\\\\").replace("|", "\\|")
