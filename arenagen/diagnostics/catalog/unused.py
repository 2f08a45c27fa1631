"""Findings about what is declared and not used (AG24x)."""

from __future__ import annotations

from arenagen.diagnostics.catalog.examples import NONE, TOKENS, N, buffer, layout
from arenagen.diagnostics.rule import Rule

RULES: tuple[Rule, ...] = (
    Rule(
        "AG240",
        "Unused parameter",
        "warning",
        "Nothing depends on a parameter. Callers would have to give it for nothing, and a size "
        "that should depend on it may have been forgotten.",
        layout(params=N + '\nm = { max = 8, doc = "heads" }'),
        "Use it, or remove it.",
    ),
    Rule(
        "AG241",
        "Unused derived value",
        "warning",
        "Nothing uses a value of [let].",
        layout(tables='[let]\ntwice = "2 * n"\n'),
        "Use it, or remove it.",
    ),
    Rule(
        "AG242",
        "Unused flag",
        "warning",
        "No condition uses a flag, so setting its variable has no effect.",
        layout(tables='[flags]\nfast = { env = "FAST", on = ["1"], doc = "fast path" }\n'),
        "Use it, or remove it.",
    ),
    Rule(
        "AG243",
        "Unused constant",
        "warning",
        "Nothing in the layout uses a constant.",
        layout(tables='[consts]\nwarp = { value = 32, doc = "threads of a warp" }\n'),
        "Use it, or remove it.",
    ),
    Rule(
        "AG244",
        "Unused axis",
        "warning",
        "No rows count an axis.",
        layout(axes=TOKENS + '\nrequests = { max = "n" }'),
        "Use it, or remove it.",
    ),
    Rule(
        "AG245",
        "Unused block type",
        "warning",
        "Nothing has a dtype that [dtypes] declares.",
        layout(tables="[dtypes.q8_1]\nblock = 32\nbytes = 36\n"),
        "Use it, or remove it.",
    ),
    Rule(
        "AG246",
        "Empty arena",
        "warning",
        "No buffer lies in an arena.",
        layout(
            buffer(arena='"main"'),
            tables='[arenas.main]\n\n[arenas.staging]\nmemory = "pinned"\n',
        ),
        "Put a buffer into it, or remove it.",
    ),
    Rule(
        "AG247",
        "Unused phase",
        "warning",
        "[phases] names a phase in which nothing is used.",
        layout(tables='[phases]\nnames = ["decode"]\nconcurrent = []\n'),
        "Use it, or remove it.",
    ),
    Rule(
        "AG248",
        "Unused reset class",
        "warning",
        "No buffer has a reset class.",
        layout(classes=NONE + '\nsealed = { doc = "a second one", cleared = "never" }'),
        "Use it, or remove it.",
    ),
    Rule(
        "AG249",
        "Unused waiver",
        "warning",
        "A waiver accepts a finding that is not made: it was mended, or the waiver stands in the "
        "wrong place. It would hide the finding if that came back.",
        layout(buffer(waive='{ AG705 = "the widest pass is the smallest" }')),
        "Remove it, or move it to what the finding is about.",
        firm="waivers that do nothing are to go",
    ),
)
