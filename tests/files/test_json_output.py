"""What `build` and `check` tell programs."""

from __future__ import annotations

import json

from files.project_tree import FILES, Tree


def test_build(tree: Tree) -> None:
    data = json.loads(tree.run("build", "--format", "json").out)
    assert sorted(data["files"]["written"]) == [f"generated/small/{name}" for name in FILES]
    assert data["files"]["deleted"] == []
    assert data["summary"] == {"errors": 0, "warnings": 0, "waived": 0}
    again = json.loads(tree.run("build", "--format", "json").out)
    assert again["files"] == {"written": [], "deleted": []}


def test_check_of_a_current_tree_is_the_same_by_digests_and_in_full(built: Tree) -> None:
    fast = json.loads(built.run("check", "--format", "json").out)
    full = json.loads(built.run("check", "--format", "json", "--full").out)
    assert fast["diagnostics"] == full["diagnostics"] == []
    assert fast["summary"] == full["summary"]
    assert sorted(f["path"] for f in fast["files"]) == sorted(f["path"] for f in full["files"])
    assert {f["state"] for f in fast["files"]} == {"current"}


def test_a_finding_about_a_file(built: Tree) -> None:
    (built.root / "generated/small/resets.md").unlink()
    data = json.loads(built.run("check", "--format", "json").out)
    (found,) = data["diagnostics"]
    assert (found["code"], found["severity"]) == ("AG612", "warning")
    assert found["file"] == "generated/small/resets.md"
    assert found["hint"] == "run `arenagen build`"


def test_faults_of_settings_are_one_document_too(tree: Tree) -> None:
    tree.write("arenagen.toml", "layouts = 3\n")
    for command in ("build", "check"):
        outcome = tree.run(command, "--format", "json")
        (found,) = json.loads(outcome.out)["diagnostics"]
        assert (outcome.code, outcome.err) == (2, "")
        assert (found["code"], found["line"], found["column"]) == ("AG601", 1, 11)
