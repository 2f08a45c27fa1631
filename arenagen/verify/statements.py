"""What the layout states about its numbers: requirements, laws, budgets, indices, users that need something.

May import elaborate, expressions, model and the data classes of resolve.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from arenagen.elaborate import Elaborated
from arenagen.expressions import Bindings, EvaluationError, evaluate
from arenagen.model import Law, Require
from arenagen.resolve.model import Resolved, ResolvedLayout
from arenagen.verify.elements import count
from arenagen.verify.finding import Finding
from arenagen.verify.values import Properties, number

MAX_POINTS = 10_000
"""Values of the variables of one law that are tried."""


def check_statements(
    layout: Elaborated, resolved: ResolvedLayout, names: Bindings
) -> list[Finding]:
    """Everything stated that does not hold."""
    findings: list[Finding] = []
    try:
        seen = Properties(names, resolved)
        stated: tuple[Require | Law, ...] = (*layout.layout.require, *layout.layout.laws)
        for statement in stated:
            findings += _statement(statement, seen)
        for made in resolved.nodes.values():
            findings += _node(made, names)
        findings += _budgets(layout, resolved, names)
    except EvaluationError as refusal:
        findings.append(Finding(layout.name, "a value for every statement", "one", refusal.message))
    return findings


def _statement(statement: Require | Law, names: Properties) -> Iterator[Finding]:
    variables = statement.forall if isinstance(statement, Law) else ()
    ends = [(number(low, names), number(high, names)) for _, (low, high) in variables]
    if not 0 < count([max(high - low + 1, 0) for low, high in ends]) <= MAX_POINTS:
        return
    for point in product(*(range(low, high + 1) for low, high in ends)):
        here = Properties(names, names.resolved)
        here.update(zip((name for name, _ in variables), point, strict=True))
        if statement.when is not None and not evaluate(statement.when, here):
            continue
        if not evaluate(statement.that, here):
            yield Finding(statement.name, "to hold", True, False)


def _node(made: Resolved, names: Bindings) -> Iterator[Finding]:
    written = made.node.written
    needed = written.required_when is not None and bool(evaluate(written.required_when, names))
    if needed and not made.exists:
        yield Finding(made.node.dotted, "to exist for its user", True, False)
    if not made.exists:
        return
    if written.budget is not None and made.bytes > number(written.budget, names):
        yield Finding(made.node.dotted, "budget", number(written.budget, names), made.bytes)
    if written.index is not None:
        last = _last_index(made, in_bytes="_" in written.index)
        if last > _largest(written.index):
            yield Finding(made.node.dotted, "last index", _largest(written.index), last)


def _last_index(made: Resolved, *, in_bytes: bool) -> int:
    if in_bytes or made.dtype is None:
        return made.bytes - 1
    reach = made.extent_bytes + made.overread_bytes
    if made.dtype.family == "block":
        return reach // made.dtype.block_bytes * made.dtype.block - 1
    return reach * 8 // made.dtype.bits - 1


def _largest(index: str) -> int:
    bits = int(index[1:3])
    return int((1 << (bits - 1 if index[0] == "i" else bits)) - 1)


def _budgets(layout: Elaborated, resolved: ResolvedLayout, names: Bindings) -> Iterator[Finding]:
    for arena in layout.arenas:
        size = resolved.arenas[arena.name].bytes
        if arena.budget is not None and size > number(arena.budget, names):
            yield Finding(arena.name, "budget", number(arena.budget, names), size)
