"""What is declared and not used."""

from __future__ import annotations

import pytest

from rules.builders import BOTH, NONE, N, Told, around, buffer, free, layout, others

BLOCK = "[dtypes.q]\nblock = 32\nbytes = 36\n"


def params(text: str) -> str:
    """Parameters: `n`, and those of the text."""
    return f"{N}\n{text}"


CASES = [
    pytest.param(
        layout(buffer(), params=params('m = { max = 8, doc = "d" }')),
        [Told("AG240", "m", "parameter `m` is not used")],
        id="param",
    ),
    pytest.param(
        layout(buffer(), params=params('m = { max = 8, doc = "d" }'), tables='[let]\nk = "m"\n'),
        [
            Told("AG240", "m", "parameter `m` is not used"),
            Told("AG241", "k", "derived value `k` is not used"),
        ],
        id="param_by_unused_let",
    ),
    pytest.param(
        around(tables='[let]\na = "n"\nb = "a"\n'),
        [
            Told("AG241", "a", "derived value `a` is not used"),
            Told("AG241", "b", "derived value `b` is not used"),
        ],
        id="let_chain",
    ),
    pytest.param(
        around(tables='[flags]\nf = { env = "F", on = ["1"], doc = "d" }\n'),
        [Told("AG242", "f", "flag `f` is not used")],
        id="flag",
    ),
    pytest.param(
        around(tables='[consts]\nc = { value = 3, doc = "d" }\n'),
        [Told("AG243", "c", "constant `c` is not used")],
        id="const",
    ),
    pytest.param(
        layout(buffer(), axes=BOTH),
        [Told("AG244", "requests", "axis `requests` is not used")],
        id="axis",
    ),
    pytest.param(
        around(tables=BLOCK),
        [Told("AG245", "[dtypes.q]", "block type `q` is not used")],
        id="block",
    ),
    pytest.param(
        layout(buffer(arena='"main"'), tables="[arenas.main]\n\n[arenas.other]\n"),
        [Told("AG246", "[arenas.other]", "arena `other` is not used")],
        id="arena",
    ),
    pytest.param(
        around(tables='[phases]\nnames = ["a", "b"]\n'),
        [
            Told("AG247", '"a"', "phase `a` is not used"),
            Told("AG247", '"b"', "phase `b` is not used"),
        ],
        id="phase",
    ),
    pytest.param(
        around(
            free(phase='["a"]'), tables='[phases]\nnames = ["a", "b"]\nconcurrent = [["a", "b"]]\n'
        ),
        [Told("AG247", '"b"', "phase `b` is not used")],
        id="phase_concurrent_only",
    ),
    pytest.param(
        layout(buffer(), classes=NONE + '\nc = { doc = "d", cleared = "create" }'),
        [Told("AG248", "c", "reset class `c` is not used")],
        id="class",
    ),
    pytest.param(
        layout(
            buffer(when="\"d == 'f32'\""),
            params=params('d = { type = "dtype", values = ["bf16", "f32"], doc = "d" }'),
        ),
        [],
        id="dtype_param_used_in_when_only",
    ),
    pytest.param(
        layout(
            buffer(),
            params=params('m = { max = 8, doc = "d" }'),
            tables='[require]\nr = { that = "m > 0", doc = "d" }\n',
        ),
        [],
        id="param_only_in_require",
    ),
    pytest.param(
        layout(buffer(fill='"m"'), params=params('m = { max = 8, doc = "d" }')),
        [],
        id="param_only_in_fill",
    ),
    pytest.param(
        layout(
            buffer(),
            free(shape=None, carve='["m"]', sections='[{ name = "a", shape = [4] }]'),
            params=params('m = { min = 1, max = 8, doc = "d" }'),
        ),
        [],
        id="param_only_in_carve",
    ),
]


@pytest.mark.parametrize(("text", "expected"), CASES)
def test_what_is_said(text: str, expected: list[Told]) -> None:
    assert others(text, *expected) == []
