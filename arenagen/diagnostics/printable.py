"""Text of unknown origin made fit to print: no control characters, known width. Standard library only."""

from __future__ import annotations

import unicodedata
from typing import Final

_UNPRINTABLE: Final = ("Cc", "Cf", "Cs", "Zl", "Zp")


def one_line(text: str) -> str:
    """The text with each character that would move the cursor or colour the screen replaced.

    ASCII control characters become their pictures; tabs stay.
    """
    return text if text.isprintable() else "".join(map(_visible, text))


def _visible(character: str) -> str:
    code = ord(character)
    if character == "\t":
        return character
    if code < 0x20:
        return chr(0x2400 + code)
    if code == 0x7F:
        return "\u2421"
    return "\ufffd" if unicodedata.category(character) in _UNPRINTABLE else character


def blank(text: str) -> str:
    """White space that takes as much room on a terminal as the text. Tabs stay tabs."""
    if text.isascii():
        return "".join("\t" if character == "\t" else " " for character in text)
    return "".join("\t" if character == "\t" else " " * _width(character) for character in text)


def width(text: str) -> int:
    """Cells of a terminal that the text takes, a tab counting as one."""
    return len(text) if text.isascii() else sum(map(_width, text))


def _width(character: str) -> int:
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1
