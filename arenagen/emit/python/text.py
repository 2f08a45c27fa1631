"""Doc texts and literals as Python writes them, within the width of a line.

Doc texts come from layouts and may hold anything: quotes, backslashes, characters that cannot be
printed.
"""

from __future__ import annotations

import json
from textwrap import wrap
from typing import TYPE_CHECKING

from arenagen.emit.python.documents import SPACE, WIDTH, Doc, Group, joined

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

QUOTES = '"""'


def docstring(paragraphs: Iterable[str], indent: int) -> str:
    """A docstring of one line, or of a first paragraph and others behind blank lines, without the
    first indent.
    """
    texts = [_escaped(" ".join(text.split())) for text in paragraphs if text.strip()]
    pad = " " * indent
    first, *rest = texts or ["Nothing is said about it."]
    if first.startswith('"'):
        first = " " + first
    tail = " " if first.endswith('"') else ""
    room = WIDTH - indent
    if not rest and len(first + tail) + 2 * len(QUOTES) <= room:
        return f"{QUOTES}{first}{tail}{QUOTES}"
    # A text of one line is followed by its quotes, so this one must take two.
    lines = _wrapped(QUOTES + first, room if rest else room - len(QUOTES + tail))
    if not rest and len(lines) == 1:
        return lines[0] + tail + QUOTES
    for text in rest:
        lines += ["", *_wrapped(text, room)]
    lines.append(QUOTES)
    return "\n".join(pad + line if line and i else line for i, line in enumerate(lines))


def _wrapped(text: str, width: int) -> list[str]:
    return wrap(text, width, break_long_words=False, break_on_hyphens=False)


def _escaped(text: str) -> str:
    """A text inside triple quotes, with everything escaped that would mean something else there."""
    plain = text.replace("\\", "\\\\").replace(QUOTES, "'''")
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in plain)


def literal(value: bool | int | float | str) -> str:
    """A constant as `ruff format` leaves it."""
    if isinstance(value, str):
        return _quoted(value)
    if isinstance(value, float) and (value != value or value in (float("inf"), float("-inf"))):
        return f'float("{value}")'
    return str(value)


def _quoted(value: str) -> str:
    """A string in double quotes, or in single ones where that takes fewer backslashes."""
    double = json.dumps(value, ensure_ascii=not value.isprintable())
    if value.count('"') <= value.count("'"):
        return double
    inside = double[1:-1].replace('\\"', '"').replace("'", "\\'")
    return f"'{inside}'"


def long_literal(value: str, column: int) -> Doc:
    """A text as an argument on a line of its own at some column: in pieces where it does not fit
    the line.
    """
    room = WIDTH - column - len('"",')
    if len(literal(value)) <= room + 2:
        return literal(value)
    pieces = wrap(value, max(room - 1, 8), break_long_words=False, break_on_hyphens=False)
    texts = [literal(piece + " ") for piece in pieces[:-1]] + [literal(pieces[-1])]
    return Group(joined(texts, SPACE)) if len(texts) > 1 else texts[0]


def at(column: int, *texts: str) -> Iterator[str]:
    """Texts whose first lines begin at a column; their other lines are where they belong."""
    for text in texts:
        yield " " * column + text if text else text
