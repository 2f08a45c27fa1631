"""Faults found before the diagnostics are worth loading: plain records that become diagnostics when there is one.

Imports the standard library only.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Literal, NamedTuple

if TYPE_CHECKING:
    from arenagen.diagnostics import Diagnostic


class Problem(NamedTuple):
    """One fault. `path` and `of` are those of `diagnostics.Place`; `at` is a line and column where no path leads."""

    code: str
    message: str
    source: str = ""
    path: tuple[str | int, ...] = ()
    of: Literal["value", "key"] = "value"
    hint: str | None = None
    at: tuple[int, int] | None = None


class ProblemError(Exception):
    """Work cannot go on. `texts` has the texts, by file, in which the places of the problems can be looked up."""

    def __init__(self, problems: Iterable[Problem], texts: dict[str, str] | None = None) -> None:
        self.problems = tuple(problems)
        self.texts = texts or {}
        super().__init__("; ".join(problem.message for problem in self.problems))


def diagnostics_of(problems: Iterable[Problem]) -> tuple[Diagnostic, ...]:
    """Problems as diagnostics."""
    from arenagen.diagnostics import Diagnostic, Place

    return tuple(
        Diagnostic(p.code, p.message, Place(p.path, p.of, at=p.at), hint=p.hint, source=p.source)
        for p in problems
    )


def nearest(name: str, known: Iterable[str]) -> str | None:
    """A hint that names the known word nearest to a misspelt one, or lists the known ones."""
    import difflib

    words = sorted(known)
    near = difflib.get_close_matches(name, words, 1)
    if near:
        return f"did you mean `{near[0]}`?"
    return f"known: {', '.join(words)}" if words else None
