"""Diagnostics as a SARIF 2.1.0 log, for code scanning services and editors.

Rules carry their explanation from the catalogue, so that a viewer can show what `explain` prints. Columns count
characters and ends lie behind the last one, as SARIF has it.
"""

from __future__ import annotations

import json
import string
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from arenagen.diagnostics.catalog import BY_CODE
from arenagen.diagnostics.fingerprint import fingerprints

if TYPE_CHECKING:
    from arenagen.diagnostics.locate import Located, Region
    from arenagen.diagnostics.rule import Rule

SCHEMA: Final = (
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
)
_FINGERPRINT: Final = "arenagenKeyPath/v1"
_PLAIN: Final = frozenset(f"{string.ascii_letters}{string.digits}/-._~".encode())


def write_sarif(located: Sequence[Located], version: str) -> str:
    """The log as text. File names lead from the root of the repository; `version` is that of arenagen."""
    codes = sorted({each.diagnostic.code for each in located})
    marks = fingerprints(located)
    driver = {
        "name": "arenagen",
        "version": version,
        "rules": [_rule(BY_CODE[code]) for code in codes],
    }
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "results": [_result(each, codes, mark) for each, mark in zip(located, marks, strict=True)],
    }
    return json.dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}, indent=2) + "\n"


def _rule(rule: Rule) -> dict[str, Any]:
    language = "toml" if rule.kind == "layout" else "text"
    example = rule.example.rstrip()
    return {
        "id": rule.code,
        "shortDescription": {"text": rule.title},
        "fullDescription": {"text": rule.meaning},
        "help": {
            "text": f"{rule.meaning}\n\nExample:\n\n{example}\n\nWhat to do: {rule.fix}",
            "markdown": f"{rule.meaning}\n\n```{language}\n{example}\n```\n\n*What to do:* {rule.fix}",
        },
        "defaultConfiguration": {"level": rule.severity},
    }


def _result(located: Located, codes: Sequence[str], mark: str) -> dict[str, Any]:
    diagnostic = located.diagnostic
    hint = f"\nhelp: {diagnostic.hint}" if diagnostic.hint else ""
    result: dict[str, Any] = {
        "ruleId": diagnostic.code,
        "ruleIndex": codes.index(diagnostic.code),
        "level": BY_CODE[diagnostic.code].severity,
        "message": {"text": diagnostic.message + hint},
        "partialFingerprints": {_FINGERPRINT: mark},
        # All results of a run have suppressions, or none has.
        "suppressions": _suppressions(located),
    }
    if diagnostic.file:
        result["locations"] = [_location(diagnostic.file, located.region)]
    related = [
        {"id": i, "message": {"text": note.note.label}, **_location(note.source, note.region)}
        for i, note in enumerate(located.notes)
        if note.source
    ]
    if related:
        result["relatedLocations"] = related
    return result


def _suppressions(located: Located) -> list[dict[str, Any]]:
    waived, waiver = located.diagnostic.waived, located.waived
    if waived is None or waiver is None:
        return []
    return [
        {
            "kind": "inSource" if waived.in_source else "external",
            "status": "accepted",
            "justification": waiver.note.label,
            "location": _location(waiver.source, waiver.region),
        }
    ]


def _location(file: str, region: Region | None) -> dict[str, Any]:
    physical: dict[str, Any] = {
        "artifactLocation": {
            "uri": _uri(file),
            "uriBaseId": "%SRCROOT%",
        }
    }
    if region is not None:
        physical["region"] = {
            "startLine": region.line,
            "startColumn": region.column,
            "endLine": region.end_line,
            "endColumn": region.end_column,
        }
    return {"physicalLocation": physical}


def _uri(file: str) -> str:
    """A relative path as a URI reference: every byte that has a meaning there is escaped."""
    data = file.encode("utf-8", "surrogateescape")
    return "".join(chr(byte) if byte in _PLAIN else f"%{byte:02X}" for byte in data)
