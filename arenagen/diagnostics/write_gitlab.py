"""Diagnostics as a GitLab Code Quality report: a JSON array, an object for each diagnostic.

GitLab takes no columns and wants a file and a line for everything: what belongs to no file is put on `.`, what
belongs to no line on the first. It knows no findings that are waived, so these are left out.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from arenagen.diagnostics.catalog import severity_of
from arenagen.diagnostics.fingerprint import fingerprints

if TYPE_CHECKING:
    from arenagen.diagnostics.locate import Located

_SEVERITIES: Final = {"error": "critical", "warning": "minor"}


def write_gitlab(located: Sequence[Located]) -> str:
    """The report as text; file names are those of the diagnostics, which should lead from the repository's root."""
    marks = fingerprints(located)
    marked = zip(located, marks, strict=True)
    issues = [_issue(each, mark) for each, mark in marked if each.waived is None]
    return json.dumps(issues, indent=2) + "\n"


def _issue(located: Located, mark: str) -> dict[str, Any]:
    diagnostic, region = located.diagnostic, located.region
    hint = f" ({diagnostic.hint})" if diagnostic.hint else ""
    lines = {"begin": region.line if region else 1, "end": region.end_line if region else 1}
    return {
        "description": f"{diagnostic.code}: {diagnostic.message}{hint}",
        "check_name": diagnostic.code,
        "fingerprint": mark,
        "severity": _SEVERITIES[severity_of(diagnostic.code)],
        "location": {"path": diagnostic.file or ".", "lines": lines},
    }
