"""A whole TOML text: decoding, syntax, and the layout in it."""

from __future__ import annotations

import re
import tomllib
from typing import Any

from arenagen.diagnostics import Place, Report
from arenagen.model import SCHEMA_VERSION, Layout
from arenagen.parse.reader import Reader

_AT = re.compile(
    r"^(?P<text>.*) \(at (?:line (?P<line>\d+), column (?P<column>\d+)|end of document)\)$",
    re.DOTALL,
)


def read_toml(text: str, report: Report) -> dict[str, Any] | None:
    """The TOML tables of a text; None, and a finding with line and column, where it is not TOML 1.0."""
    try:
        return tomllib.loads(text.removeprefix("\ufeff").replace("\r\n", "\n"))
    except tomllib.TOMLDecodeError as fault:
        message, line, column = _syntax_fault(str(fault), text)
    except RecursionError:
        message, line, column = "Arrays or tables nest too deeply", 1, 1
    except ValueError as fault:  # digits beyond what int() converts
        message, line, column = str(fault).partition(";")[0], 1, 1
    report.add("AG001", message, Place((), at=(line, column)))
    return None


def _syntax_fault(fault: str, text: str) -> tuple[str, int, int]:
    """The message of tomllib without its position, and the position."""
    match = _AT.match(fault)
    if match is None:
        return fault, 1, 1
    if match["line"] is None:
        lines = text.split("\n")
        return match["text"], len(lines), len(lines[-1]) + 1
    return match["text"], int(match["line"]), int(match["column"])


def parse_layout(text: str, report: Report) -> Layout | None:
    """The layout in a TOML text; None where the report holds an error about it."""
    data = read_toml(text, report)
    if data is None:
        return None
    version = data.get("arenagen")
    if isinstance(version, int) and version not in (True, False, SCHEMA_VERSION):
        report.add(
            "AG014",
            f"this layout is written in version {version} of the language; only {SCHEMA_VERSION} is known",
            ("arenagen",),
        )
        return None
    before = len(report.errors)
    layout = Reader(report).table(Layout, data, ())
    return layout if len(report.errors) == before else None
