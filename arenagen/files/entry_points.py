"""Finds where an installed package says that a target lies, without importlib.metadata.

That module takes longer to import than a small layout takes to build. Looked at are the same folders of metadata that
installers leave on the path of modules; what is not found in them (packages in archives) is left to it.

Standard library only.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator


def find_entry_point(group: str, name: str) -> str | None:
    """The "module:attribute" of an entry point, from the first package on the path that has it."""
    for text in _metadata():
        for key, value in _section(text, group):
            if key == name:
                return value
    return None


def _metadata() -> Iterator[str]:
    for folder in sys.path:
        try:
            names = os.listdir(folder or ".")
        except OSError:
            continue
        for name in sorted(names):
            if name.endswith((".dist-info", ".egg-info")):
                try:
                    path = os.path.join(folder, name, "entry_points.txt")
                    with open(path, encoding="utf-8", errors="replace") as file:
                        yield file.read()
                except OSError:
                    continue


def _section(text: str, group: str) -> Iterator[tuple[str, str]]:
    """Names and values of one section of an entry_points.txt; extras behind a value are left out."""
    here = False
    for line in text.splitlines():
        line = line.strip()
        if line.startswith("["):
            here = line == f"[{group}]"
        elif here and "=" in line and not line.startswith(("#", ";")):
            key, _, value = line.partition("=")
            yield key.strip(), value.partition("[")[0].strip()
