"""Diagnostics as one JSON document for other programs. Its keys are stable.

Lines and columns count from 1, columns in characters; the end is behind the last character. They
are null, all four, where a diagnostic belongs to no text; then `file` may be null too. `waived` is null, or the reason
and the place of a waiver; `summary` counts what is waived apart.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from arenagen.diagnostics.catalog import severity_of

if TYPE_CHECKING:
    from arenagen.diagnostics.locate import Located, LocatedNote, Region


def to_data(located: Sequence[Located]) -> dict[str, Any]:
    """The document as plain data."""
    counted = [severity_of(e.diagnostic.code) for e in located if e.waived is None]
    return {
        "diagnostics": [_diagnostic(each) for each in located],
        "summary": {
            "errors": counted.count("error"),
            "warnings": counted.count("warning"),
            "waived": len(located) - len(counted),
        },
    }


def write_json(located: Sequence[Located]) -> str:
    """The document as text: ASCII only, indented, with a line break at its end."""
    return json.dumps(to_data(located), indent=2) + "\n"


def _diagnostic(located: Located) -> dict[str, Any]:
    diagnostic = located.diagnostic
    return {
        "code": diagnostic.code,
        "severity": severity_of(diagnostic.code),
        "message": diagnostic.message,
        **_place(diagnostic.file, located.region),
        "hint": diagnostic.hint,
        "notes": [
            {"message": each.note.label, **_place(each.source, each.region)}
            for each in located.notes
        ],
        "waived": located.waived and _waived(located.waived),
    }


def _waived(waiver: LocatedNote) -> dict[str, Any]:
    return {"reason": waiver.note.label, **_place(waiver.source, waiver.region)}


def _place(source: str, region: Region | None) -> dict[str, Any]:
    return {
        "file": source or None,
        "line": region and region.line,
        "column": region and region.column,
        "end_line": region and region.end_line,
        "end_column": region and region.end_column,
    }
