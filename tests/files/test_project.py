"""Settings and discovery: every fault of the settings is told at its place, and layouts are found as they say."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from files.project_tree import LAYOUT, Tree


@pytest.mark.parametrize(
    ("settings", "where", "code", "words"),
    [
        ("layout = []\n", "1:1", "AG600", "did you mean `layouts`?"),
        ("unheard_of = 1\n", "1:1", "AG600", "known: generated, layouts, presets, targets, waive"),
        ("layouts = 3\n", "1:11", "AG601", "an array of file patterns"),
        ("layouts = [3]\n", "1:11", "AG601", "an array of file patterns"),
        ('layouts = ["/etc/*.toml"]\n', "1:12", "AG601", "outside the project"),
        ('layouts = ["a/../../b.toml"]\n', "1:12", "AG601", "outside the project"),
        ("presets = []\n", "1:11", "AG601", "the path of a folder"),
        ('generated = "../out"\n', "1:13", "AG604", "outside the project"),
        ('generated = "/tmp/out"\n', "1:13", "AG604", "outside the project"),
        ('generated = "."\n', "1:13", "AG601", "a folder of its own"),
        ('generated = ""\n', "1:13", "AG601", "without control characters"),
        ('generated = "a\\u0000b"\n', "1:13", "AG601", "without control characters"),
        ('generated = "a\\\\b"\n', "1:13", "AG601", "slashes, not backslashes"),
        ('generated = "layouts"\n', "1:13", "AG601", "would mix with the layouts"),
        ('generated = "layouts/generated"\n', "1:13", "AG601", "would mix with the layouts"),
        ('generated = "layouts/presets"\n', "1:13", "AG601", "would mix with"),
        ('generated = "a"\npresets = "a/b"\n', "1:13", "AG601", "would mix with the presets"),
        ("targets = []\n", "1:11", "AG601", "takes a table"),
        ("[targets]\npython = 3\n", "2:10", "AG601", "takes a table"),
        ("[targets.python]\nmodule = 3\n", "2:10", "AG601", "a module and a name in it"),
        ("[targets.python]\nmax_line = 3\n", "2:1", "AG600", "did you mean `max_lines`?"),
        ("[targets.python]\nmax_lines = 0\n", "2:13", "AG601", "must be above 0"),
        ('[targets.python]\nmax_lines = "x"\n', "2:13", "AG601", "a whole number"),
        ("layouts = [\n", "2:1", "AG001", "Invalid"),
        ("waive = 3\n", "1:9", "AG601", "tables `[[...]]` with `id` and `reason`"),
        ("waive = [3]\n", "1:10", "AG601", "takes a table"),
        ('[[waive]]\nid = "AG243"\n', "1:1", "AG601", "a waiver without `reason`"),
        ('[[waive]]\nreason = "r"\n', "1:1", "AG601", "a waiver without `id`"),
        ('[[waive]]\nid = 243\nreason = "r"\n', "2:6", "AG601", "takes a string"),
        ('[[waive]]\nid = "AG243"\nreason = "r"\npaht = "x"\n', "4:1", "AG600", "mean `path`?"),
        ('[[waive]]\nid = "AG999"\nreason = "r"\n', "2:6", "AG224", "unknown diagnostic `AG999`"),
        ('[[waive]]\nid = "AG701"\nreason = "r"\n', "2:6", "AG226", "cannot be waived"),
        ('[[waive]]\nid = "AG243"\nreason = " "\n', "3:10", "AG225", "gives no reason"),
        (
            '[[waive]]\nid = "AG243"\nreason = "r"\nlayout = "layouts/smal.toml"\n',
            "4:10",
            "AG601",
            "did you mean `layouts/small.toml`?",
        ),
        (
            '[[waive]]\nid = "AG243"\nreason = "r"\nlayout = "../x.toml"\n',
            "4:10",
            "AG601",
            "outside the project",
        ),
    ],
)
def test_a_fault_in_the_settings(
    tree: Tree, settings: str, where: str, code: str, words: str
) -> None:
    tree.write("arenagen.toml", settings)
    for command in ("build", "check"):
        outcome = tree.run(command)
        text = outcome.out + outcome.err
        assert outcome.code == 2
        assert f"arenagen.toml:{where}: error[{code}]" in text
        assert words in text
    assert not (tree.root / "generated").exists()


def test_all_faults_of_the_settings_are_told_at_once(tree: Tree) -> None:
    tree.write("arenagen.toml", 'layouts = 3\npresets = 4\ngenerated = "../x"\nlayoutz = 1\n')
    assert tree.run("check").err.count("error[AG60") == 4


def test_settings_of_pyproject_go_before_those_of_arenagen_toml(tree: Tree) -> None:
    tree.write("pyproject.toml", '[tool.arenagen]\ngenerated = "out"\n')
    tree.write("arenagen.toml", 'generated = "elsewhere"\n')
    assert tree.run("build").code == 0
    assert (tree.root / "out/small/layout.json").exists()
    assert not (tree.root / "elsewhere").exists()


def test_a_pyproject_without_settings_is_no_project(tree: Tree) -> None:
    tree.write("part/pyproject.toml", '[project]\nname = "uses-arenagen"\n')
    assert tree.run("build", cwd="part").code == 0
    assert (tree.root / "generated/small/layout.json").exists()


def test_faults_in_pyproject_have_their_place(tree: Tree) -> None:
    tree.write("pyproject.toml", '[project]\nname = "x"\n\n[tool.arenagen]\nlayoutz = 1\n')
    assert "pyproject.toml:5:1: error[AG600]" in tree.run("check").err


def test_commands_work_from_any_folder_of_the_project(built: Tree) -> None:
    assert built.run("check", cwd="layouts/presets").code == 0
    built.edit("layouts/small.toml", "row = [16]", "row = [32]")
    outcome = built.run("check", cwd="layouts")
    assert "../generated/small/resets.md: warning[AG610]" in outcome.out
    before = built.snapshot()
    built.run("build", cwd="layouts/presets")
    after = built.snapshot()
    assert after != before
    assert built.run("build").out.startswith("1 layout: 0 written")
    assert built.run("check", "small.toml", cwd="layouts").code == 0


def test_what_is_generated_does_not_depend_on_the_folder_or_how_a_layout_is_named(
    tree: Tree, tmp_path: Path
) -> None:
    runs = [
        ("build", "."),
        ("build layouts/small.toml", "."),
        ("build ../small.toml", "layouts/presets"),
    ]
    made = []
    for words, cwd in runs:
        assert tree.run(*words.split(), cwd=cwd).code == 0
        made.append({n: d for n, d in tree.snapshot().items() if n.startswith("generated")})
        for name in made[-1]:
            (tree.root / name).unlink()
    assert made[0] == made[1] == made[2]


def test_other_line_ends_and_a_byte_order_mark_change_nothing(built: Tree) -> None:
    for name in ("layouts/small.toml", "layouts/presets/small_one.toml", "arenagen.toml"):
        text = "\ufeff" + built.read(name).replace("\n", "\r\n")
        built.write(name, text)
    assert built.run("check").code == 0
    assert built.run("check", "--full").code == 0
    assert built.run("build").out.startswith("1 layout: 0 written")


def test_patterns_find_layouts_and_leave_presets_out(tree: Tree) -> None:
    tree.write("arenagen.toml", 'layouts = ["layouts/**/*.toml", "more/one.toml"]\n')
    tree.write("layouts/deep/other.toml", LAYOUT.format(name="other"))
    tree.write("more/one.toml", LAYOUT.format(name="one"))
    outcome = tree.run("build")
    assert outcome.code == 0
    assert outcome.out.endswith("3 layouts: 27 written, 0 unchanged\n")


def test_a_named_file_that_is_missing_is_told(tree: Tree) -> None:
    tree.write("arenagen.toml", 'layouts = ["layouts/small.toml", "more/one.toml"]\n')
    assert "more/one.toml: error[AG602]" in tree.run("check").err


def test_without_settings_the_defaults_hold_here(tree: Tree) -> None:
    (tree.root / "arenagen.toml").unlink()
    assert tree.run("build").code == 0
    assert tree.run("check").code == 0


def test_a_layout_outside_the_project_is_refused(tree: Tree, tmp_path: Path) -> None:
    (tmp_path / "far.toml").write_text(LAYOUT.format(name="far"))
    outcome = tree.run("build", "../far.toml")
    assert outcome.code == 2
    assert "outside the project" in outcome.err
    (tree.root / "linked").symlink_to(tmp_path)
    assert tree.run("build", "linked/far.toml").code == 2


def test_a_linked_layout_is_read(tree: Tree, tmp_path: Path) -> None:
    (tmp_path / "far.toml").write_text(LAYOUT.format(name="far"))
    (tree.root / "layouts/near.toml").symlink_to(tmp_path / "far.toml")
    assert tree.run("build").code == 0
    assert "layouts/near.toml" in tree.read("generated/far/resets.md")


@pytest.mark.parametrize("name", ["Small", "a-b", "../up", "", "1st", "x" * 61, "a b"])
def test_a_name_that_cannot_be_a_folder_is_refused(tree: Tree, name: str) -> None:
    tree.edit("layouts/small.toml", 'name = "small"', f'name = "{name}"')
    outcome = tree.run("build")
    assert outcome.code == 2
    assert "layouts/small.toml:4:8: error[AG608]" in outcome.err


def test_two_layouts_of_one_name_are_refused(tree: Tree) -> None:
    tree.write("layouts/twin.toml", LAYOUT.format(name="small"))
    outcome = tree.run("build")
    assert outcome.code == 2
    assert outcome.err.count("error[AG607]") == 2
    assert "error[AG607]" in tree.run("build", "layouts/twin.toml").err


def test_a_path_that_cannot_stand_in_a_header_is_refused(tree: Tree) -> None:
    tree.write('layouts/a"b.toml', LAYOUT.format(name="odd"))
    assert "error[AG609]" in tree.run("build").err


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"\xff\xfe\x00", "it is not UTF-8 text (byte 0, in line 1)"),
        (b"arenagen = 1\n\x00", "error[AG001]"),
        (b"[" * 50000, "error[AG001]"),
        (b"x = " + b"9" * 5000, "error[AG001]"),
        (b"", "error[AG0"),
        (os.urandom(4096), "error["),
    ],
)
def test_whatever_a_layout_holds_there_is_no_traceback(tree: Tree, data: bytes, words: str) -> None:
    (tree.root / "layouts/small.toml").write_bytes(data)
    for command in ("check", "build", "check --full"):
        outcome = tree.run(*command.split())
        assert outcome.code == 2
        assert words in outcome.out + outcome.err


def test_a_folder_called_like_a_layout_is_told(tree: Tree) -> None:
    (tree.root / "layouts/folder.toml").mkdir()
    assert (
        "layouts/folder.toml: error[AG602]: cannot be read: it is a folder" in tree.run("check").out
    )


@pytest.mark.parametrize(
    ("target", "words"),
    [
        ("[targets.pyhton]\n", "did you mean `python`?"),
        ('[targets.mine]\nmodule = "no_such_module:TARGET"\n', "cannot be loaded"),
        ('[targets.mine]\nmodule = "json:TARGET"\n', "cannot be loaded"),
        ('[targets.mine]\nmodule = "json:dumps"\n', "is none: it lacks"),
        ('[targets.other]\nmodule = "files.project_tree:MINE"\n', "calls itself `mine`"),
    ],
)
def test_a_target_that_cannot_be_had(
    tree: Tree, monkeypatch: pytest.MonkeyPatch, target: str, words: str
) -> None:
    from arenagen.emit import plugins

    monkeypatch.setattr("arenagen.files.workspace.load_target", plugins.load_target)
    tree.write("arenagen.toml", target)
    outcome = tree.run("build")
    assert outcome.code == 2
    assert "error[AG630]" in outcome.err
    assert words in outcome.err


def test_a_target_may_come_from_a_module_of_the_project(
    tree: Tree, monkeypatch: pytest.MonkeyPatch
) -> None:
    from arenagen.emit import plugins

    monkeypatch.setattr("arenagen.files.workspace.load_target", plugins.load_target)
    tree.write("arenagen.toml", '[targets.mine]\nmodule = "files.project_tree:MINE"\n')
    assert tree.run("build").code == 0
    assert (tree.root / "generated/small/mine/names.py").exists()
    assert tree.run("check").code == 0
