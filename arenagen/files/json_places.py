"""Lines and columns in JSON text, looked up only when there is a fault to show. Standard library only."""

from __future__ import annotations

import json
from typing import Final

_SPACE: Final = " \t\r\n"
_DECODER: Final = json.JSONDecoder()

KeyPath = tuple[str | int, ...]


def position(text: str, path: KeyPath) -> tuple[int, int]:
    """Line and column, from 1, of the key that a path leads to, or of as much of the path as there is.

    The text must be valid JSON. Of a key that is given twice the last one is meant, as by the reader.
    """
    at = _skip(text, 0)
    for i, part in enumerate(path):
        found = _element(text, at, part) if isinstance(part, int) else _member(text, at, part)
        if found is None:
            break
        shown, at = found
        if i == len(path) - 1:
            at = shown
    return line_and_column(text, at)


def line_and_column(text: str, at: int) -> tuple[int, int]:
    """Line and column, from 1, of a character."""
    return text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)


def _skip(text: str, at: int) -> int:
    while at < len(text) and text[at] in _SPACE:
        at += 1
    return at


def _member(text: str, at: int, name: str) -> tuple[int, int] | None:
    """Start of the key and of the value of a member of the object that begins at `at`."""
    found = None
    if text[at] != "{":
        return None
    at = _skip(text, at + 1)
    while text[at] == '"':
        key_at = at
        key, at = _DECODER.raw_decode(text, at)
        at = _skip(text, _skip(text, at) + 1)
        if key == name:
            found = key_at, at
        at = _past(text, at)
    return found


def _element(text: str, at: int, index: int) -> tuple[int, int] | None:
    """Start of an element, twice, of the array that begins at `at`."""
    if text[at] != "[":
        return None
    at = _skip(text, at + 1)
    for _ in range(index):
        if text[at] == "]":
            return None
        at = _past(text, at)
    return at, at


def _past(text: str, at: int) -> int:
    """Where the next member or element begins, or the closing bracket."""
    _, end = _DECODER.raw_decode(text, at)
    end = _skip(text, end)
    return _skip(text, end + 1) if text[end] == "," else end
