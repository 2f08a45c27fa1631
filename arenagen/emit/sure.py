"""What is known of a layout's expressions before values are given: which operations always have a
value.

Uses the reasoning over ranges alone, without trying values: what it cannot show costs a check at
run time, no more.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from arenagen.expressions import INT_MAX, INT_MIN, Expr, Int, Span
from arenagen.expressions.analysis import Domain, Interval, Scope
from arenagen.expressions.analysis.state import State
from arenagen.expressions.analysis.walker import Walker
from arenagen.rules.domains import domains_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from arenagen.elaborate import Elaborated, Node

Doubt = tuple[str, Span]
"""What may happen (a code of the catalogue), and the place of the operation."""


@frozen(eq=False)
class Knowledge:
    """What is known of the expressions of one layout."""

    scope: Scope

    def along(
        self, variables: Mapping[str, tuple[Expr, Expr] | None], paths: Iterable[str]
    ) -> Knowledge:
        """Knowledge with names of an expression's own: variables with their ends, and paths to
        parts.

        Nothing is known of a variable without ends but that it is a count.
        """
        if not variables and not paths:
            return self
        domains = dict(self.scope.domains)
        for name, ends in variables.items():
            domains[name] = Domain.whole(0, INT_MAX) if ends is None else self._between(*ends)
        for path in paths:
            exists = path.endswith(".exists")
            domains[path] = Domain.boolean() if exists else Domain.whole(0, INT_MAX)
        return Knowledge(Scope(domains, self.scope.definitions))

    def _between(self, first: Expr, last: Expr) -> Domain:
        low, high = (Walker(self.scope).value(end, State()) for end in (first, last))
        if isinstance(low, Interval) and isinstance(high, Interval):
            return Domain.whole(low.lo, max(high.hi, low.lo))
        return Domain.whole(INT_MIN, INT_MAX)

    def doubts(self, expr: Expr, guards: Sequence[Expr] = ()) -> frozenset[Doubt]:
        """Operations of an expression, not of the derived values in it, that may have no value
        behind the guards.
        """
        state = self.scope.state([(guard, True) for guard in guards])
        if state is None:
            return frozenset()
        walker = Walker(self.scope)
        walker.value(expr, state)
        own = (finding for finding in walker.findings.values() if not finding.via)
        return frozenset((finding.code, finding.node.span) for finding in own)

    def positive(self, expr: Expr, guards: Sequence[Expr] = ()) -> bool:
        """Whether a count is known to be above 0 behind the guards."""
        if isinstance(expr, Int):
            return expr.value > 0
        state = self.scope.state([(guard, True) for guard in guards])
        known = None if state is None else Walker(self.scope).value(expr, state)
        return isinstance(known, Interval) and known.lo > 0

    def always(self, node: Node) -> bool:
        """Whether a buffer, use or section exists for all values."""
        return (
            not node.guards and not getattr(node.written, "if_fits", False) and self._filled(node)
        )

    def _filled(self, node: Node) -> bool:
        """Whether a node whose condition holds is never empty."""
        if node.composed is not None and not node.stated:
            rows = node.rows if node.rowed else None
            parts = (child for child in node.children if child.kind != "gap")
            inhabited = any(child.when is None and self._filled(child) for child in parts)
            return inhabited and (rows is None or self.positive(rows, node.guards))
        sizes = [size for _, size in node.planes] + list(node.row or node.shape or ())
        if node.row is not None and node.rows is not None:
            sizes.append(node.rows)
        return all(self.positive(size, node.guards) for size in sizes)


def knowledge(layout: Elaborated) -> Knowledge:
    """What is known of a layout's expressions."""
    return Knowledge(Scope(domains_of(layout), layout.scope.definitions))
