"""Reset classes, and what uses and sections say about theirs."""

from __future__ import annotations

import pytest

from rules.builders import NONE, STEP, Told, buffer, free, layout, others, routines

CLEARED = routines('r = { classes = ["step"] }')


def with_class(text: str, *blocks: str) -> str:
    """A layout with one reset class more."""
    return layout(buffer(), *blocks, classes=f"{NONE}\n{text}")


CASES = [
    pytest.param(
        with_class('c = { doc = "d", stale_read = true, cleared = "never" }', free(reset='"c"')),
        [Told("AG411", '"never"', "stale bytes of `c` can be read, and nothing clears them")],
        id="stale_never",
    ),
    pytest.param(
        with_class('c = { doc = "d", keep = true }', free(reset='"c"')),
        [
            Told(
                "AG411",
                "true",
                "contents of `c` are kept, and routines clear them",
                'say `cleared = "create"` or `cleared = "never"`',
            )
        ],
        id="keep_routine",
    ),
    pytest.param(
        with_class('c = { doc = "d" }', free(reset='"c"')),
        [
            Told(
                "AG403",
                "c",
                "no routine clears `c`",
                'add it to a routine, or say `cleared = "create"` or `cleared = "never"`',
            )
        ],
        id="nothing_clears",
    ),
    pytest.param(
        layout(buffer(), free(reset='"step"'), classes=routines('r = { buffers = ["y"] }')),
        [],
        id="cleared_by_name",
    ),
    pytest.param(
        layout(
            buffer(reset='"step"'),
            free(reset='"step"'),
            buffer("w"),
            classes=routines('r = { classes = ["step"], range = "live", fixed = "skip" }'),
        ),
        [
            Told(
                "AG418",
                '"step"',
                "no routine clears `y`, although they clear others of class `step`",
            )
        ],
        id="left_alone_by_every_routine",
    ),
    pytest.param(
        layout(
            buffer(reset='"step"'),
            buffer("y", row=None, uses='{ a = { row = [4], reset = "step" } }'),
            classes=CLEARED,
        ),
        [
            Told(
                "AG407",
                '"step"',
                "stale bytes of `y.a` can be read (step), and the class of `y`, none, says they cannot",
            )
        ],
        id="claim",
    ),
    pytest.param(
        layout(
            buffer(),
            buffer(
                "y",
                row=None,
                reset='"step"',
                uses='{ a = { planes = { k = 2 }, row = [4], reset = "step" } }',
            ),
            classes=CLEARED,
        ),
        [Told("AG408", '"step"', "`y.a` has planes: clearing rows of `y` does not clear its rows")],
        id="planar_claim",
    ),
    pytest.param(
        layout(
            buffer(),
            buffer("y", row=None, reset='"step"', uses="{ a = { planes = { k = 2 }, row = [4] } }"),
            classes=CLEARED,
        ),
        [
            Told(
                "AG408",
                "{ k = 2 }",
                "`y.a` has planes: clearing rows of `y` does not clear its rows",
                "state a `reset` whose bytes are written before they are read",
            )
        ],
        id="planar_inherits",
    ),
    pytest.param(
        layout(
            buffer(),
            buffer(
                "y",
                row=None,
                reset='"step"',
                uses='{ a = { planes = { k = 2 }, row = [4], reset = "none" } }',
            ),
            classes=CLEARED,
        ),
        [],
        id="planar_none",
    ),
    pytest.param(
        layout(
            buffer(reset='"step"'),
            free(
                shape=None,
                uses='{ u = { sections = [{ name = "a", shape = [4], reset = "step" }] } }',
            ),
            classes=CLEARED,
        ),
        [Told("AG406", '"step"', "`y` is not divided into sections one after another")],
        id="section_in_use",
    ),
    pytest.param(
        layout(
            buffer(reset='"step"'),
            free(
                shape=None,
                sections='[{ name = "a", shape = [4], reset = "step" }, { name = "b", shape = [4], at = 32 }]',
            ),
            classes=CLEARED,
        ),
        [Told("AG406", '"step"', "`y` is not divided into sections one after another")],
        id="section_placed",
    ),
]


@pytest.mark.parametrize(("text", "expected"), CASES)
def test_what_is_said(text: str, expected: list[Told]) -> None:
    assert others(text, *expected) == []


def test_a_use_cannot_be_kept_in_a_buffer_that_is_not() -> None:
    once = 'once = { doc = "set once", cleared = "create", keep = true }'
    kept = buffer("y", row=None, reset='"step"', uses='{ a = { row = [4], reset = "once" } }')
    classes = routines('r = { classes = ["step"] }', classes=f"{STEP}\n{once}")
    told = Told(
        "AG407",
        '"once"',
        "contents of `y.a` are kept (once), and the class of `y`, step, does not keep them",
    )
    assert others(layout(buffer(), kept, buffer("z", reset='"once"'), classes=classes), told) == []
