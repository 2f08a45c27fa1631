"""`arenagen fmt`: what it writes, what it only says, and what it leaves alone."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from files.project_tree import Tree

LAYOUT = "layouts/small.toml"


@pytest.fixture
def untidy(tree: Tree) -> Tree:
    """A project whose layout has two lines out of order."""
    tree.edit(LAYOUT, 'reset = "step"', 'reset="step"   # stale rows')
    tree.edit(LAYOUT, 'row = ["width"]', 'row = [ "width" ]')
    return tree


def test_it_formats_and_is_done(untidy: Tree) -> None:
    outcome = untidy.run("fmt")
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.out == f"formatted  {LAYOUT}\n1 layout: 1 formatted, 0 unchanged\n"
    assert 'row = ["width"]\nreset = "step" # stale rows\n' in untidy.read(LAYOUT)
    again = untidy.run("fmt", LAYOUT)
    assert (again.code, again.out) == (0, "1 layout: 0 formatted, 1 unchanged\n")
    assert sorted(p.name for p in (untidy.root / "layouts").iterdir()) == ["presets", "small.toml"]


def test_check_and_diff_write_nothing(untidy: Tree) -> None:
    before = untidy.read(LAYOUT)
    check = untidy.run("fmt", "--check")
    assert check.code == 1
    assert check.out.startswith(f"would be formatted  {LAYOUT}\n")
    diff = untidy.run("fmt", "--diff")
    assert diff.code == 1
    assert diff.out.startswith(f"--- {LAYOUT}\n+++ {LAYOUT} (formatted)\n")
    assert '\n-row = [ "width" ]\n' in diff.out
    assert '\n+row = ["width"]\n' in diff.out
    assert untidy.read(LAYOUT) == before
    untidy.run("fmt")
    for option in ("--check", "--diff"):
        assert untidy.run("fmt", option).code == 0


def test_line_ends_and_byte_order_mark(tree: Tree) -> None:
    plain = tree.read(LAYOUT)
    for other in (plain.replace("\n", "\r\n"), "\ufeff" + plain, plain.rstrip("\n")):
        tree.write(LAYOUT, other)
        assert tree.run("fmt", "--check").code == 1
        assert tree.run("fmt").code == 0
        assert tree.read(LAYOUT) == plain


def test_a_diff_shows_a_missing_end_of_line(tree: Tree) -> None:
    tree.write(LAYOUT, tree.read(LAYOUT).rstrip("\n"))
    assert "\n\\ No newline at end of file\n" in tree.run("fmt", "--diff").out


def test_what_is_no_toml_is_refused_and_the_rest_formatted(untidy: Tree) -> None:
    wrong = "arenagen = 1\n[layout\n"
    untidy.write("layouts/wrong.toml", wrong)
    outcome = untidy.run("fmt")
    assert outcome.code == 2
    assert "layouts/wrong.toml:2:8: error[AG001]" in outcome.err
    assert outcome.out.endswith("1 layout: 1 formatted, 0 unchanged\n")
    assert untidy.read("layouts/wrong.toml") == wrong


def test_what_cannot_be_read_is_told_and_the_rest_formatted(untidy: Tree) -> None:
    (untidy.root / "layouts/bytes.toml").write_bytes(b"a = \xff\n")
    outcome = untidy.run("fmt")
    assert outcome.code == 2
    assert "layouts/bytes.toml: error[AG002]" in outcome.err
    assert outcome.out.endswith("1 layout: 1 formatted, 0 unchanged\n")


def test_a_layout_with_faults_can_be_formatted(untidy: Tree) -> None:
    untidy.edit(LAYOUT, 'dtype = "u8"', 'dtype = "u9"')
    assert untidy.run("fmt").code == 0


def test_paths_that_lead_nowhere(tree: Tree) -> None:
    outcome = tree.run("fmt", "layouts/none.toml")
    assert outcome.code == 2
    assert "AG602" in outcome.err


def test_a_link_stays_a_link_and_permissions_stay(untidy: Tree) -> None:
    path = untidy.root / LAYOUT
    path.chmod(0o640)
    real = path.rename(untidy.root / "real.toml")
    path.symlink_to(Path("..") / "real.toml")
    assert untidy.run("fmt").code == 0
    assert path.is_symlink()
    assert 'row = ["width"]' in real.read_text()
    assert os.stat(real).st_mode & 0o777 == 0o640


def test_a_refusal_of_the_system(untidy: Tree, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*arguments: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("arenagen.files.write.os.replace", refuse)
    before = untidy.read(LAYOUT)
    outcome = untidy.run("fmt")
    assert outcome.code == 2
    assert "AG606" in outcome.err
    assert untidy.read(LAYOUT) == before
    assert sorted(p.name for p in (untidy.root / "layouts").iterdir()) == ["presets", "small.toml"]


def test_nesting_without_end(tree: Tree) -> None:
    depth = 100_000
    tree.write(LAYOUT, f"a = {'[' * depth}{']' * depth}\n")
    outcome = tree.run("fmt")
    assert outcome.code == 2
    assert "deeply" in outcome.err
