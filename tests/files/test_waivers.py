"""Waivers in a project: in layouts and in settings, through `check`, `build` and `laws`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from arenagen.api import load
from arenagen.emit.cpp import TARGET as CPP
from arenagen.emit.python import TARGET as PYTHON
from arenagen.emit.render import Chosen, Origin, render
from arenagen.emit.rust import TARGET as RUST
from arenagen.emit.target import completed
from files.project_tree import Tree

ROOT = Path(__file__).parents[2]
SMALL = "layouts/small.toml"
MORE = 'doc = "Bytes of each row."\n'
NEVER = MORE + 'when = "extra and max_tokens > 4096"\n'
UNUSED = '\n[consts]\nwarp = { value = 32, doc = "threads of a warp" }\n'
SETTINGS = '[targets.python]\n\n[[waive]]\nid = "AG243"\nreason = "kernels read it"\n'


@pytest.fixture
def finding(tree: Tree) -> Tree:
    """A project whose buffer `more` never exists, which is a finding."""
    tree.edit(SMALL, 'when = "extra"\n', "")
    tree.edit(SMALL, MORE, NEVER)
    assert tree.run("build").code == 0
    assert tree.run("check").code == 1
    return tree


@pytest.fixture
def waived(finding: Tree) -> Tree:
    """The same, waived."""
    finding.edit(SMALL, MORE, MORE + 'waive = { AG365 = "not shipped yet" }\n')
    assert finding.run("build").code == 0
    return finding


def diagnostics(tree: Tree, *arguments: str) -> list[tuple[str, str | None]]:
    """Codes of what is found, each with the reason by which it is waived."""
    data = json.loads(tree.run(*(arguments or ("check",)), "--format", "json").out)
    return [(d["code"], d["waived"] and d["waived"]["reason"]) for d in data["diagnostics"]]


def test_a_waived_finding_is_counted_and_does_not_fail_the_check(waived: Tree) -> None:
    for more in ([], ["--full"]):
        outcome = waived.run("check", *more)
        assert outcome.code == 0
        assert outcome.out.startswith("1 finding waived\n")
        assert "AG365" not in outcome.out
    assert diagnostics(waived) == [("AG365", "not shipped yet")]


def test_every_form_says_what_it_can(waived: Tree) -> None:
    assert json.loads(waived.run("check", "--format", "gitlab").out) == []
    github = waived.run("check", "--format", "github")
    assert (github.code, "::warning" in github.out) == (0, False)
    assert github.out.startswith("1 finding waived\n")
    log = waived.run("check", "--format", "sarif")
    (result,) = json.loads(log.out)["runs"][0]["results"]
    assert (log.code, result["ruleId"]) == (0, "AG365")
    (suppression,) = result["suppressions"]
    assert suppression["kind"] == "inSource"
    line = waived.read(SMALL).split("waive =")[0].count("\n") + 1
    assert suppression["location"]["physicalLocation"]["region"]["startLine"] == line


def test_a_waiver_without_use_is_a_finding(tree: Tree) -> None:
    tree.edit(SMALL, MORE, MORE + 'waive = { AG365 = "not shipped yet" }\n')
    assert tree.run("build").code == 0
    for _ in range(2):
        outcome = tree.run("check")
        assert outcome.code == 1
        assert "warning[AG249]: nothing that the waiver of AG365 is for was found" in outcome.out


def test_a_waiver_holds_where_it_stands(finding: Tree) -> None:
    finding.edit(SMALL, 'doc = "Rows of the pass."\n', 'doc = "Rows."\nwaive = { AG365 = "w" }\n')
    finding.run("build")
    assert {code for code, _ in diagnostics(finding)} == {"AG249", "AG365"}
    assert all(reason is None for _, reason in diagnostics(finding))


def test_what_breaks_a_layout_is_shown_without_what_is_waived(waived: Tree) -> None:
    waived.edit(SMALL, 'row = ["width"]', 'row = ["1 - width"]')
    outcome = waived.run("check")
    assert outcome.code == 2
    assert "AG365" not in outcome.out
    assert "1 finding waived" in outcome.out


@pytest.mark.parametrize("narrow", ["", f'layout = "{SMALL}"\n', 'path = "consts.warp"\n'])
def test_the_settings_waive_what_buffers_cannot(tree: Tree, narrow: str) -> None:
    tree.write(SMALL, tree.read(SMALL) + UNUSED)
    assert tree.run("build").code == 0
    assert tree.run("check").code == 1
    tree.write("arenagen.toml", SETTINGS + narrow)
    for arguments in (["check"], ["check", "--full"], ["check", SMALL], ["laws", SMALL]):
        outcome = tree.run(*arguments)
        assert (outcome.code, "1 finding waived\n" in outcome.out) == (0, True)
    (result,) = json.loads(tree.run("check", "--format", "sarif").out)["runs"][0]["results"]
    (suppression,) = result["suppressions"]
    assert (suppression["kind"], suppression["justification"]) == ("external", "kernels read it")
    place = suppression["location"]["physicalLocation"]
    assert (place["artifactLocation"]["uri"], place["region"]["startLine"]) == ("arenagen.toml", 4)


@pytest.mark.parametrize("narrow", ["", f'layout = "{SMALL}"\n', 'path = "consts.wrap"\n'])
def test_a_waiver_of_the_settings_without_use_is_a_finding(built: Tree, narrow: str) -> None:
    assert built.run("check").code == 0
    built.write("arenagen.toml", SETTINGS + narrow)
    outcome = built.run("check")
    assert outcome.code == 1
    assert "arenagen.toml:4:6: warning[AG249]" in outcome.out


def test_of_layouts_that_were_not_looked_at_nothing_is_said(built: Tree) -> None:
    built.layout("other")
    assert built.run("build").code == 0
    built.write("arenagen.toml", SETTINGS)
    assert built.run("check", SMALL).code == 0
    assert built.run("check").code == 1
    built.write("arenagen.toml", SETTINGS + f'layout = "{SMALL}"\n')
    assert built.run("check", "layouts/other.toml").code == 0
    assert built.run("check", SMALL).code == 1


def test_settings_in_pyproject(tree: Tree) -> None:
    tree.write(SMALL, tree.read(SMALL) + UNUSED)
    (tree.root / "arenagen.toml").unlink()
    text = SETTINGS.replace("[targets", "[tool.arenagen.targets")
    tree.write("pyproject.toml", text.replace("[[waive]]", "[[tool.arenagen.waive]]"))
    assert tree.run("build").code == 0
    assert diagnostics(tree) == [("AG243", "kernels read it")]


def test_waivers_change_nothing_that_is_generated_but_the_record_of_the_build(tree: Tree) -> None:
    tree.write(SMALL, tree.read(SMALL) + UNUSED)
    tree.run("build")
    before = tree.snapshot()
    tree.write("arenagen.toml", SETTINGS)
    assert tree.run("build").code == 0
    after = tree.snapshot()
    assert {name for name in after if after[name] != before.get(name)} == {"arenagen.toml"}


def test_waivers_of_a_layout_do_not_reach_generated_code() -> None:
    text = (ROOT / "layouts" / "llama.toml").read_text(encoding="utf-8")
    targets = [Chosen(target, completed(target, {})) for target in (CPP, PYTHON, RUST)]
    files = []
    for added in ("", 'waive = { AG705 = "because" }\n'):
        layout = load(text.replace("reset = ", f"{added}reset = "), "llama").elaborated
        assert layout is not None
        assert all(bool(node.written.waive) == bool(added) for node in layout.buffers)
        files.append(render(layout, Origin("layouts/llama.toml", "0" * 64), targets))
    assert files[0] == files[1]
