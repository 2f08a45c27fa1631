"""Routines: what they select, count, and may not touch."""

from __future__ import annotations

import pytest

from rules.builders import BOTH, STEP, Told, buffer, free, layout, others, routines

KEPT = 'c = { doc = "d", cleared = "create", keep = true }'


def routine(text: str, *blocks: str, classes: str = STEP) -> str:
    """A layout with routines."""
    return layout(buffer(), *blocks, classes=routines(text, classes))


CASES = [
    pytest.param(
        routine("r = { }", classes=""), [Told("AG402", "r", "`r` clears nothing")], id="nothing"
    ),
    pytest.param(
        routine(
            'r = { classes = ["step"] }\no = { classes = ["step"], range = "overread" }',
            free(reset='"step"'),
        ),
        [Told("AG402", "o", "`o` clears nothing")],
        id="nothing_overread",
    ),
    pytest.param(
        routine(
            'r = { classes = ["step"] }\np = { classes = ["step"], range = "padding" }',
            buffer("y", pad='"keep"', reset='"step"'),
        ),
        [Told("AG402", "p", "`p` clears nothing")],
        id="nothing_kept_pads",
    ),
    pytest.param(
        routine('r = { classes = ["step"], count = 2 }', free(reset='"step"')),
        [Told("AG404", "2", "`r` clears 1 buffer, not 2", "they are: y")],
        id="count",
    ),
    pytest.param(
        routine(
            'r = { classes = ["step"], count = 1 }',
            free(
                shape=None,
                sections='[{ name = "a", shape = [4], reset = "step" }, { name = "b", shape = [4], reset = "step" }]',
            ),
        ),
        [],
        id="count_sections",
    ),
    pytest.param(
        routine('r = { classes = ["c"] }', free(reset='"c"'), classes=KEPT),
        [Told("AG410", '"c"', "`r` clears `c`, which is kept")],
        id="keep_class",
    ),
    pytest.param(
        routine('r = { buffers = ["y"] }', free(reset='"c"'), classes=KEPT),
        [Told("AG410", '"y"', "`r` clears `y`, whose class c is kept")],
        id="keep_buffer",
    ),
    pytest.param(
        routine(
            'r = { classes = ["step"] }\na = { buffers = ["y"] }',
            free(
                reset='"step"',
                shape=None,
                sections='[{ name = "a", shape = [4], reset = "c" }, { name = "b", shape = [4] }]',
            ),
            classes=f"{STEP}\n{KEPT}",
        ),
        [Told("AG410", '"y"', "`a` clears `y.a`, whose class c is kept")],
        id="keep_section",
    ),
    pytest.param(
        routine('r = { classes = ["none"] }', classes=""),
        [Told("AG415", '"none"', "`r` clears `none`, which needs no clearing")],
        id="never",
    ),
    pytest.param(
        routine('r = { classes = ["step"], buffers = ["y"] }', free(reset='"step"')),
        [Told("AG414", '"y"', "`y` is selected by its class already")],
        id="twice",
    ),
    pytest.param(
        routine('r = { buffers = ["y", "y"] }', free(), classes=""),
        [Told("AG414", '"y"', "`y` is named twice")],
        id="named_twice",
    ),
    pytest.param(
        layout(
            buffer(reset='"step"'),
            free(row="[4]", shape=None, axis='"requests"'),
            axes=BOTH,
            classes=routines('r = { classes = ["step"], range = "live" }'),
        ),
        [Told("AG412", "r", "`r` does not say which axis its range counts", "add `axis`")],
        id="no_axis_stated",
    ),
    pytest.param(
        routine(
            'r = { classes = ["step"], range = "live" }',
            buffer("y", reset='"step"'),
            free("z", reset='"step"'),
        ),
        [
            Told(
                "AG413",
                "r",
                "`r` counts tokens, and `z` has no such rows",
                'add `fixed = "whole"` or `fixed = "skip"`',
            )
        ],
        id="fixed",
    ),
    pytest.param(
        routine(
            'r = { classes = ["step"], axis = "tokens", fixed = "skip" }', free(reset='"step"')
        ),
        [
            Told("AG416", '"tokens"', "`axis` means nothing where the range is whole"),
            Told("AG416", '"skip"', "`fixed` means nothing where the range is whole"),
        ],
        id="range_keys",
    ),
    pytest.param(
        routine(
            'r = { classes = ["step"], range = "rows" }',
            free(
                row="[4]", shape=None, axis='"tokens"', rows="128", tile="[64, 4]", reset='"step"'
            ),
        ),
        [Told("AG417", "r", "single rows of `y` cannot be cleared: its rows are tiled")],
        id="tiled",
    ),
    pytest.param(
        routine(
            "\n".join(
                f'{r} = {{ classes = ["step"], range = "{r}" }}'
                for r in ("rows", "padding", "live")
            ),
            buffer("y", row=None, reset='"step"', uses="{ a = { row = [4] }, b = { row = [5] } }"),
        ),
        [
            Told(
                "AG417",
                "rows",
                "single rows of `y` cannot be cleared: those of its uses are not one size",
            ),
            Told(
                "AG417",
                "padding",
                "padding rows of `y` cannot be cleared: those of its uses are not one size",
            ),
        ],
        id="uses_rows",
    ),
    pytest.param(
        routine(
            'r = { classes = ["step"], range = "rows" }',
            buffer(
                "y",
                row=None,
                reset='"step"',
                uses='{ a = { row = [4] }, b = { dtype = "i32", row = [4] } }',
            ),
        ),
        [],
        id="uses_alike",
    ),
    pytest.param(
        layout(
            buffer(arena='"main"'),
            free(arena='"h"', reset='"step"'),
            tables='[arenas.main]\n\n[arenas.h]\nmemory = "pinned"\n',
            classes=routines('r = { classes = ["step"] }'),
        ),
        [Told("AG405", "r", "everything that `r` selects lies in host memory")],
        id="host",
    ),
]


@pytest.mark.parametrize(("text", "expected"), CASES)
def test_what_is_said(text: str, expected: list[Told]) -> None:
    assert others(text, *expected) == []


PHASES = '[phases]\nnames = ["prefill", "decode", "load"]\nconcurrent = [["prefill", "decode"]]\n'
LOADED = buffer("w", phase='["load"]')
"""Something that is used in the third phase, so that no phase is left over."""


def run_in(phase: str, *, live_in: str | None = None, used: str | None = None) -> str:
    """A layout whose routine runs in a phase and clears a buffer that others need."""
    return layout(
        buffer(phase='["prefill"]'),
        LOADED,
        free(reset='"step"', phase=used, live_in=live_in),
        classes=routines(f'r = {{ classes = ["step"], phase = "{phase}" }}'),
        tables=PHASES,
    )


@pytest.mark.parametrize(
    ("phase", "live_in", "used", "said"),
    [
        ("decode", '["decode"]', '["load"]', "decode"),
        ("decode", '["prefill"]', '["load"]', "prefill"),
        ("decode", None, '["prefill"]', "prefill"),
    ],
)
def test_a_routine_that_clears_what_another_phase_needs_is_refused(
    phase: str, live_in: str | None, used: str | None, said: str
) -> None:
    message = f"`r` clears `y` in {phase}, which is needed in {said}"
    key = live_in or used or ""
    found = Told("AG419", f'"{phase}"', message, also=(key,))
    assert others(run_in(phase, live_in=live_in, used=used), found) == []


@pytest.mark.parametrize(
    ("phase", "live_in", "used"),
    [
        ("decode", None, '["decode"]'),
        ("load", '["decode"]', '["prefill"]'),
        ("decode", '["load"]', '["decode"]'),
    ],
)
def test_a_routine_may_clear_what_is_used_in_its_own_phase_or_apart_from_it(
    phase: str, live_in: str | None, used: str | None
) -> None:
    assert others(run_in(phase, live_in=live_in, used=used)) == []


def test_a_routine_without_a_phase_is_not_held_against_phases() -> None:
    text = run_in("decode", live_in='["decode"]').replace(', phase = "decode"', "")
    assert others(text) == []


def test_clearing_a_buffer_clears_what_is_live_in_its_parts_too() -> None:
    text = layout(
        buffer(phase='["decode", "load"]'),
        buffer(
            "y",
            token_major=False,
            row=None,
            reset='"step"',
            uses='{ a = { shape = [4], live_in = ["prefill"] }, b = { shape = [4], phase = ["load"] } }',
        ),
        classes=routines('r = { classes = ["step"], phase = "prefill" }'),
        tables=PHASES,
    )
    told = Told(
        "AG419",
        '"prefill"',
        "`r` clears `y.a` in prefill, which is needed in prefill",
        also=('["prefill"]',),
    )
    assert others(text, told) == []
