"""What `check` and `build` find by trying a layout on values of its domain, without any preset."""

from __future__ import annotations

import pytest

from arenagen.api import load_tried
from arenagen.diagnostics.catalog.examples import buffer, layout

N = 'n = { min = 1, max = 8, doc = "rows" }'
WIDE = 'n = { min = 1, max = 100000, doc = "rows" }'
PHASES = '[phases]\nnames = ["pre", "tail"]\n'


def sections(*items: str) -> str:
    listed = ", ".join(items)
    return buffer("s", token_major=False, dtype='"i32"', row=None, sections=f"[{listed}]")


@pytest.mark.parametrize("params", [N, WIDE], ids=["few_values", "many_values"])
@pytest.mark.parametrize(
    ("blocks", "tables", "code"),
    [
        (
            (
                sections(
                    '{ name = "a", shape = [4], at = 0 }', '{ name = "b", shape = [4], at = 8 }'
                ),
            ),
            "",
            "AG350",
        ),
        ((sections('{ name = "a", shape = [4], at = 2 }'),), "", "AG351"),
        (
            (
                buffer(
                    "s", token_major=False, row=None, shape="[4]", uses="{ a = { shape = [8] } }"
                ),
            ),
            "",
            "AG352",
        ),
        ((buffer("y", budget="15"),), "", "AG504"),
        (
            (
                buffer(
                    "s",
                    token_major=False,
                    row=None,
                    uses='{ a = { shape = [4], phase = ["pre"] }, '
                    'b = { shape = [4], phase = ["tail"], live_in = ["pre"] } }',
                ),
            ),
            PHASES,
            "AG372",
        ),
        (
            (buffer("s", token_major=False, row=None, shape="[5000000000000000000, 4]"),),
            "",
            "AG506",
        ),
    ],
)
def test_a_fault_shows_without_a_preset(
    blocks: tuple[str, ...], tables: str, code: str, params: str
) -> None:
    loaded = load_tried(layout(buffer(), *blocks, params=params, tables=tables), "x.toml")
    assert [found.code for found in loaded.report.errors] == [code]
    assert loaded.elaborated is None


@pytest.mark.parametrize(
    ("blocks", "tables"),
    [
        ((buffer("y", budget="16"),), ""),
        (
            (),
            '[laws]\nsmall = { that = "n < 8", doc = "few rows" }\n\n'
            '[require]\nfew = { that = "n < 8", doc = "few rows" }\n',
        ),
    ],
    ids=["legal_for_some_values", "ruled_out_by_a_requirement"],
)
def test_what_the_constructor_meets_is_no_fault(blocks: tuple[str, ...], tables: str) -> None:
    loaded = load_tried(layout(buffer(), *blocks, params=N, tables=tables), "x.toml")
    assert loaded.report.errors == ()
    assert loaded.elaborated is not None
