"""Parameters and flags: what a declaration must have, and what it must not."""

from __future__ import annotations

import pytest

from rules.builders import N, Told, buffer, layout, others


def with_param(text: str) -> str:
    """A layout whose only row has the width `p`."""
    return layout(buffer(row='["p"]'), params=f"{N}\n{text}")


def params(text: str) -> str:
    """Parameters: `n`, and those of the text."""
    return f"{N}\n{text}"


CASES = [
    pytest.param(
        with_param('p = { min = 1, doc = "d" }'),
        [Told("AG030", "p", "`p` needs `max`")],
        id="int_no_max",
    ),
    pytest.param(
        layout(buffer(dtype='"p"'), params=params('p = { type = "dtype", doc = "d" }')),
        [Told("AG030", "p", "`p` needs `values`")],
        id="dtype_no_values",
    ),
    pytest.param(
        with_param('p = { min = 9, max = 8, doc = "d" }'),
        [Told("AG031", "p", "`p` has no value from 9 to 8")],
        id="empty",
    ),
    pytest.param(
        with_param('p = { min = 33, max = 63, multiple_of = 32, doc = "d" }'),
        [Told("AG031", "p", "`p` has no value from 33 to 63 that is a multiple of 32")],
        id="no_multiple",
    ),
    pytest.param(
        with_param('p = { values = [], doc = "d" }'),
        [Told("AG031", "[]", "`p` has no values")],
        id="values_empty",
    ),
    pytest.param(
        with_param('p = { min = 1, max = 8, default = 9, doc = "d" }'),
        [Told("AG032", "9", "default: 9 does not lie between 1 and 8")],
        id="default_above",
    ),
    pytest.param(
        with_param('p = { min = 2, max = 8, multiple_of = 2, default = 3, doc = "d" }'),
        [Told("AG032", "3", "default: 3 is no multiple of 2")],
        id="default_odd",
    ),
    pytest.param(
        with_param('p = { min = 1, max = 8, default = true, doc = "d" }'),
        [Told("AG032", "true", "default: expected a whole number, not true")],
        id="default_bool_for_int",
    ),
    pytest.param(
        layout(buffer(when='"p"'), params=params('p = { type = "bool", default = 1, doc = "d" }')),
        [Told("AG032", "1", "default: expected true or false, not 1")],
        id="default_int_for_bool",
    ),
    pytest.param(
        with_param('p = { values = [1, 2], default = 3, doc = "d" }'),
        [Told("AG032", "3", "default: 3 is not one of 1, 2")],
        id="default_unlisted",
    ),
    pytest.param(
        layout(
            buffer(dtype='"p"'),
            params=params('p = { type = "dtype", values = ["f32"], default = "f16", doc = "d" }'),
        ),
        [Told("AG032", '"f16"', "default: f16 is not one of f32")],
        id="default_dtype_unlisted",
    ),
    pytest.param(
        with_param('p = { values = [1, 2], max = 2, doc = "d" }'),
        [Told("AG033", "2", "`max` does not fit a parameter with `values`")],
        id="values_with_max",
    ),
    pytest.param(
        layout(buffer(when='"p"'), params=params('p = { type = "bool", values = [1], doc = "d" }')),
        [Told("AG033", "[1]", "`values` does not fit a parameter of type bool")],
        id="bool_values",
    ),
    pytest.param(
        layout(
            buffer(when='"p"'), params=params('p = { type = "bool", max = 1, min = 1, doc = "d" }')
        ),
        [
            Told("AG033", "1", "`min` does not fit a parameter of type bool"),
            Told("AG033", "1", "`max` does not fit a parameter of type bool"),
        ],
        id="bool_max",
    ),
    pytest.param(
        with_param('p = { values = [1, "f32"], doc = "d" }'),
        [Told("AG033", '"f32"', "'f32' does not fit a parameter of type int")],
        id="int_text_values",
    ),
    pytest.param(
        layout(
            buffer(dtype='"p"'),
            params=params('p = { type = "dtype", values = ["f32", 3], doc = "d" }'),
        ),
        [Told("AG033", "3", "3 does not fit a parameter of type dtype")],
        id="dtype_int_values",
    ),
    pytest.param(
        layout(
            buffer(dtype='"p"'),
            params=params('p = { type = "dtype", values = ["f32", "f23"], doc = "d" }'),
        ),
        [Told("AG211", '"f23"', "unknown dtype `f23`")],
        id="dtype_unknown_value",
    ),
    pytest.param(
        layout(buffer(when='"f"'), tables='[flags]\nf = { env = "F", on = [], doc = "d" }\n'),
        [Told("AG034", "[]", "no value of F turns `f` on")],
        id="flag_empty_on",
    ),
    pytest.param(
        layout(
            buffer(when='"f or g"'),
            tables='[flags]\nf = { env = "F", on = ["1"], doc = "d" }\ng = { env = "F", on = ["2"], doc = "d" }\n',
        ),
        [Told("AG223", '"F"', "`g` and `f` are read from the same variable F", also=('"F"',))],
        id="flag_twice",
    ),
]


@pytest.mark.parametrize(("text", "expected"), CASES)
def test_what_is_said(text: str, expected: list[Told]) -> None:
    assert others(text, *expected) == []
