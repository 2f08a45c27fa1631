"""Rules about reset classes and the routines that clear them (AG4xx)."""

from __future__ import annotations

from arenagen.diagnostics.catalog.examples import NONE, TOKENS, buffer, layout
from arenagen.diagnostics.rule import Rule

STEP = 'step = { doc = "holds one pass", stale_read = true }'
KEPT = 'kept = { doc = "lookup table", cleared = "create", keep = true }'


def _cleared(*blocks: str, routine: str = 'classes = ["step"]', classes: str = STEP) -> str:
    """A layout with one routine, `clear`."""
    text = f"{NONE}\n{classes}\n[reset.routines]\nclear = {{ {routine} }}"
    return layout(*blocks, classes=text)


RULES: tuple[Rule, ...] = (
    Rule(
        "AG400",
        "Missing reset",
        "error",
        "A buffer does not say what its stale contents mean. There is no default on purpose: a "
        "buffer that nobody thought of is how old contents come to be read.",
        layout(buffer(), buffer("y", reset=None)),
        "Name one of [reset.classes]. Where every byte is written before it is read, that is a "
        'class with `cleared = "never"`.',
    ),
    Rule(
        "AG401",
        "Unknown reset class",
        "error",
        "A buffer, a part or a routine names a reset class that [reset.classes] does not declare.",
        layout(buffer(), buffer("y", reset='"nonne"')),
        "Correct the spelling, or declare the class with what stale contents of it mean.",
    ),
    Rule(
        "AG402",
        "Routine that clears nothing",
        "error",
        "No buffer belongs to a routine: it names no class and no buffer, its classes have no "
        "buffers, or none of them has the part that its range is about. Whoever calls it would "
        "believe that something was cleared.",
        layout(classes=f"{NONE}\n\n[reset.routines]\nclear = {{ classes = [] }}"),
        "Correct its `classes`, `buffers` or `range`, or remove the routine.",
    ),
    Rule(
        "AG403",
        "Class that nothing clears",
        "error",
        "Stale contents of a class should be cleared by a routine, and no routine does it.",
        layout(buffer(), buffer("y", reset='"step"'), classes=f"{NONE}\n{STEP}"),
        'Add the class to a routine. If nothing has to clear it, say so: `cleared = "never"`, '
        'or `cleared = "create"` when it is set once, when the arena is made.',
    ),
    Rule(
        "AG404",
        "Routine clears another number of buffers",
        "error",
        "`count` says how many buffers a routine clears when all of them exist, so that a "
        "reviewer sees when that changes. It is another number now.",
        _cleared(buffer(), buffer("y", reset='"step"'), routine='classes = ["step"], count = 2'),
        "Check the buffers of its classes; then correct the class of a buffer, or the count.",
    ),
    Rule(
        "AG405",
        "Routine for host memory only",
        "error",
        "Everything that a routine selects lies in host memory. Routines run on the device and "
        "never touch host arenas, so this one would do nothing.",
        _cleared(
            buffer(arena='"main"'),
            buffer("y", arena='"staging"', reset='"step"'),
        ).replace("[params]", '[arenas.main]\n\n[arenas.staging]\nmemory = "host"\n\n[params]'),
        "Give the buffers a class that no routine clears, or move them to a device arena.",
    ),
    Rule(
        "AG406",
        "Section reset where sections do not divide the buffer",
        "error",
        "A section has a reset class of its own, but the sections around it are placed by `at`, or "
        "lie in a use. Then clearing the section could clear bytes of something else.",
        _cleared(
            buffer(),
            buffer(
                "y",
                token_major=False,
                row=None,
                sections='[{ name = "counts", shape = [4], at = 64, reset = "step" }]',
            ),
        ),
        "Remove `reset` from the section, or let sections that follow each other make up the buffer.",
    ),
    Rule(
        "AG407",
        "A use needs more than the buffer's class gives",
        "error",
        "The class of a buffer decides what is cleared. A use says that stale bytes of it can be "
        "read, while the class of its buffer says that they cannot; or that its contents are kept, "
        "while the class of its buffer does not keep them.",
        _cleared(
            buffer(reset='"step"'),
            buffer("y", row=None, uses='{ a = { row = [4], reset = "step" } }'),
        ),
        "Give the buffer the class that its most careful use needs, or correct the use.",
    ),
    Rule(
        "AG408",
        "Planar use that can be read stale",
        "error",
        "A use with planes in a token-major buffer does not have its rows in front: the first n "
        "rows of the buffer are not the first n rows of each plane. Clearing rows of the buffer "
        "cannot clear it, and its class, or that of the buffer, says that stale bytes can be read.",
        _cleared(
            buffer(),
            buffer(
                "y",
                row=None,
                reset='"step"',
                uses='{ a = { planes = { kv = 2 }, row = [4], reset = "step" } }',
            ),
        ),
        "Give the use a class whose bytes are written before they are read, or give it a buffer "
        "of its own with `token_major = false`.",
    ),
    Rule(
        "AG409",
        "Fill value that the dtype cannot hold",
        "error",
        "`fill` or `pad` is a value that an element of the buffer cannot hold, or the buffer has "
        "parts of several dtypes, so that one pattern does not mean the same in all.",
        _cleared(buffer(), buffer("y", dtype='"u8"', reset='"step"', fill="-1")),
        "Choose a value in the range of the dtype, or another dtype.",
    ),
    Rule(
        "AG410",
        "Routine clears what must be kept",
        "error",
        "A class with `keep = true` holds what is set once and must survive. A routine selects it.",
        layout(
            buffer(reset='"kept"'),
            classes=f'{KEPT}\n\n[reset.routines]\nclear = {{ classes = ["kept"] }}',
        ),
        "Take the class out of the routine, or remove `keep`.",
    ),
    Rule(
        "AG411",
        "Reset class that contradicts itself",
        "error",
        "A class says that stale bytes can be read and also that nothing ever clears them, or "
        "that its contents are kept and also that routines clear them.",
        layout(classes='none = { doc = "holds one pass", stale_read = true, cleared = "never" }'),
        "Correct `stale_read`, `cleared` or `keep`.",
    ),
    Rule(
        "AG412",
        "Routine without an axis",
        "error",
        "The range of a routine counts rows, and the layout has several axes. The routine does "
        "not say which of them its argument counts.",
        _cleared(
            buffer(reset='"step"'),
            buffer("y", token_major=False, axis='"requests"'),
            routine='classes = ["step"], range = "live", fixed = "whole"',
        ).replace(TOKENS, TOKENS + '\nrequests = { max = "n" }'),
        "Add `axis` to the routine.",
    ),
    Rule(
        "AG413",
        "What becomes of buffers without rows?",
        "error",
        "The range of a routine counts rows of an axis, and it selects a buffer that has no rows "
        "of this axis. The routine does not say whether that is cleared whole or left alone.",
        _cleared(
            buffer(),
            buffer("y", reset='"step"'),
            buffer("z", token_major=False, row=None, shape="[16]", reset='"step"'),
            routine='classes = ["step"], range = "live"',
        ),
        'Add `fixed = "whole"` or `fixed = "skip"` to the routine.',
    ),
    Rule(
        "AG418",
        "Buffer that nothing clears",
        "warning",
        "Routines clear other buffers of its class, and leave this one alone: it has no rows of their "
        "axis, or keeps its padding. Its stale contents stay.",
        layout(
            buffer(reset='"step"'),
            buffer("y", token_major=False, row=None, shape="[4]", reset='"step"'),
            tables='[reset.routines]\nzero = { classes = ["step"], range = "live", fixed = "skip" }\n',
            classes='step = { doc = "one pass", stale_read = true }',
        ),
        'Add a routine that clears it, say `fixed = "whole"`, or give it another class.',
    ),
    Rule(
        "AG414",
        "Buffer selected twice",
        "warning",
        "A routine names a buffer that it selects by its class already.",
        _cleared(
            buffer(),
            buffer("y", reset='"step"'),
            routine='classes = ["step"], buffers = ["y"]',
        ),
        "Remove the buffer from `buffers`.",
    ),
    Rule(
        "AG415",
        "Routine clears what needs no clearing",
        "error",
        'A routine selects a class that says `cleared = "never"`. One of the two is wrong.',
        layout(classes=f'{NONE}\n\n[reset.routines]\nclear = {{ classes = ["none"] }}'),
        "Take the class out of the routine, or change what the class says about clearing.",
    ),
    Rule(
        "AG416",
        "Key that means nothing for this range",
        "error",
        "`axis` and `fixed` are for ranges that count rows. The range of this routine does not.",
        _cleared(
            buffer(),
            buffer("y", reset='"step"'),
            routine='classes = ["step"], axis = "tokens"',
        ),
        "Remove the key, or choose the range `live`, `padding` or `rows`.",
    ),
    Rule(
        "AG417",
        "Rows that do not lie by themselves",
        "error",
        "A routine clears single rows, and a buffer that it selects has tiles: elements of "
        "several rows are mixed within a tile. Or it clears single rows or padding rows, and the "
        "uses of a buffer have rows of different sizes: the bytes of one are those of other rows "
        "of the next.",
        _cleared(
            buffer(),
            buffer(
                "y",
                token_major=False,
                axis='"tokens"',
                rows="128",
                tile="[128, 4]",
                reset='"step"',
            ),
            routine='classes = ["step"], range = "rows"',
        ),
        "Clear live rows, which grow to whole tiles and cover the first rows of every use, or take "
        "the buffer out of the routine.",
    ),
    Rule(
        "AG419",
        "Routine clears what is needed",
        "error",
        "A routine is run in one phase and clears something whose contents must survive that phase, "
        "or that is needed in another phase which may run at the same time.",
        layout(
            buffer(reset='"step"', phase='["prefill"]', live_in='["decode"]'),
            tables='[phases]\nnames = ["prefill", "decode"]\n\n'
            '[reset.routines]\nclear = { classes = ["step"], phase = "decode" }\n',
            classes='step = { doc = "one pass", stale_read = true }',
        ),
        "Run the routine in another phase, take the buffer out of it, or correct `live_in`, `phase` or "
        "`concurrent`.",
    ),
)
