"""The tokens of a TOML text, for those who rewrite its white space. Standard library only.

The text is known to be TOML; of another one the tokens still join to the text they were taken from.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

_TOKEN: Final = re.compile(
    r'(?P<string>"""(?:\\.|[^\\])*?"{3,5}|\'\'\'.*?\'{3,5}|"(?:\\.|[^"\\\n])*"|\'[^\'\n]*\')'
    r"|(?P<comment>\#[^\n]*)"
    r"|(?P<line>\n)"
    r"|(?P<sign>[\[\]{},=])"
    r"|(?P<word>\d{4}-\d\d-\d\d\x20\d\d:\d\d[^\s\[\]{},=#]*|[^\s\[\]{},=#\"']+|[\"'])"
    r"|(?P<space>[^\S\n]+)",
    re.DOTALL,
)


class Token(NamedTuple):
    """A piece of a text: a string, a comment, a line break, a sign or a word. Other white space belongs to none."""

    kind: str
    text: str
    start: int
    end: int


def tokens(text: str) -> Iterator[Token]:
    """The tokens of a text with plain line feeds, in order."""
    for found in _TOKEN.finditer(text):
        kind = found.lastgroup or ""
        if kind != "space":
            yield Token(kind, found[0], found.start(), found.end())


def comments(text: str) -> tuple[str, ...]:
    """The comments of a text in order, without white space at their ends."""
    return tuple(token.text.rstrip() for token in tokens(text) if token.kind == "comment")
