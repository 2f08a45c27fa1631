"""Rules about values given at run time: parameters, environment, requirements (AG5xx)."""

from __future__ import annotations

from arenagen.diagnostics.rule import Rule

RULES: tuple[Rule, ...] = (
    Rule(
        "AG500",
        "Unknown parameter",
        "error",
        "A value is given for a parameter that the layout does not have.",
        "arenagen size layouts/example.toml --set m=4",
        "Correct the spelling. `arenagen show` lists the parameters of a layout.",
        kind="values",
    ),
    Rule(
        "AG501",
        "Missing parameter",
        "error",
        "A parameter without a default has no value.",
        "arenagen size layouts/example.toml",
        "Give it, for example with `--set n=32`, in a values file or by a preset.",
        kind="values",
    ),
    Rule(
        "AG502",
        "Value outside the domain",
        "error",
        "A parameter has a value that is too small, too large, not a multiple, or not on the "
        "list of its values.",
        "arenagen size layouts/example.toml --set n=65     # max = 64",
        "Give a value inside the domain, or widen the domain in [params].",
        kind="values",
    ),
    Rule(
        "AG503",
        "Requirement not met",
        "error",
        "The values given break a condition of [require].",
        'gqa = { that = "heads % kv_heads == 0", doc = "heads share key heads evenly" }\n\n'
        "arenagen size layouts/example.toml --set heads=12 --set kv_heads=5",
        "Change the values that the message shows.",
        kind="values",
    ),
    Rule(
        "AG504",
        "Budget exceeded",
        "error",
        "A buffer or an arena needs more bytes than its `budget` allows for these values. As "
        "much as the budget is legal.",
        "tokens at 256 bytes a row and budget = 4096\n\n"
        "arenagen size layouts/example.toml --set n=32",
        "Use smaller values, or a larger budget.",
        kind="values",
    ),
    Rule(
        "AG505",
        "Unusable environment value",
        "error",
        "`env` or `flags` of a value set holds something that is not the text of an environment "
        "variable or not true or false, or names none that the layout reads.",
        '{"params": {"n": 4}, "env": {"FAST": [1]}}',
        'Use texts or whole numbers for `env`, for example `"1"`, and true or false for `flags`.',
        kind="values",
    ),
    Rule(
        "AG506",
        "Size above 2^63 for these values",
        "error",
        "For these values a number of elements or bytes, or a number on the way to it, does not "
        "fit signed 64 bits.",
        "arenagen size layouts/example.toml --set n=9000000000000000000",
        "Use smaller values, and lower the `max` of the parameter.",
        kind="values",
    ),
    Rule(
        "AG507",
        "Value of the wrong type",
        "error",
        "A parameter has a value of another type than it takes: a whole number, true or false, "
        "or the name of a dtype.",
        '{"params": {"n": true}}',
        "Give a value of the type that the message names.",
        kind="values",
    ),
    Rule(
        "AG508",
        "Unreadable values",
        "error",
        "A file of values, or one line of it, is not what is expected: TOML, JSON, or JSONL with "
        "one object a line.",
        '{"params": {"n": 4}',
        'A line is `{"params": {...}, "env": {...} or "flags": {...}, "label": "..."}`; the last '
        "two are optional.",
        kind="values",
    ),
    Rule(
        "AG510",
        "Negative size for these values",
        "error",
        "For these values a dimension, a number of rows or a number of bytes is below zero.",
        'row = ["width - 64"]\n\narenagen size layouts/example.toml --set width=32',
        "Use other values, or let the size end at zero: `max(width - 64, 0)`.",
        kind="values",
    ),
)
