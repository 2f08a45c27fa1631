"""Expressions without a value for some parameters, and conditions that never hold."""

from __future__ import annotations

import pytest

from rules.builders import N, Told, around, buffer, free, layout, others

RUNGS = '[consts]\nr = { value = [4, 32], doc = "d" }\n'


def params(text: str) -> str:
    """Parameters: `n`, and those of the text."""
    return f"{N}\n{text}"


CASES = [
    pytest.param(
        around(free(shape='["64 // (n - 8)"]')),
        [
            Told("AG140", "n - 8", "division by zero: `n - 8` is 0 (for n = 8)", "guard it"),
            Told("AG360", '"64 // (n - 8)"', "is negative for n = 1"),
        ],
        id="divide",
    ),
    pytest.param(
        around(free(shape='["k"]'), tables='[let]\nk = "64 // (n - 8)"\n'),
        [
            Told(
                "AG140",
                "n - 8",
                "division by zero: `n - 8` is 0 (for n = 8)",
                "guard it",
                also=('"k"',),
            ),
            Told("AG360", '"k"', "is negative for n = 1"),
        ],
        id="divide_in_let",
    ),
    pytest.param(
        around(free(shape='["64 // (n - 8)"]', when='"n > 8 and n < 72"')), [], id="divide_guarded"
    ),
    pytest.param(
        around(free(shape='["n / 2"]')),
        [
            Told(
                "AG141",
                "n / 2",
                "`n / 2` is 1 / 2, which leaves a remainder of 1 (for n = 1)",
                "`//` rounds down, `ceil_div(a, b)` rounds up",
            )
        ],
        id="inexact",
    ),
    pytest.param(
        layout(
            buffer(row='["w / 32"]'),
            params=params('w = { min = 32, max = 64, multiple_of = 32, doc = "d" }'),
        ),
        [],
        id="exact",
    ),
    pytest.param(
        around(free(shape='["rung(n, r)"]'), tables=RUNGS),
        [
            Told(
                "AG143",
                "rung(n, r)",
                "`n` is 33, above every rung of `r`, the last of which is 32 (for n = 33)",
                "add a larger rung",
            )
        ],
        id="rung_above",
    ),
    pytest.param(
        around(
            free(shape='["rung(n, r)"]'),
            tables=RUNGS + '\n[require]\nsmall = { that = "n <= 32", doc = "d" }\n',
        ),
        [],
        id="rung_by_require",
    ),
    pytest.param(
        layout(
            buffer(row='["w * w"]'),
            params=params('w = { min = 4000000000, max = 4000000001, doc = "d" }'),
        ),
        [
            Told(
                "AG361",
                "w * w",
                "`w * w` is 16000000000000000000, which does not fit a signed 64-bit number (for w = 4000000000)",
                "lower",
            )
        ],
        id="overflow_certain",
    ),
    pytest.param(
        layout(
            buffer(row='["w"]'),
            params=params('w = { min = 1, max = 9223372036854775807, doc = "d" }'),
        ),
        [],
        id="overflow_possible",
    ),
    pytest.param(
        around(free(when='"n > 64"')), [Told("AG365", '"n > 64"', "`y` never exists")], id="never"
    ),
    pytest.param(
        around(
            free(when='"n > 32"'), tables='[require]\nsmall = { that = "n <= 32", doc = "d" }\n'
        ),
        [Told("AG365", '"n > 32"', "`y` never exists")],
        id="never_by_require",
    ),
    pytest.param(
        around(
            free(
                shape=None,
                when='"n > 8"',
                sections='[{ name = "a", shape = [4], when = "n < 8" }, { name = "b", shape = [4] }]',
            )
        ),
        [Told("AG365", '"n < 8"', "`y.a` never exists")],
        id="never_nested",
    ),
    pytest.param(around(free(when='"n > 0"')), [], id="always"),
    pytest.param(
        around(free(when='"n > 8"', required_when='"n > 4"')),
        [Told("AG364", '"n > 4"', "`y` is absent while its user is active, for")],
        id="required",
    ),
    pytest.param(around(free(when='"n > 4"', required_when='"n > 8"')), [], id="required_ok"),
    pytest.param(
        around(
            free(
                shape=None,
                when='"n > 8"',
                sections='[{ name = "a", shape = [4], required_when = "n > 4" }]',
            )
        ),
        [Told("AG364", '"n > 4"', "`y.a` is absent while its user is active, for")],
        id="required_nested",
    ),
    pytest.param(
        around(free(budget='"64 // (n - 8)"')),
        [Told("AG140", "n - 8", "division by zero: `n - 8` is 0 (for n = 8)", "guard it")],
        id="values_budget",
    ),
    pytest.param(
        layout(buffer(arena='"main"'), tables='[arenas.main]\nbudget = "64 // (n - 8)"\n'),
        [Told("AG140", "n - 8", "division by zero: `n - 8` is 0 (for n = 8)", "guard it")],
        id="values_arena",
    ),
    pytest.param(
        around(free(fill='"64 // (n - 8)"')),
        [Told("AG140", "n - 8", "division by zero: `n - 8` is 0 (for n = 8)", "guard it")],
        id="values_fill",
    ),
    pytest.param(
        around(free(required_when='"64 // (n - 8) > 0"')),
        [Told("AG140", "n - 8", "division by zero: `n - 8` is 0 (for n = 8)", "guard it")],
        id="values_required",
    ),
    pytest.param(
        around(tables='[require]\nr = { that = "64 // (n - 8) > 0", doc = "d" }\n'),
        [Told("AG140", "n - 8", "division by zero: `n - 8` is 0 (for n = 8)", "guard it")],
        id="values_require",
    ),
    pytest.param(
        around(tables='[require]\nr = { that = "64 // (n - 8) > 0", when = "n > 8", doc = "d" }\n'),
        [],
        id="values_require_guarded",
    ),
    pytest.param(
        layout(buffer(), axes='tokens = { max = "64 // (n - 8)" }'),
        [
            Told("AG140", "n - 8", "division by zero: `n - 8` is 0 (for n = 8)", "guard it"),
            Told("AG360", '"64 // (n - 8)"', "is negative for n = 1"),
        ],
        id="axis_max",
    ),
]


@pytest.mark.parametrize(("text", "expected"), CASES)
def test_what_is_said(text: str, expected: list[Told]) -> None:
    assert others(text, *expected) == []
