"""Import statements in the order and layout that formatters and linters want."""

from __future__ import annotations

import re

from arenagen.emit.python.documents import WIDTH
from arenagen.emit.shelves import Names

STANDARD = ("collections.abc", "dataclasses", "functools", "os", "typing")
RUNTIME = "arenagen"


def import_lines(names: Names) -> str:
    """Import statements by section: the standard library, the runtime, the package itself."""
    sections: tuple[list[str], list[str], list[str]] = ([], [], [])
    for module in sorted(names):
        found = sorted(set(names[module]), key=_order)
        if found:
            section, path = _place(module)
            sections[section].append(_statement(path, found))
    return "\n\n".join("\n".join(lines) for lines in sections if lines)


def _place(module: str) -> tuple[int, str]:
    if module in STANDARD:
        return 0, module
    return (1, module) if module.split(".")[0] == RUNTIME else (2, f".{module}")


def _statement(path: str, names: list[str]) -> str:
    plain = f"from {path} import {', '.join(names)}"
    if len(plain) <= WIDTH:
        return plain
    return "\n".join([f"from {path} import (", *(f"    {name}," for name in names), ")"])


def _order(name: str) -> tuple[int, list[tuple[bool, int, str]]]:
    """Constants, then classes, then functions; numbers in names count as numbers."""
    kind = 0 if name.isupper() else 1 if name[:1].isupper() else 2
    runs = re.findall(r"\d+|\D", name)
    return kind, [(run.isdigit() is False, int(run) if run.isdigit() else 0, run) for run in runs]
