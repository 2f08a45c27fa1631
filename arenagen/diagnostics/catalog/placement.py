"""Rules about where parts lie, how large they may be and when they exist (from AG350 on)."""

from __future__ import annotations

from arenagen.diagnostics.catalog.examples import N, buffer, layout
from arenagen.diagnostics.rule import Rule


def _parts(**keys: str) -> str:
    """A sound layout with a buffer `y` made of parts besides."""
    return layout(buffer(), buffer("y", token_major=False, row=None, **keys))


RULES: tuple[Rule, ...] = (
    Rule(
        "AG350",
        "Sections overlap",
        "error",
        "Two sections, at least one of them placed by `at`, share bytes. Writing one would "
        "change the other.",
        _parts(sections='[{ name = "a", shape = ["n"] }, { name = "b", shape = [4], at = 128 }]'),
        "Leave `at` out: sections follow each other by themselves. Or correct it.",
    ),
    Rule(
        "AG351",
        "Misaligned place",
        "error",
        "`at` puts a part where its elements, or the alignment that it asks for, cannot be.",
        _parts(sections='[{ name = "a", shape = [4], at = 2 }]'),
        "Choose a multiple of the alignment, or leave `at` out.",
    ),
    Rule(
        "AG352",
        "Part outside its buffer",
        "error",
        "A use or section begins before the start of its buffer, or ends behind the size that "
        "the buffer states for itself.",
        _parts(shape="[64]", uses='{ a = { shape = ["n + 64"] } }'),
        "Enlarge the buffer, or write `if_fits = true` at the use: it is then absent where it "
        "does not fit.",
    ),
    Rule(
        "AG353",
        "if_fits without a stated size",
        "error",
        "`if_fits` makes a use absent when its buffer is too small. This buffer has no size of "
        "its own: it grows with its uses, so they always fit.",
        _parts(uses='{ a = { shape = ["n"], if_fits = true } }'),
        "Give the buffer a `row` or `shape`, or remove `if_fits`.",
    ),
    Rule(
        "AG354",
        "Carve without sections",
        "error",
        "`carve` lets callers lay out the sections for the pass at hand. There are no sections.",
        layout(buffer(carve='["n"]')),
        "Remove `carve`.",
    ),
    Rule(
        "AG360",
        "Negative size",
        "error",
        "A dimension, a number of rows or a number of bytes is below zero for some parameters.",
        layout(buffer(row='["2 * n - 3"]')),
        "Let it end at zero, for example `max(2 * n - 3, 0)`, or add a condition: "
        '`when = "n > 1"`.',
    ),
    Rule(
        "AG361",
        "Size above 2^63",
        "error",
        "An expression gives a number that does not fit signed 64 bits, whatever the parameters. "
        "Where that is so for large parameters only, those values are refused (AG506).",
        layout(
            buffer(row='["n * n"]'),
            params=N.replace("min = 1", "min = 4000000000").replace("64", "8000000000"),
        ),
        "Lower the domain of the parameters to what can really occur, or correct the expression.",
    ),
    Rule(
        "AG362",
        "No bytes although it exists",
        "warning",
        "For some parameters something comes out at 0 bytes although its condition holds. At "
        "run time it is then absent, and whoever relies on the condition finds a null pointer.",
        layout(
            buffer(row='["width"]'),
            params=N + '\nwidth = { max = 64, doc = "elements of a row" }',
        ),
        'Say so in the condition, for example `when = "width > 0"`, or raise `min` of the '
        "parameter.",
    ),
    Rule(
        "AG363",
        "Placeholder that is never used",
        "error",
        "A placeholder takes the place of a buffer that is absent. This buffer has no condition "
        "and is never absent.",
        layout(buffer(placeholder="256")),
        "Remove `placeholder`, or add the condition under which the buffer exists.",
    ),
    Rule(
        "AG364",
        "Needed but absent",
        "error",
        "`required_when` says when a user of the buffer is active. For some parameters that is "
        "so while the buffer does not exist.",
        layout(buffer(when='"n > 8"', required_when='"n > 4"')),
        "Widen `when`, or narrow `required_when`.",
    ),
    Rule(
        "AG365",
        "Condition that never holds",
        "warning",
        "For no parameters does something exist.",
        layout(buffer(), buffer("y", when='"n > 64"')),
        "Correct the condition, or remove what it is about.",
    ),
    Rule(
        "AG370",
        "Arena aligned less than its buffers",
        "error",
        "A buffer asks for a stricter alignment than the start of its arena has, so that its "
        "offset alone cannot align it.",
        layout(buffer(align="512"), tables="[arenas.main]\nbase_align = 256\n"),
        "Raise `base_align` of the arena, or leave it out: it is then as large as needed.",
    ),
    Rule(
        "AG371",
        "Mirror of host memory",
        "error",
        "A mirror is a twin in host memory of a buffer on the device. This buffer lies in host "
        "memory itself.",
        layout(buffer(mirror='"pinned"'), tables='[arenas.main]\nmemory = "host"\n'),
        "Remove `mirror`, or move the buffer to a device arena.",
    ),
    Rule(
        "AG372",
        "Uses of one time in the same bytes",
        "error",
        "Two uses of a buffer share bytes, and both are needed in the same phase or in phases "
        "that can run together.",
        layout(
            buffer(
                row=None,
                uses='{ a = { row = [4], phase = ["decode"] }, b = { row = [4], '
                'phase = ["decode"] } }',
            ),
            tables='[phases]\nnames = ["decode"]\n',
        ),
        "Make them sections, give one a place of its own with `at`, or correct `phase`.",
    ),
    Rule(
        "AG373",
        "Kept bytes that another use touches",
        "error",
        "A class with `keep = true` holds what is set once and must survive. Two uses share bytes, and "
        "what one of them holds is kept: the other would write over it.",
        layout(
            buffer(reset='"once"', row=None, uses="{ a = { row = [4] }, b = { row = [2] } }"),
            classes='once = { doc = "set once", cleared = "create", keep = true }',
        ),
        "Give what is kept a buffer of its own or, in a buffer without rows, a place of its own with `at`.",
    ),
    Rule(
        "AG374",
        "Turns of different dtypes without a reset",
        "error",
        "Two uses of different dtypes take turns in the same bytes, stale bytes of one can be read, and no "
        "routine clears them at the time: the leftovers of one would be read as elements of the other.",
        layout(
            buffer(
                reset='"made"',
                row=None,
                uses='{ a = { row = [4] }, b = { dtype = "i32", row = [4] } }',
            ),
            classes='made = { doc = "zero at first", stale_read = true, cleared = "create" }',
        ),
        "Let a routine clear the buffer, one without a `phase` or in a phase of the use, or give the use a "
        "`reset` that says that its bytes are written before they are read.",
    ),
)
