"""Presets: each fault is told at its place in the preset, by `check` and by `build`."""

from __future__ import annotations

import pytest

from files.project_tree import Tree

PRESET = "layouts/presets/small_one.toml"


@pytest.mark.parametrize(
    ("text", "where", "code", "words"),
    [
        ("[params]\n", "1:1", "AG621", "missing key `layouts`"),
        ('layouts = ["small"]\n', "1:1", "AG621", "missing key `params`"),
        ("layouts = []\n[params]\n", "1:11", "AG621", "an array with names of layouts"),
        ("layouts = [3]\n[params]\n", "1:11", "AG621", "an array with names of layouts"),
        ('layouts = ["smal"]\n[params]\n', "1:12", "AG621", "did you mean `small`?"),
        ('layouts = ["small"]\nparams = 3\n', "2:10", "AG621", "a table of values by name"),
        ('layouts = ["small"]\nenv = 3\n[params]\n', "2:7", "AG621", "a table of values by name"),
        ('layouts = ["small"]\ndoc = 3\n[params]\n', "2:7", "AG621", "`doc` is a text"),
        ('layouts = ["small"]\n[param]\n', "2:1", "AG621", "did you mean `params`?"),
        ('layouts = ["small"]\n[params]\n', "2:1", "AG501", "max_tokens"),
        ('layouts = ["small"]\n[params]\nmax_tokens = 0\n', "3:14", "AG502", "max_tokens"),
        ('layouts = ["small"]\n[params]\nmax_tokens = "x"\n', "3:14", "AG507", "max_tokens"),
        ('layouts = ["small"]\n[params]\nmax_token = 1\n', "3:1", "AG500", "did you mean"),
        (
            'layouts = ["small"]\n[params]\nmax_tokens = 1\n[flags]\nextra = 1\n',
            "5:9",
            "AG505",
            "true or false",
        ),
        (
            'layouts = ["small"]\n[params]\nmax_tokens = 1\n[env]\nEXTR = 1\n',
            "5:8",
            "AG505",
            "did you mean `EXTRA`?",
        ),
        ("layouts = [\n", "2:1", "AG001", ""),
    ],
)
def test_a_faulty_preset(tree: Tree, text: str, where: str, code: str, words: str) -> None:
    tree.write(PRESET, text)
    for command in ("build", "check"):
        outcome = tree.run(command)
        shown = outcome.out + outcome.err
        assert outcome.code == 2
        assert f"{PRESET}:{where}: error[{code}]" in shown
        assert words in shown
    assert not (tree.root / "generated").exists()


def test_a_preset_that_breaks_a_requirement_is_told_with_the_requirement(tree: Tree) -> None:
    path = tree.root / "layouts/small.toml"
    path.write_text(
        path.read_text()
        + '\n[require]\nodd = { that = "max_tokens % 2 == 1", doc = "rows come with one more" }\n'
    )
    outcome = tree.run("check")
    assert f"{PRESET}:4:1: error[AG503]" in outcome.out
    assert "layouts/small.toml:40:16: note: it stands here" in outcome.out


def test_a_preset_may_be_for_several_layouts(tree: Tree) -> None:
    tree.layout("other")
    tree.edit(PRESET, '["small"]', '["small", "other"]')
    assert tree.run("build").code == 0
    for name in ("small", "other"):
        assert f'"{PRESET}": "' in tree.read(f"generated/{name}/manifest.json")
    tree.edit("layouts/other.toml", "max = 4096", "max = 16")
    outcome = tree.run("check", "layouts/other.toml")
    assert outcome.code == 2
    assert f"{PRESET}:5:14: error[AG502]" in outcome.out


def test_a_preset_that_cannot_be_read(tree: Tree) -> None:
    (tree.root / "layouts/presets/folder.toml").mkdir()
    outcome = tree.run("check")
    assert outcome.code == 2
    assert (
        "layouts/presets/folder.toml: error[AG621]: cannot be read: it is a folder" in outcome.out
    )


def test_a_preset_whose_name_is_no_text(tree: Tree) -> None:
    tree.write("layouts/presets/\udcff.toml", 'layouts = ["small"]\n[params]\nmax_tokens = 1\n')
    outcome = tree.run("build")
    assert outcome.code == 2
    assert "error[AG621]: the name of a preset is printable text" in outcome.err


def test_without_a_folder_of_presets_there_are_none(tree: Tree) -> None:
    (tree.root / PRESET).unlink()
    (tree.root / "layouts/presets").rmdir()
    assert tree.run("build").code == 0
    assert tree.run("check").code == 0
