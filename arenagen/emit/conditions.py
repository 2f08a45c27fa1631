"""When something exists, as one condition over the values given: what `when` keys around and in it add up to.

May import expressions and elaborate.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from typing import Literal

from arenagen.elaborate import Node
from arenagen.expressions import Bool, Expr, Logic


def condition(node: Node) -> Expr | None:
    """What must hold for a node to exist, beside its size not being 0; None where nothing needs to."""
    terms = list(node.guards)
    within = _any_part(node)
    if within is not None and within not in terms:
        terms.append(within)
    return _joined("and", [term for term in terms if term != Bool(True)])


def _any_part(node: Node) -> Expr | None:
    """That one of its parts exists, for a node that is nothing but its parts."""
    if node.composed is None or node.stated:
        return None
    own: list[Expr] = []
    for child in node.children:
        if child.kind == "gap":
            continue
        terms = [term for term in (child.when, _any_part(child)) if term is not None]
        joined = _joined("and", terms)
        if joined is None:
            return None
        own.append(joined)
    return _joined("or", own)


def _joined(op: Literal["and", "or"], terms: Iterable[Expr]) -> Expr | None:
    """Terms in a row, each once."""
    distinct = list(dict.fromkeys(terms))
    if not distinct:
        return None
    return reduce(lambda left, right: Logic(op, left, right), distinct)
