"""`laws`, and what `check` and `build` do with the committed ledger."""

from __future__ import annotations

import json

import pytest
from files.project_tree import Tree

from arenagen.laws import installed_solver

SMALL = "layouts/small.toml"
LEDGER = "generated/small/laws.json"

LAW = """
[laws]
fits = { that = "rows.bytes >= 4 * width", doc = "a row at least" }
"""

SOLVER_LAW = """
[laws]
hard = { that = "(2 * width + max_tokens) % 3 == 0 or (width + 2 * max_tokens) % 3 != 0", doc = "why" }
"""


def with_laws(tree: Tree, laws: str) -> Tree:
    path = tree.root / SMALL
    path.write_text(path.read_text() + laws)
    return tree


def test_verdicts_are_listed_with_how_they_were_reached(tree: Tree) -> None:
    outcome = with_laws(tree, LAW).run("laws", SMALL)
    assert (outcome.code, outcome.err) == (0, "")
    lines = outcome.out.splitlines()
    assert lines[0].split() == ["fits", "PROVED", "ranges"]
    assert lines[-1].endswith(" proved")


def test_a_name_asks_for_a_law_a_kind_or_a_buffer(tree: Tree) -> None:
    with_laws(tree, LAW)
    for name, expected in (
        ("fits", ["fits"]),
        ("whole_rows", ["whole_rows rows", "whole_rows more"]),
        ("never_shrinks rows", ["never_shrinks rows"]),
    ):
        data = json.loads(tree.run("laws", SMALL, name, "--format", "json").out)
        assert [law["law"] for law in data["laws"]] == expected


def test_an_unknown_name_is_refused_with_the_nearest(tree: Tree) -> None:
    outcome = with_laws(tree, LAW).run("laws", SMALL, "fist")
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err == "arenagen: there is no law `fist`; did you mean `fits`?\n"


def test_a_broken_law_is_bad_input_and_its_values_are_data(tree: Tree) -> None:
    with_laws(tree, LAW.replace(">= 4", "> 4"))
    outcome = tree.run("laws", SMALL, "fits", "--format", "json")
    assert outcome.code == 2
    (law,) = json.loads(outcome.out)["laws"]
    assert law["verdict"] == "refuted"
    assert law["values"]["max_tokens"] == 1
    assert law["shown"] == {"rows.bytes": 4, "4 * width": 4}


def test_what_has_not_changed_is_taken_from_the_ledger(tree: Tree) -> None:
    with_laws(tree, LAW)
    assert tree.run("build").code == 0
    first = json.loads(tree.run("laws", SMALL, "fits", "--format", "json").out)["laws"]
    assert [law["kept"] for law in first] == [True]
    again = json.loads(tree.run("laws", SMALL, "fits", "--full", "--format", "json").out)["laws"]
    assert [law["kept"] for law in again] == [False]


@pytest.mark.skipif(installed_solver() is None, reason="the extra `prove` is not installed")
def test_without_the_solver_its_recorded_proofs_stand_and_check_says_so(
    tree: Tree, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_laws(tree, SOLVER_LAW)
    assert tree.run("build").code == 0
    monkeypatch.setattr("arenagen.laws.solver.find_spec", lambda name: None)
    outcome = tree.run("check", "--full")
    assert outcome.code == 0
    assert outcome.out.splitlines()[-1] == (
        "1 law proved by a solver before; that was taken from the ledger"
    )
    (tree.root / LEDGER).unlink()
    codes = [
        d["code"] for d in json.loads(tree.run("check", "--format", "json").out)["diagnostics"]
    ]
    assert "AG702" in codes


def test_a_ledger_that_was_edited_is_not_believed(tree: Tree) -> None:
    with_laws(tree, LAW)
    assert tree.run("build").code == 0
    path = tree.root / LEDGER
    path.write_text(path.read_text().replace('"by": "ranges"', '"by": "guessing"'))
    laws = json.loads(tree.run("laws", SMALL, "--format", "json").out)["laws"]
    assert not any(law["kept"] for law in laws)
    assert {
        d["code"] for d in json.loads(tree.run("check", "--format", "json").out)["diagnostics"]
    } == {"AG611"}


def test_a_proof_that_becomes_an_assumption_shows_in_the_ledger(tree: Tree) -> None:
    with_laws(tree, '\n[laws]\nnarrow = { that = "width <= 1024", doc = "why" }\n')
    assert tree.run("build").code == 0
    before = (tree.root / LEDGER).read_text()
    path = tree.root / SMALL
    wider = path.read_text().replace("max = 1024", "max = 2048")
    path.write_text(
        wider + '\n[assume]\nsmall = { that = "width <= 1024", reason = "no model is wider" }\n'
    )
    assert tree.run("build").code == 0
    after = (tree.root / LEDGER).read_text()
    assert '"law": "narrow", "verdict": "proved", "by": "ranges"' in before
    assert '"law": "narrow", "verdict": "assumed", "by": "ranges", "because": "small"' in after
    listed = tree.run("laws", SMALL, "narrow").out
    assert "ASSUMED" in listed
    assert listed.endswith("small: no model is wider\n")
