"""Rules about laws: what must hold for all values of the domain (AG7xx)."""

from __future__ import annotations

from arenagen.diagnostics.catalog.examples import buffer, layout
from arenagen.diagnostics.rule import OPEN, Rule

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
    Rule(
        "AG701",
        "Law refuted",
        "error",
        "Something that must hold for all values of the domain does not hold for the values shown: a "
        "condition of [laws], or one that every layout has to keep. The values were tried on the "
        "layout itself, and each is as small as it can be while the others stay.",
        layout(
            tables='[laws]\nno_three = { that = "n != 3", doc = "the kernel has no code for three rows" }'
        ),
        "Correct the law or the extents that it is about. If the values cannot occur, narrow the domain, "
        "add a requirement, or `[assume]` what rules them out and give the reason.",
    ),
    Rule(
        "AG702",
        "Law not proved",
        "warning",
        "A law could not be proved, and no values were found that break it. It is then checked on "
        "given values only. The same is said of assumptions if no values were found that meet all of them.",
        layout(
            params='n = { min = 1, max = 64, doc = "rows" }\n'
            + "\n".join(
                f'{name} = {{ min = 1, max = 1000003, doc = "a width" }}' for name in "abc"
            ),
            tables='[laws]\nno_power = { that = "a * a * a + b * b * b != c * c * c", doc = "Fermat" }',
        ),
        "State the law more simply, narrow a domain, or `[assume]` a fact that it follows from. With "
        "the extra `prove` a solver is asked too.",
        firm=OPEN,
    ),
    Rule(
        "AG703",
        "Assumptions contradict",
        "error",
        "No values of the domain meet all of [assume] together with [require], so that every law would "
        "follow from them.",
        layout(
            tables='[assume]\nfew = { that = "n < 8", reason = "small machines" }\n'
            'many = { that = "n > 8", reason = "large machines" }'
        ),
        "Take one of them back.",
    ),
    Rule(
        "AG704",
        "Assumption without use",
        "warning",
        "Every law that can be proved can be proved without it. An assumption that nothing needs only "
        "hides what the layout relies on.",
        layout(tables='[assume]\nfew = { that = "n < 60", reason = "small machines" }'),
        "Leave it out.",
    ),
    Rule(
        "AG705",
        "Size shrinks",
        "warning",
        "A buffer gets smaller when a parameter behind an axis grows. What fits a pass of some width then does not "
        "fit a narrower one, and code that keeps an arena for the widest pass is too small for others.",
        layout(buffer("x", token_major=False, row=None, shape='["128 // n"]'), buffer("y")),
        "Let the size grow with the rows, or take the largest of what is needed.",
    ),
    Rule(
        "AG706",
        "Law about nothing",
        "warning",
        "The `when` of a law, or the ranges of its variables, leave no values: it says nothing.",
        layout(
            tables='[laws]\nempty = { that = "n > 64", when = "n > 64", doc = "never looked at" }'
        ),
        "Correct the condition or the ranges.",
    ),
)
