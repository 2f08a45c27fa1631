"""The laws that a layout states, as obligations."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from arenagen.elaborate import Elaborated
from arenagen.expressions import Compare, Name
from arenagen.expressions.analysis import Domain, Guard, Scope, analyse
from arenagen.laws.obligation import Goal, Obligation, ValueGoal
from arenagen.model import Law

NEVER: Final = "never asked"
"""How a law holds that is about no values at all."""


def stated(layout: Elaborated, scope: Scope) -> Iterator[Obligation]:
    """One obligation for each law, in the order of the file."""
    for law in layout.layout.laws:
        guards: list[Guard] = []
        variables: dict[str, Domain] = {}
        possible = True
        for name, (first, last) in law.forall:
            low, high = analyse(first, scope).interval, analyse(last, scope).interval
            if low is None or high is None or low.lo > high.hi:
                possible = False
                continue
            variables[name] = Domain.whole(low.lo, high.hi)
            guards += [
                (Compare(">=", Name((name,)), first), True),
                (Compare("<=", Name((name,)), last), True),
            ]
        if law.when is not None:
            guards.append((law.when, True))
        yield _obligation(law, tuple(guards), variables, possible=possible)


def _obligation(
    law: Law, guards: tuple[Guard, ...], variables: dict[str, Domain], *, possible: bool
) -> Obligation:
    goals = (
        Goal(that=law.that, guards=guards, variables=variables),
        ValueGoal(
            expr=law.that,
            guards=guards,
            variables=variables,
            where=(*law.where, "that"),
            needs_layout=True,
        ),
    )
    return Obligation(
        law="law",
        subject=law.name,
        where=(*law.where, "that"),
        doc=law.doc,
        goals=goals if possible else (),
        by=NEVER,
        stated=True,
    )
