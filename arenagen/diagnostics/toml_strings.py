"""Which characters of a TOML string literal stand for which characters of its value.

Reads literals that are known to be sound, and makes the best of others. Imports nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

_BASIC = re.compile(
    r"\\u(?P<short>[0-9A-Fa-f]{4})|\\U(?P<long>[0-9A-Fa-f]{8})|\\(?P<escape>[^\s])"
    r"|(?P<joined>\\[ \t]*\r?\n[ \t\r\n]*)|(?P<newline>\r\n)|(?P<plain>.)",
    re.DOTALL,
)
_LITERAL = re.compile(r"(?P<newline>\r\n)|(?P<plain>.)", re.DOTALL)
_ESCAPES = {"b": "\b", "t": "\t", "n": "\n", "f": "\f", "r": "\r", "e": "\x1b"}

Piece = tuple[str, int, int]
"""A character of the value, and where the text for it starts and ends in the literal."""


def pieces(literal: str) -> Iterator[Piece]:
    """The characters of a string, in order; `literal` includes its quotes."""
    quotes = literal[:3] if literal[:3] in ('"""', "'''") else literal[:1]
    start, end = len(quotes), len(literal) - len(quotes)
    if len(quotes) == 3:  # a line break right after the quotes is not part of the value
        start += {"\n": 1, "\r": 2}.get(literal[3:4], 0)
    pattern = _BASIC if quotes[:1] == '"' else _LITERAL
    for match in pattern.finditer(literal, start, end):
        if match.lastgroup != "joined":
            yield _character(match), match.start(), match.end()


def _character(match: re.Match[str]) -> str:
    group = match.lastgroup or "plain"
    text = match[group]
    if group in ("short", "long"):
        return chr(min(int(text, 16), 0x10FFFF))
    if group == "escape":
        return _ESCAPES.get(text, text)
    return "\n" if group == "newline" else text


def value_of(literal: str) -> str:
    """The value of a string literal."""
    return "".join(character for character, _, _ in pieces(literal))


def narrow(literal: str, first: int, last: int) -> tuple[int, int]:
    """Where characters [first, last) of the value stand in the literal, as a range of it.

    An empty range, or one that ends behind the value, is cut to what there is.
    """
    found = list(pieces(literal))
    behind = found[-1][2] if found else len(literal) // 2
    first = max(first, 0)
    start = found[first][1] if first < len(found) else behind
    if last <= first or not found:
        return start, start
    return start, max(start, found[min(last, len(found)) - 1][2])
