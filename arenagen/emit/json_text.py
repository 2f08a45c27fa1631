"""JSON as text that reads well in a review: one key a line, but arrays of plain values and short records on one line.

Imports the standard library only.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Final

WIDTH: Final = 100
"""Columns within which a record of plain values is kept on its line."""

Json = None | bool | int | float | str | list["Json"] | dict[str, "Json"]


class Line(dict[str, Json]):
    """A record that is kept on one line, however long it is."""


def json_text(value: Json) -> str:
    """The text of a JSON value, with a line feed at its end."""
    return _written(value, 0) + "\n"


def _written(value: Json, depth: int) -> str:
    if isinstance(value, dict) and value and not isinstance(value, Line):
        short = _record(value, depth)
        if short is not None:
            return short
        lines = (f"{_scalar(key)}: {_written(item, depth + 1)}" for key, item in value.items())
        return _block("{", lines, "}", depth)
    if isinstance(value, list) and any(isinstance(item, dict | list) for item in value):
        return _block("[", (_written(item, depth + 1) for item in value), "]", depth)
    return _scalar(value)


def _record(value: dict[str, Json], depth: int) -> str | None:
    """A record inside an array or object on one line, if it is flat and short."""
    if depth < 2 or any(isinstance(item, dict | list) and item for item in value.values()):
        return None
    text = _scalar(value)
    return text if len(text) + 2 * depth < WIDTH else None


def _block(opening: str, lines: Iterable[str], closing: str, depth: int) -> str:
    inner = "\n" + "  " * (depth + 1)
    return opening + inner + ("," + inner).join(lines) + "\n" + "  " * depth + closing


_scalar = json.JSONEncoder(ensure_ascii=False, allow_nan=False).encode
