"""Uses that must not share bytes, over the whole domain. Which pairs these are is a question of the layout alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from arenagen.elaborate import Elaborated, Node
from arenagen.expressions import Expr, Logic, Name
from arenagen.laws.obligation import Goal
from arenagen.laws.terms import at_most, total
from arenagen.model import KeyPath
from arenagen.resolve.apart import Pair, pairs_apart

SHARING: Final[Mapping[str, str]] = {
    "turns": "uses that are needed at one time do not share bytes",
    "untouched": "no other use shares the bytes of one that is kept",
    "cleared_between": "uses of different dtypes share no bytes that could be read stale",
}

_LAWS: Mapping[str, str] = {"AG372": "turns", "AG373": "untouched", "AG374": "cleared_between"}


def disjoint(layout: Elaborated) -> Iterator[tuple[str, str, KeyPath, Goal]]:
    """(law, subject, place, goal) of every pair."""
    for pair in pairs_apart(layout):
        siblings = len(pair.first.path) == len(pair.second.path) == len(pair.around.path) + 1
        other = pair.second.name if siblings else pair.second.dotted
        subject = f"{pair.first.dotted} and {other}"
        yield _LAWS[pair.code], subject, pair.second.where, _goal(pair, siblings=siblings)


def _goal(pair: Pair, *, siblings: bool) -> Goal:
    """That one ends where the other begins or before, if both exist."""
    one, other = (_ends(node, siblings=siblings) for node in (pair.first, pair.second))
    apart = Logic("or", at_most(one[1], other[0]), at_most(other[1], one[0]))
    there = ((Name((*node.path, "exists")), True) for node in (pair.first, pair.second))
    return Goal(that=apart, guards=tuple(there))


def _ends(node: Node, *, siblings: bool) -> tuple[Expr, Expr]:
    """Start and end: in the parent that both have, or in their buffer."""
    if siblings:
        return Name((*node.path, "at")), Name((*node.path, "end"))
    start = Name((*node.path, "offset"))
    return start, total(start, Name((*node.path, "bytes")))
