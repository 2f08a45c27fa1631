"""Which requirements speak of parameters alone. May import expressions, model and elaborate."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arenagen.expressions import Expr, free_names

if TYPE_CHECKING:
    from arenagen.elaborate import Elaborated
    from arenagen.model import Require


def only_params(layout: Elaborated, item: Require) -> bool:
    """Whether a requirement can be checked when parameters are made: it asks for no flag and no
    size.
    """
    flags = {flag.name for flag in layout.layout.flags}
    pending: list[Expr] = [item.that, *([item.when] if item.when is not None else [])]
    seen: set[str] = set()
    while pending:
        for name in free_names(pending.pop()):
            if name in flags or "." in name:
                return False
            if name in layout.scope.definitions and name not in seen:
                seen.add(name)
                pending.append(layout.scope.definitions[name])
    return True
