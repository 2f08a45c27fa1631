"""All checks of a resolved layout together."""

from __future__ import annotations

from arenagen.resolve.model import ResolvedLayout
from arenagen.verify.finding import Finding
from arenagen.verify.places import check_places
from arenagen.verify.sizes import check_sizes
from arenagen.verify.statements import check_statements
from arenagen.verify.values import names_of


def verify_layout(resolved: ResolvedLayout) -> tuple[Finding, ...]:
    """Everything in a resolved layout that is not as its words say; empty when it is sound."""
    layout = resolved.elaborated
    names = names_of(layout, resolved.values)
    return (
        *check_sizes(layout, resolved, names),
        *check_places(layout, resolved),
        *check_statements(layout, resolved, names),
    )
