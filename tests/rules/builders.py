"""Small layouts with one fault, and a way to say what is expected of it."""

from __future__ import annotations

from attrs import frozen

from arenagen.api import load
from arenagen.diagnostics import Diagnostic, Place
from arenagen.diagnostics.catalog.examples import HEAD, NONE, TOKENS, N, buffer, layout
from arenagen.diagnostics.locate import SourceText

__all__ = [
    "BOTH",
    "HEAD",
    "NONE",
    "STEP",
    "TOKENS",
    "N",
    "Told",
    "around",
    "buffer",
    "free",
    "layout",
    "others",
    "routines",
]

STEP = 'step = { doc = "holds one pass", stale_read = true }'
BOTH = 'tokens = { max = "n" }\nrequests = { max = "n" }'


@frozen
class Told:
    """What one diagnostic says: its code, the text at its place, its message, its hint; or pieces of the last two."""

    code: str
    at: str
    says: str
    hint: str | None = None
    also: tuple[str, ...] = ()
    """The text at the places of its notes."""


def free(name: str = "y", **changes: str | None) -> str:
    """A buffer that is not token-major and has a shape, unless changes say otherwise."""
    return buffer(name, token_major=False, **{"row": None, "shape": "[4]", **changes})


def around(*blocks: str, **parts: str) -> str:
    """A layout with a sound buffer `x` before the blocks, so that axes and classes are used."""
    return layout(buffer(), *blocks, **parts)


def routines(text: str, classes: str = STEP) -> str:
    """Reset classes with routines that clear them."""
    return f"{NONE}\n{classes}\n\n[reset.routines]\n{text}"


def told(text: str) -> list[Told]:
    """Everything that is said about a layout, in the order in which it was found."""
    source = SourceText(text)
    return [_told(source, found) for found in load(text, "layout.toml").report.diagnostics]


def _told(source: SourceText, found: Diagnostic) -> Told:
    notes = tuple(_cut(source, note.place) for note in found.also)
    return Told(found.code, _cut(source, found.place), found.message, found.hint, notes)


def _cut(source: SourceText, place: Place) -> str:
    region = source.region(place)
    lines = list(source.lines[region.line - 1 : region.end_line])
    lines[-1] = lines[-1][: region.end_column - 1]
    lines[0] = lines[0][region.column - 1 :]
    return "\n".join(lines)


def others(text: str, *expected: Told) -> list[Told]:
    """What is said beyond the expectation, or instead of it; empty where all is as expected."""
    found = told(text)
    missing = [one for one in expected if not any(_meets(have, one) for have in found)]
    extra = [have for have in found if not any(_meets(have, one) for one in expected)]
    return [*missing, *extra]


def _meets(have: Told, wanted: Told) -> bool:
    """Codes and places are equal; of messages and hints the expectation may be a piece."""
    return (
        (have.code, have.at, have.also) == (wanted.code, wanted.at, wanted.also)
        and wanted.says in have.says
        and (have.hint is None) == (wanted.hint is None)
        and (wanted.hint or "") in (have.hint or "")
    )
