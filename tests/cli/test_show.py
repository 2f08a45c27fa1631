"""`show` and `explain`: what people and programs are told about a layout and about a code."""

from __future__ import annotations

import json

import pytest
from files.project_tree import Tree

from arenagen.diagnostics.catalog import RULES

SMALL = "layouts/small.toml"

PARTS = """
[dtypes.q8]
block = 32
bytes = 36

[buffers.shared]
token_major = false
min_bytes = 100
size_multiple = 64
reset = "none"
doc = "Of two users."
[buffers.shared.uses.one]
rows = "max_tokens"
dtype = "bf16"
row = ["width"]
when = "extra"
doc = "First user."
[buffers.shared.uses.two]
at = 256
doc = "Second user."
sections = [
  { name = "a", dtype = "q8", shape = [64], doc = "blocks" },
  { gap = 12 },
  { name = "b", dtype = "i4", rows = 4, row = [3], row_align = 16 },
]
"""


def parts(tree: Tree) -> Tree:
    """The same layout with a buffer of uses and sections."""
    path = tree.root / SMALL
    path.write_text(path.read_text() + PARTS)
    return tree


def test_a_layout_is_shown_with_everything_in_it(tree: Tree) -> None:
    outcome = parts(tree).run("show", SMALL)
    assert (outcome.code, outcome.err) == (0, "")
    for words in (
        "small: An arena of two buffers.",
        "max_tokens  1 to 4096                 rows",
        "width       1 to 1024, by default 64  row width",
        "extra  EXTRA is 1  a second buffer",
        "tokens  up to max_tokens",
        "step  cleared by routines  stale rows can be read",
        "rows    f32       max_tokens x [width]  always       step",
        "more    u8        max_tokens x [16]     extra        none",
        "shared  bf16, q8, i4  largest of 2 uses",
        "`clear` clears 1 buffer, range `whole`. Before a pass.",
    ):
        assert " ".join(words.split()) in " ".join(outcome.out.split())


def facts(tree: Tree, path: str) -> dict[str, str]:
    """The facts that `show` lists about a node."""
    outcome = tree.run("show", SMALL, path)
    assert (outcome.code, outcome.err) == (0, "")
    pairs = (line.strip().split("  ", 1) for line in outcome.out.split("\n\n")[0].splitlines()[1:])
    return {name: value.strip() for name, value in pairs}


def test_a_buffer_is_shown_with_its_formula_and_what_clears_it(tree: Tree) -> None:
    found = facts(tree, "rows")
    assert found["bytes"] == "max_tokens * (width * 4)"
    assert found["exists when"] == "always"
    assert found["live rows"] == "tokens (axis tokens)"
    assert found["token-major"] == "yes"
    assert found["arena"] == "main, in device memory, aligned to 256"
    assert found["reset class"] == "step: stale rows can be read"
    assert found["cleared by"] == "clear (whole)"
    assert facts(tree, "more")["cleared by"] == "nothing"


@pytest.mark.parametrize(
    ("path", "formula"),
    [
        ("shared", "align_up(max(max(one, 256 + two), 100), 64)"),
        ("shared.one", "max_tokens * (width * 2)"),
        ("shared.two", "a + 12 (gap) + b, each at its alignment"),
        ("shared.two.a", "64 / 32 * 36"),
        ("shared.two.b", "4 * align_up(align_up(3, 2) / 2, 16)"),
    ],
)
def test_formulas_of_parts(tree: Tree, path: str, formula: str) -> None:
    assert facts(parts(tree), path)["bytes"] == formula


def test_json_of_the_layout_and_of_a_part(tree: Tree) -> None:
    outcome = parts(tree).run("show", SMALL, "--format", "json")
    data = json.loads(outcome.out)
    assert [buffer["name"] for buffer in data["buffers"]] == ["rows", "more", "shared"]
    one = json.loads(tree.run("show", SMALL, "shared.two.b", "--format", "json").out)
    assert one == data["buffers"][2]["uses"][1]["sections"][2]
    assert (one["path"], one["row_align"], one["dtype"]) == ("shared.two.b", 16, "i4")


def test_the_table_of_resets(tree: Tree) -> None:
    lines = tree.run("show", SMALL, "--resets").out.splitlines()
    assert lines[0] == "`clear` clears 1 buffer, range `whole`. Before a pass."
    assert lines[2].split() == [
        "group",
        "buffer",
        "dtype",
        "extent",
        "exists",
        "when",
        "class",
        "clear",
    ]
    assert lines[3].split() == [
        "rows",
        "f32",
        "max_tokens",
        "x",
        "[width]",
        "always",
        "step",
        "whole",
    ]
    assert len(lines) == 5
    one = tree.run("show", SMALL, "--resets", "rows").out.splitlines()
    assert len(one) == 2
    routines = json.loads(tree.run("show", SMALL, "--resets", "--format", "json").out)
    assert routines[0]["targets"] == [{"path": "rows", "mode": "whole"}]
    of_rows = json.loads(tree.run("show", SMALL, "--resets", "rows", "--format", "json").out)
    assert of_rows == [{"name": "clear", "path": "rows", "mode": "whole"}]


def test_a_path_that_leads_nowhere(tree: Tree) -> None:
    outcome = tree.run("show", SMALL, "row")
    assert outcome.code == 2
    assert "did you mean `rows`?" in outcome.err


def test_a_layout_with_errors_is_not_shown(tree: Tree) -> None:
    tree.edit(SMALL, 'reset = "step"', 'reset = "stepp"')
    outcome = tree.run("show", SMALL)
    assert (outcome.code, outcome.out) == (2, "")
    assert f"{SMALL}:28:9: error[AG401]" in outcome.err


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.code)
def test_every_code_is_explained(tree: Tree, rule: object) -> None:
    code = rule.code  # type: ignore[attr-defined]
    outcome = tree.run("explain", code)
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.out.startswith(f"{code}: ")


def test_an_unknown_code(tree: Tree) -> None:
    outcome = tree.run("explain", "AG999")
    assert (outcome.code, outcome.out) == (2, "")
    assert "there is no diagnostic `AG999`" in outcome.err
