"""What `build` and `check` print for services that run them: whole documents, names from the repository's root."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from files.project_tree import Tree

WRONG = 'row = ["width + widht"]'


@pytest.fixture
def wrong(built: Tree) -> Tree:
    """A built project with a misspelt name in its layout."""
    built.edit("layouts/small.toml", 'row = ["width"]', WRONG)
    return built


@pytest.mark.parametrize("command", ["build", "check"])
def test_documents_of_a_sound_project_are_empty(built: Tree, command: str) -> None:
    for more in ([], ["--full"]):
        assert json.loads(built.run(command, "--format", "gitlab", *more).out) == []
        log = json.loads(built.run(command, "--format", "sarif", *more).out)
        assert log["runs"][0]["results"] == []


@pytest.mark.parametrize("command", ["build", "check"])
def test_a_fault_is_in_every_form(wrong: Tree, command: str) -> None:
    line = wrong.read("layouts/small.toml").split(WRONG)[0].count("\n") + 1
    gitlab = wrong.run(command, "--format", "gitlab")
    (issue,) = json.loads(gitlab.out)
    assert (gitlab.code, gitlab.err) == (2, "")
    assert issue["location"] == {
        "path": "layouts/small.toml",
        "lines": {"begin": line, "end": line},
    }
    (result,) = json.loads(wrong.run(command, "--format", "sarif").out)["runs"][0]["results"]
    assert result["ruleId"] == issue["check_name"]
    github = wrong.run(command, "--format", "github")
    assert github.code == 2
    assert f"::error file=layouts/small.toml,line={line}," in github.out


def test_names_lead_from_the_root_of_the_repository(wrong: Tree) -> None:
    (wrong.root.parent / ".git").mkdir()
    for cwd in (".", "layouts"):
        (issue,) = json.loads(wrong.run("check", "--format", "gitlab", cwd=cwd).out)
        assert issue["location"]["path"] == "project/layouts/small.toml"
        assert (
            "file=project/layouts/small.toml,"
            in wrong.run("check", "--format", "github", cwd=cwd).out
        )


def test_what_annotations_do_not_show_is_in_the_summary(
    built: Tree, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = [f"layouts/small_{i}.toml" for i in range(12)]
    for name in names:
        built.write(name, "arenagen = 1\n")
    summary = tmp_path / "summary.md"
    summary.write_text("before\n")
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(summary))
    outcome = built.run("check", "--format", "github")
    assert outcome.code == 2
    assert outcome.out.count("::error ") == 10
    assert "more in the summary of the job\n" in outcome.out
    text = summary.read_text()
    assert text.startswith("before\n## arenagen: ")
    assert all(f"| {name}:" in text for name in names)
    monkeypatch.delenv("GITHUB_STEP_SUMMARY")
    assert "which no annotation shows" in built.run("check", "--format", "github").out


def test_a_summary_that_cannot_be_written_is_no_success(
    built: Tree, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    built.edit("layouts/small.toml", 'row = ["width"]', WRONG)
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(tmp_path))
    with pytest.raises(OSError, match="GITHUB_STEP_SUMMARY"):
        built.run("check", "--format", "github")


def test_faults_of_settings_are_told_in_every_form(tree: Tree) -> None:
    tree.write("arenagen.toml", "layouts = 3\n")
    for command in ("build", "check"):
        (issue,) = json.loads(tree.run(command, "--format", "gitlab").out)
        assert issue["location"]["path"] == "arenagen.toml"
        assert tree.run(command, "--format", "github").out.startswith("::error file=arenagen.toml,")


def test_a_check_in_github_still_says_what_it_compared(built: Tree) -> None:
    for more in ([], ["--full"]):
        assert built.run("check", "--format", "github", *more).out.endswith("all current\n")
