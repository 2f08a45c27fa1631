"""What is known at one place of an expression, beyond the domains: the outcome of the conditions passed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import evolve, field, frozen

from arenagen.expressions.analysis import values
from arenagen.expressions.analysis.values import Known

if TYPE_CHECKING:
    from arenagen.expressions.analysis.polynomial import Polynomial
    from arenagen.expressions.nodes import Expr, Span

MAX_FACTS = 8


@frozen
class Finding:
    """A refusal that cannot be ruled out at a place: which, where, and what was known there.

    `certain`: whatever reaches the place is refused. `node` is the operation, `span` the part of it
    to show. `via` names the definitions passed on the way.
    """

    code: str
    node: Expr
    span: Span
    certain: bool
    state: State = field(eq=False, repr=False)
    via: tuple[str, ...] = ()

    @property
    def place(self) -> tuple[str, tuple[str, ...], Span]:
        """What two findings about one place have in common."""
        return self.code, self.via[-1:], self.span


Expanded = tuple[Known | None, tuple[Finding, ...]]


@frozen(eq=False)
class State:
    """Facts that hold at a place.

    known: for subexpressions, a set that their value lies in, on top of what their parts say.
    touched: bits of the names that the facts mention; whatever uses none of them is as it always is.
    facts: polynomials that are not negative here; apart: polynomials that are not 0.
    clauses: conditions of which one side or the other holds, looked at again when more is known.
    The last three remember results that were worked out in this state.
    """

    known: dict[Expr, Known] = field(factory=dict)
    touched: int = 0
    facts: tuple[Polynomial, ...] = ()
    apart: tuple[Polynomial, ...] = ()
    clauses: tuple[tuple[Expr, bool], ...] = ()
    cache: dict[Expr, Known | None] = field(factory=dict)
    expanded: dict[str, Expanded] = field(factory=dict)
    assumed: dict[tuple[Expr, bool], State | None] = field(factory=dict)

    def learn(self, expr: Expr, known: Known, mask: int) -> State:
        """With one more known set; `mask` has the bits of the names in the expression."""
        return self._with(mask, known={**self.known, expr: known})

    def fact(self, polynomial: Polynomial, mask: int) -> State:
        """With one more polynomial that is not negative; the oldest beyond MAX_FACTS is forgotten."""
        return self._with(mask, facts=(*self.facts, polynomial)[-MAX_FACTS:])

    def differ(self, polynomial: Polynomial, mask: int) -> State:
        """With one more polynomial that is not 0."""
        return self._with(mask, apart=(*self.apart, polynomial)[-MAX_FACTS:])

    def clause(self, condition: Expr, truth: bool, mask: int) -> State:
        """With one more condition to come back to."""
        if (condition, truth) in self.clauses:
            return self
        return self._with(mask, clauses=(*self.clauses, (condition, truth))[-MAX_FACTS:])

    def _with(self, mask: int, **changes: Any) -> State:
        """A state with more knowledge, in which nothing was worked out yet."""
        fresh: dict[str, Any] = {"cache": {}, "expanded": {}, "assumed": {}}
        return evolve(self, touched=self.touched | mask, **fresh, **changes)


def join(a: State | None, b: State | None) -> State | None:
    """What holds in both states."""
    if a is None or b is None or a is b:
        return b if a is None else a
    known: dict[Expr, Known] = {}
    for expr, one in a.known.items():
        both = values.join(one, b.known[expr]) if expr in b.known else None
        if both is not None:
            known[expr] = both
    facts = tuple(fact for fact in a.facts if fact in b.facts)
    apart = tuple(polynomial for polynomial in a.apart if polynomial in b.apart)
    clauses = tuple(clause for clause in a.clauses if clause in b.clauses)
    return State(known, a.touched | b.touched, facts, apart, clauses)
