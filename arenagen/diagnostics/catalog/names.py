"""Rules about names: declared twice, nowhere, or not fit for generated code (AG2xx).

Unknown names inside expressions are with the rules about expressions.
"""

from __future__ import annotations

from arenagen.diagnostics.catalog.examples import buffer, layout
from arenagen.diagnostics.rule import Rule


def _scratch(sections: str) -> str:
    """A buffer that is made of sections."""
    return buffer("scratch", token_major=False, axis='"tokens"', row=None, sections=sections)


RULES: tuple[Rule, ...] = (
    Rule(
        "AG202",
        "Derived values that use each other",
        "error",
        "Values in [let] are worked out one after another. Here they need each other in a "
        "circle, so none of them has a value.",
        layout(
            buffer(row='["a"]'),
            tables='[let]\na = "b + 1"\nb = "a - 1"\n',
        ),
        "Break the circle: write one of the values without the others.",
    ),
    Rule(
        "AG203",
        "Name declared twice",
        "error",
        "Parameters, flags, constants, derived values, axes, buffers and views share one set of "
        "names, because expressions and generated code use them side by side.",
        layout(buffer(), buffer("n")),
        "Rename one of the two places shown.",
    ),
    Rule(
        "AG204",
        "Reserved name",
        "error",
        "Some words have a meaning of their own in expressions: operators and functions such as "
        "`and`, `if`, `min` and `rung`, and behind a dot the properties of a part: `at`, "
        "`offset`, `bytes`, `end`, `rows`, `row_bytes`, `exists`. Nothing can be named so.",
        layout(buffer(), _scratch('[{ name = "bytes", row = [4] }]')),
        "Choose another name.",
    ),
    Rule(
        "AG205",
        "Two names become the same identifier",
        "error",
        "In generated code the name of a part is its path joined by underscores, and some "
        "languages change the case. Two different things would be called the same there.",
        layout(
            buffer(),
            buffer("scratch_gate"),
            _scratch('[{ name = "gate", row = [4] }]'),
        ),
        "Rename one of the two places shown.",
    ),
    Rule(
        "AG206",
        "Keyword of a target language",
        "error",
        "A name is a keyword in a language that code is generated for, or one that the generated "
        "code needs itself, and the target has no other way to write it. The Python target has: "
        "it writes `lambda_` for `lambda`.",
        "a buffer called `match`, for a target that cannot escape it",
        "Choose another name.",
        kind="project",
    ),
    Rule(
        "AG210",
        "Unknown axis",
        "error",
        "The rows of a buffer or a routine refer to an axis that [axes] does not declare. Rows "
        "of a token-major buffer count `tokens`.",
        layout(buffer(), buffer("y", token_major=False, axis='"token"')),
        "Correct the spelling, or declare the axis in [axes].",
    ),
    Rule(
        "AG211",
        "Unknown dtype",
        "error",
        "A dtype is neither built in, nor declared in [dtypes], nor a parameter of type dtype.",
        layout(buffer(dtype='"float32"')),
        "Use one of: f64 f32 f16 bf16 f8e4m3 f8e5m2 f8e8m0 f4e2m1, i64 i32 i16 i8 i4 i2, "
        "u64 u32 u16 u8 u4 u2, bool; or declare a block type in [dtypes].",
    ),
    Rule(
        "AG212",
        "A part that contains itself",
        "error",
        "`uses` or `sections` shares the parts of something that shares these parts in turn.",
        layout(
            buffer(),
            buffer("a", row=None, uses='"b"'),
            buffer("b", row=None, uses='"a"'),
        ),
        "Write the parts out in one of the places.",
    ),
    Rule(
        "AG213",
        "Unknown buffer, use or section",
        "error",
        "A path leads to no buffer, use or section, or to one that has no parts to share.",
        layout(buffer(), buffer("y", row=None, uses='"z"')),
        "Correct the path. Parts are reached by dots, without the words uses and sections: "
        "`scratch.decode`.",
    ),
    Rule(
        "AG214",
        "Unknown buffer",
        "error",
        "A group or a routine names a buffer that the layout does not have.",
        layout(tables='[groups]\nbackbone = { first = "xx" }\n'),
        "Correct the spelling of the buffer.",
    ),
    Rule(
        "AG215",
        "Unknown phase",
        "error",
        "A phase is used that `names` in [phases] does not list.",
        layout(
            buffer(phase='["decoding"]'), tables='[phases]\nnames = ["decode"]\nconcurrent = []\n'
        ),
        "Correct the spelling, or add the phase to `names` in [phases].",
    ),
    Rule(
        "AG216",
        "Unknown arena",
        "error",
        "A buffer lies in an arena that [arenas] does not declare. Without [arenas] there is "
        "one, called `main`.",
        layout(buffer(arena='"mian"')),
        "Correct the spelling, or declare the arena in [arenas].",
    ),
    Rule(
        "AG217",
        "Which arena?",
        "error",
        "The layout has several arenas, and a buffer does not say in which one it lies.",
        layout(
            buffer(arena='"main"'),
            buffer("y"),
            tables='[arenas.main]\n\n[arenas.staging]\nmemory = "pinned"\n',
        ),
        "Add `arena` to the buffer.",
    ),
    Rule(
        "AG218",
        "Unknown parameter in `carve`",
        "error",
        "`carve` lists the whole-number parameters whose value callers give for the pass at "
        "hand. This is none of them.",
        layout(
            buffer(),
            buffer(
                "scratch",
                token_major=False,
                axis='"tokens"',
                row=None,
                carve='["m"]',
                sections='[{ name = "gate", row = [4] }]',
            ),
        ),
        "Name a parameter of type int.",
    ),
    Rule(
        "AG219",
        "Unknown plane or axis in a view",
        "error",
        "`at` of a view names the planes of what it looks into and, last, its axis. This name "
        "is neither.",
        layout(
            buffer(),
            '[views.line]\nof = "x"\nat = ["layer"]\n',
        ),
        "Use the names under `planes` of the buffer, or its axis.",
    ),
    Rule(
        "AG220",
        "Live count where there is none",
        "error",
        "The name of an axis stands for the number of rows that are in use at run time. Sizes "
        "and conditions are fixed when the arena is made and cannot depend on it; only "
        "`live_rows` can.",
        layout(buffer(row='["tokens"]')),
        "Use the maximum of the axis, usually a parameter.",
    ),
    Rule(
        "AG221",
        "Property of a part where it is not known",
        "error",
        "Properties such as `.bytes` and `.end` can be used in [require], [laws] and `at`. The "
        "extent of a buffer cannot depend on the size of another one.",
        layout(buffer(), buffer("y", row='["x.bytes // 4"]')),
        "Put what both have in common into [let] and use that in both places.",
    ),
    Rule(
        "AG222",
        "Groups out of order",
        "error",
        "Groups are runs of buffers, each from its first buffer to the first one of the next "
        "group. Their order must be that of the buffers, and no two can start at the same.",
        layout(
            buffer(),
            buffer("y"),
            tables='[groups]\nlate = { first = "y" }\nearly = { first = "x" }\n',
        ),
        "Put the groups into the order of their first buffers.",
    ),
    Rule(
        "AG223",
        "One variable, two flags",
        "error",
        "Two flags read the same environment variable, so one setting could be understood in "
        "two ways.",
        layout(
            buffer(when='"a or b"'),
            tables="[flags]\n"
            'a = { env = "FAST", on = ["1"], doc = "fast path" }\n'
            'b = { env = "FAST", on = ["yes"], doc = "fast path" }\n',
        ),
        "Keep one flag and use it in both places.",
    ),
    Rule(
        "AG224",
        "Waiver of an unknown diagnostic",
        "error",
        "A waiver names a code that no diagnostic has.",
        layout(buffer(waive='{ AG7055 = "accepted" }')),
        "Correct the code. [diagnostics.md](diagnostics.md) lists them.",
    ),
    Rule(
        "AG225",
        "Waiver without a reason",
        "error",
        "A waiver says nothing about why the finding is accepted. The reason is what a reviewer "
        "reads instead of the finding.",
        layout(buffer(waive='{ AG705 = "" }')),
        "Give the reason.",
    ),
    Rule(
        "AG226",
        "Diagnostic that cannot be waived",
        "error",
        "A waiver is about an error, about a generated file, or about a finding that leaves open "
        "whether the layout is sound. No reason makes wrong bytes right.",
        layout(buffer(waive='{ AG701 = "never happens" }')),
        "Mend what the diagnostic is about. Facts that rule something out belong into [require] or, "
        "with their reason, into [assume].",
    ),
    Rule(
        "AG231",
        "Parts nest too deeply",
        "error",
        "Uses and sections may lie in each other, but not more than sixteen levels deep.",
        layout(
            buffer(),
            buffer("y", row=None) + "\n[buffers.y" + ".uses.a" * 16 + "]\nrow = [4]\n",
        ),
        "Flatten the parts.",
    ),
)
