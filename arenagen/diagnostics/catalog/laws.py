"""Rules about laws: what must hold for all values of the domain (AG7xx)."""

from __future__ import annotations

from arenagen.diagnostics.rule import Rule

RULES: tuple[Rule, ...] = (
    Rule(
        "AG700",
        "Law broken",
        "error",
        "A condition of [laws] does not hold. Unlike a requirement, which callers must meet, a law "
        "is a promise that the layout itself keeps.",
        'padded_fits = { that = "rung(n, rungs) <= rows", doc = "graphs replay padded rows" }\n\n'
        "arenagen size layouts/example.toml --set n=5 --set rows=6",
        "Correct the law, or the extents that it is about.",
        kind="values",
    ),
)
