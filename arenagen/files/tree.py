"""What lies in the folder of generated files, and which of it is arenagen's.

Standard library and `emit.headers` only.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Final

from arenagen.emit.headers import has_mark, read_header

_HEAD_BYTES: Final = 4096
_SKIPPED: Final = ("__pycache__",)
TEMPORARY: Final = ".arenagen-tmp"
"""Ending of the names of files that are being written; one that stays behind is left from a build that was stopped."""


def walk(root: str, folder: str) -> Iterator[str]:
    """Every file below a folder, as a path from the root with slashes, in order. Links are named, not followed."""
    try:
        entries = sorted(os.scandir(os.path.join(root, folder)), key=lambda entry: entry.name)
    except OSError:
        return  # what cannot be listed shows as missing or unreadable files
    for entry in entries:
        name = f"{folder}/{entry.name}"
        if not entry.is_dir(follow_symlinks=False):
            yield name
        elif entry.name not in _SKIPPED:
            yield from walk(root, name)


def is_marked(root: str, name: str) -> bool:
    """Whether a file bears the mark of generated files; what cannot be read bears none."""
    return has_mark(_head(root, name))


def source_of(root: str, name: str) -> str | None:
    """The path of the layout that a generated file says it is from."""
    header = read_header(_head(root, name))
    return None if header is None else header.layout


def _head(root: str, name: str) -> str:
    path = os.path.join(root, name)
    try:
        if os.path.islink(path) or not os.path.isfile(path):
            return ""
        with open(path, "rb") as file:
            return file.read(_HEAD_BYTES).decode("utf-8", "replace")
    except OSError:
        return ""


def is_inside(root: str, path: str) -> bool:
    """Whether a path leads, through all links, to the root or something below it."""
    real = os.path.realpath(path)
    return real == root or real.startswith(root.rstrip(os.sep) + os.sep)


def is_temporary(name: str) -> bool:
    """Whether a name is one that a file has while it is being written."""
    return name.endswith(TEMPORARY)
