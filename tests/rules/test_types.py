"""Types of expressions, and the names that can be seen from where they stand."""

from __future__ import annotations

import pytest

from rules.builders import N, Told, around, buffer, free, layout, others


def params(text: str) -> str:
    """Parameters: `n`, and those of the text."""
    return f"{N}\n{text}"


CASES = [
    pytest.param(
        around(free(shape='["m"]')), [Told("AG122", "m", "unknown name `m`")], id="unknown"
    ),
    pytest.param(
        layout(buffer(row='["widht"]'), params=params('width = { min = 1, max = 8, doc = "d" }')),
        [
            Told("AG122", "widht", "unknown name `widht`", "did you mean `width`?"),
            Told("AG240", "width", "parameter `width` is not used"),
        ],
        id="near",
    ),
    pytest.param(
        layout(buffer(row='["4 * b"]'), params=params('b = { type = "bool", doc = "d" }')),
        [Told("AG120", "b", "`*` needs a whole number, `b` is a boolean", "write `1 if b else 0`")],
        id="bool_as_int",
    ),
    pytest.param(
        layout(buffer(row='["b"]'), params=params('b = { type = "bool", doc = "d" }')),
        [
            Told(
                "AG124",
                "b",
                "a whole number is needed here, this is a boolean",
                "write `1 if b else 0`",
            )
        ],
        id="whole_bool",
    ),
    pytest.param(
        around(free(when='"n"')),
        [Told("AG124", "n", "a boolean is needed here, this is a whole number", "write `n != 0`")],
        id="int_as_condition",
    ),
    pytest.param(
        layout(buffer(when='"b == 1"'), params=params('b = { type = "bool", doc = "d" }')),
        [
            Told(
                "AG121",
                "b == 1",
                "`==` compares a boolean with a whole number",
                "`b` is a boolean, use it as a condition by itself",
            )
        ],
        id="compare",
    ),
    pytest.param(
        around(free(when="\"n == 'bf16'\"")),
        [Told("AG121", "n == 'bf16'", "`==` compares a whole number with a dtype")],
        id="dtype_name",
    ),
    pytest.param(
        layout(
            buffer(dtype='"d"', when="\"d == 'b16'\""),
            params=params('d = { type = "dtype", values = ["bf16", "f32"], doc = "d" }'),
        ),
        [Told("AG126", "'b16'", "there is no dtype `b16`", "did you mean `bf16`?")],
        id="dtype_unknown",
    ),
    pytest.param(
        around(free(shape='["r"]'), tables='[consts]\nr = { value = [4], doc = "d" }\n'),
        [Told("AG124", "r", "a whole number is needed here, this is a list")],
        id="list",
    ),
    pytest.param(
        around(free(shape='["rung(n, 4)"]')),
        [Told("AG125", "4", "the second argument of `rung` is the name of a list")],
        id="rung_literal",
    ),
    pytest.param(
        around(free(shape='["4 if n > 3 else true"]')),
        [
            Told(
                "AG123",
                "4 if n > 3 else true",
                "the two values are of different types: a whole number and a boolean",
            )
        ],
        id="branches",
    ),
    pytest.param(
        around(free(shape='["tokens"]')),
        [
            Told(
                "AG220",
                "tokens",
                "`tokens` is a live count, known only at run time",
                "its maximum is `n`",
            )
        ],
        id="live_count",
    ),
    pytest.param(
        around(free(when='"tokens > 3"')),
        [
            Told(
                "AG220",
                "tokens",
                "`tokens` is a live count, known only at run time",
                "its maximum is `n`",
            )
        ],
        id="live_in_when",
    ),
    pytest.param(
        around(free(shape='["x.bytes"]')),
        [
            Told(
                "AG221",
                "x.bytes",
                "`x.bytes` is not known here: sizes cannot depend on other sizes",
                "share a value of [let] instead",
            )
        ],
        id="path",
    ),
    pytest.param(
        around(free(shape='["k"]'), tables='[let]\nk = "x.bytes"\n'),
        [
            Told(
                "AG221",
                "x.bytes",
                "`x.bytes` is not known here: sizes cannot depend on other sizes",
                "share a value of [let] instead",
            )
        ],
        id="path_in_let",
    ),
    pytest.param(
        around(free(shape='["k"]'), tables='[let]\nk = "tokens + m"\n'),
        [
            Told("AG220", "tokens", "`tokens` is a live count", "its maximum is `n`"),
            Told("AG122", "m", "unknown name `m`"),
        ],
        id="live_count_in_let",
    ),
    pytest.param(
        layout(
            buffer(dtype='"d"', when='"k"'),
            params=params('d = { type = "dtype", values = ["bf16", "f32"], doc = "d" }'),
            tables="[let]\nk = \"d == 'bf61'\"\n",
        ),
        [Told("AG126", "'bf61'", "there is no dtype `bf61`", "did you mean `bf16`?")],
        id="dtype_in_let",
    ),
    pytest.param(
        around(tables='[require]\nr = { that = "x.byte > 3", doc = "d" }\n'),
        [Told("AG122", "x.byte", "unknown name `x.byte`", "did you mean `x.bytes`?")],
        id="path_unknown",
    ),
    pytest.param(
        around(tables='[require]\nr = { that = "z.bytes > 3", doc = "d" }\n'),
        [Told("AG122", "z.bytes", "unknown name `z.bytes`", "did you mean `x.bytes`?")],
        id="path_of_nothing",
    ),
    pytest.param(
        around(
            free(shape=None, sections='[{ name = "a", shape = [4] }]'),
            tables='[laws]\nr = { that = "y.a.at == 0 and y.a.exists and y.end > 0", doc = "d" }\n',
        ),
        [],
        id="path_of_part",
    ),
    pytest.param(
        around(
            free(
                shape=None,
                sections='[{ name = "a", shape = [4], at = "y.b.end" }, { name = "b", shape = [4] }]',
            )
        ),
        [
            Told(
                "AG221",
                "y.b.end",
                "`y.b.end` is not known yet where `y.a` is placed",
                "`at`, `end` and `bytes` of parts further up can be used",
            )
        ],
        id="at_later",
    ),
    pytest.param(
        around(
            free(
                shape=None,
                sections='[{ name = "a", shape = [4] }, { name = "b", shape = [4], at = "y.a.end" }]',
            )
        ),
        [],
        id="at_earlier",
    ),
    pytest.param(
        around(free(shape='["m + k"]')),
        [Told("AG122", "m", "unknown name `m`"), Told("AG122", "k", "unknown name `k`")],
        id="two_faults",
    ),
    pytest.param(
        around(free(shape='["k"]'), tables='[let]\nk = { value = "n + true", doc = "d" }\n'),
        [
            Told(
                "AG120",
                "true",
                "`+` needs a whole number, `true` is a boolean",
                "write `1 if true else 0`",
            )
        ],
        id="in_let",
    ),
    pytest.param(around(free(fill='"m"')), [Told("AG122", "m", "unknown name `m`")], id="in_fill"),
    pytest.param(
        around(buffer("y", pad='"m"')), [Told("AG122", "m", "unknown name `m`")], id="in_pad"
    ),
    pytest.param(
        around(tables='[laws]\nl = { forall = { k = [1, "m"] }, that = "k > 0", doc = "d" }\n'),
        [Told("AG122", "m", "unknown name `m`")],
        id="in_forall",
    ),
    pytest.param(
        around(tables='[assume]\na = { that = "m > 0", reason = "d" }\n'),
        [Told("AG122", "m", "unknown name `m`")],
        id="in_assume",
    ),
    pytest.param(
        around(free(budget='"m"')), [Told("AG122", "m", "unknown name `m`")], id="in_budget"
    ),
]


@pytest.mark.parametrize(("text", "expected"), CASES)
def test_what_is_said(text: str, expected: list[Told]) -> None:
    assert others(text, *expected) == []
