"""Rules about reading a layout: TOML, keys, types and the values a key takes (AG0xx)."""

from __future__ import annotations

from arenagen.diagnostics.catalog.examples import HEAD, N, buffer, layout
from arenagen.diagnostics.rule import Rule

RULES: tuple[Rule, ...] = (
    Rule(
        "AG001",
        "TOML syntax error",
        "error",
        "The file is not valid TOML 1.0, so nothing in it could be read. Later faults show only "
        "after this one is repaired.",
        layout(buffer(row="[4")),
        "Repair the text at the place shown. Newer TOML (1.1) allows line breaks in inline tables "
        "and a comma after their last key; TOML 1.0 does not.",
    ),
    Rule(
        "AG002",
        "The file is not UTF-8",
        "error",
        "TOML files are UTF-8 text. This one has bytes that are none.",
        "a layout saved as UTF-16, or with a Latin-1 letter in a comment",
        "Save the file as UTF-8.",
        kind="project",
    ),
    Rule(
        "AG010",
        "Unknown key",
        "error",
        "A table has a key that the language does not know. Unknown keys are never ignored: a "
        "misspelt one would silently lose its meaning.",
        layout(buffer(min_byte="256")),
        "Use the suggested key, or remove it. `docs/language-reference.md` lists the keys of every table.",
    ),
    Rule(
        "AG011",
        "Wrong type",
        "error",
        "A key has a value of another type than it takes. A boolean is never taken for a number, "
        "nor a string for a list.",
        layout(buffer(row="4")),
        "Write the value as the message says: for example `row = [4]`, with brackets, because a "
        "row has dimensions.",
    ),
    Rule(
        "AG012",
        "Missing key",
        "error",
        "A table lacks a key that it must have.",
        layout(head=HEAD.replace('doc = "An example."\n', "")),
        "Add the key to the table shown.",
    ),
    Rule(
        "AG013",
        "Value not allowed",
        "error",
        "A value has the right type but is none of those the key takes: a number that is too "
        "small or too large, or a word that is not on the list.",
        layout(buffer(align="48")),
        "Choose one of the values that the message names. Alignments are powers of two.",
    ),
    Rule(
        "AG014",
        "Unsupported version of the language",
        "error",
        "The key `arenagen` at the top says in which version of the language a layout is "
        "written. This program does not know the version given.",
        layout(head=HEAD.replace("arenagen = 1", "arenagen = 2")),
        "Write `arenagen = 1`, or use a newer arenagen that knows the version.",
    ),
    Rule(
        "AG020",
        "Not a name",
        "error",
        "Names become identifiers in generated code, so they are a letter followed by up to 39 letters, "
        "digits and underscores.",
        layout(buffer(), buffer('"x-scale"')),
        "Rename it, for example `x_scale` for `x-scale`.",
    ),
    Rule(
        "AG030",
        "A parameter without a domain",
        "error",
        "Every whole-number parameter says which values it can take. Checks over all values, "
        "such as that no size overflows, need an upper end.",
        layout(params='n = { min = 1, doc = "rows" }'),
        "Give `max`, or list the `values`.",
    ),
    Rule(
        "AG031",
        "A parameter that no value fits",
        "error",
        "The domain of a parameter is empty: `min` is above `max`, no multiple lies between "
        "them, or `values` is an empty list.",
        layout(params='n = { min = 65, max = 64, doc = "rows" }'),
        "Correct `min`, `max`, `multiple_of` or `values`.",
    ),
    Rule(
        "AG032",
        "Default outside the domain",
        "error",
        "The default of a parameter is a value that the parameter does not take.",
        layout(params='n = { min = 1, max = 64, default = 128, doc = "rows" }'),
        "Change the default, or widen the domain.",
    ),
    Rule(
        "AG033",
        "A key that does not fit the type of the parameter",
        "error",
        "`min`, `max` and `multiple_of` belong to whole numbers, `values` to whole numbers and "
        "dtypes. A parameter with `values` takes no `min` or `max` besides.",
        layout(
            buffer(when='"gated"'),
            params=N + '\ngated = { type = "bool", max = 1, doc = "has a gate" }',
        ),
        "Remove the key, or change the type of the parameter.",
    ),
    Rule(
        "AG034",
        "A flag that nothing turns on",
        "error",
        "`on` lists the texts of the environment variable that turn a flag on. With an empty "
        "list it is always off.",
        layout(
            buffer(when='"packed"'),
            tables='[flags]\npacked = { env = "PACKED", on = [], doc = "keep weights packed" }\n',
        ),
        'List the texts, for example `on = ["1", "true"]`.',
    ),
)
