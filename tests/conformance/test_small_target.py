"""A small target runs the suite, as the page on targets says: from the settings of a project and as a command."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest
from files.project_tree import LAYOUT, Tree

from arenagen.conformance import Case, built_in_cases, case_of, run_case
from arenagen.conformance.__main__ import made_in, main
from arenagen.conformance.driver import Driver
from arenagen.emit.render import Chosen
from arenagen.emit.target import completed
from tests.conformance.sheet_target import TARGET

SHEET = Chosen(TARGET, completed(TARGET, {}))
DRIVER = (sys.executable, str(Path(__file__).parent / "sheet_driver.py"))

EXPRESSIONS = next(case for case in built_in_cases() if case.name == "expressions")


@pytest.mark.parametrize("case", [EXPRESSIONS, case_of(LAYOUT.format(name="small"), "small.toml")])
def test_it_has_the_sizes_of_what_it_knows(case: Case, tmp_path: Path) -> None:
    outcome = run_case(case, SHEET, made_in(tmp_path, DRIVER), scope="sizes")
    assert outcome.passed, "\n".join(outcome.faults)
    assert outcome.asked > 10


def test_it_is_not_taken_for_a_whole_one(tmp_path: Path) -> None:
    case = case_of(LAYOUT.format(name="small"), "small.toml")
    outcome = run_case(case, SHEET, made_in(tmp_path, DRIVER))
    assert outcome.state == "wrong"
    assert any("offset of rows: missing" in line for line in outcome.faults)


def test_a_wrong_formula_is_found(tmp_path: Path) -> None:
    """Rounding toward zero, as many languages divide, is not the floor."""
    made = made_in(tmp_path, DRIVER)

    def bent(case: Case, files: Mapping[str, str]) -> Driver:
        changed = {name: text.replace('"//"', '"/"') for name, text in files.items()}
        return made(case, changed)

    outcome = run_case(EXPRESSIONS, SHEET, bent, scope="sizes")
    assert outcome.state == "wrong"


def test_the_command_runs_it(capsys: pytest.CaptureFixture[str]) -> None:
    code = main(
        [
            *("--target", "sheet=tests.conformance.sheet_target:TARGET", "--set", "indent=0"),
            *("--driver", shlex.join(DRIVER), "--sizes", "--only", "expressions"),
        ]
    )
    assert code == 0
    assert "expressions: right" in capsys.readouterr().out


def test_a_project_names_it_in_its_settings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    tree = Tree(tmp_path / "project", capsys, monkeypatch.chdir)
    tree.layout()
    tree.write(
        "arenagen.toml",
        '[targets.sheet]\nmodule = "tests.conformance.sheet_target:TARGET"\nindent = 2\n',
    )
    outcome = tree.run("build")
    assert outcome.code == 0, outcome.err
    assert '"rows": {' in tree.read("generated/small/sheet/sheet.txt")
    assert tree.run("check").code == 0
