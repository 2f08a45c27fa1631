"""Doc texts in any language: sentences from what layouts say. Imports the standard library only."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

LISTED = 60
"""Names that are listed in a doc text before the rest is only counted."""


def sentence(text: str) -> str:
    """A doc text as a sentence: a capital first letter where it starts with a plain word, and a
    full stop.
    """
    words = text.split()
    if not words:
        return ""
    first = words[0]
    if first.rstrip(",;:").isalpha() and first.islower():
        words[0] = first[0].upper() + first[1:]
    joined = " ".join(words)
    return joined if joined[-1] in ".!?:" else joined + "."


def listed(names: Iterable[str]) -> str:
    """Names in a sentence; beyond a bound, how many more there are."""
    found = list(names)
    if len(found) > LISTED:
        return f"{', '.join(found[:LISTED])} and {len(found) - LISTED} more"
    if len(found) < 2:
        return "".join(found)
    return f"{', '.join(found[:-1])} and {found[-1]}"
