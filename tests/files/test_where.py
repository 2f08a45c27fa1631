"""`arenagen where`: from generated lines to the layout and back."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from files.project_tree import Tree, make_tree

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def files() -> dict[str, str]:
    """The layout of a small decoder, and its generated code."""
    names = [ROOT / "layouts" / "llama.toml", *(ROOT / "generated" / "llama").rglob("*.*")]
    return {
        path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8")
        for path in names
        if path.suffix != ".pyc"
    }


@pytest.fixture
def llama(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    files: dict[str, str],
) -> Tree:
    """A project with that layout and its code alone."""
    tree = make_tree(tmp_path / "project", monkeypatch, capsys)
    monkeypatch.undo()
    monkeypatch.chdir(tree.root)
    shutil.rmtree(tree.root / "layouts")
    for name, text in files.items():
        tree.write(name, text)
    return tree


def number(tree: Tree, name: str, piece: str) -> int:
    """The line of a file in which a piece of text first stands."""
    text = tree.read(name)
    assert piece in text
    return text[: text.index(piece)].count("\n") + 1


def declared(tree: Tree, piece: str) -> str:
    return f"layouts/llama.toml:{number(tree, 'layouts/llama.toml', piece)}:1: "


SIZES = "generated/llama/python/sizes.py"


def test_from_a_generated_line_to_the_layout(llama: Tree) -> None:
    line = number(llama, SIZES, '"projected_gate_up",') + 4
    outcome = llama.run("where", f"{SIZES}:{line}")
    assert outcome.code == 0
    assert outcome.out == (
        declared(llama, "gate_up = {")
        + "use `projected.gate_up`\n"
        + declared(llama, "intermediate_size = {")
        + "names parameter `intermediate_size`\n"
    )


@pytest.mark.parametrize(
    ("target", "file", "piece"),
    [
        ("cpp", "generated/llama/cpp/detail/sizes.hpp", "size_projected("),
        ("rust", "generated/llama/rust/sizes.rs", "fn size_projected("),
    ],
)
def test_other_languages_lead_to_the_layout_and_back(
    llama: Tree, target: str, file: str, piece: str
) -> None:
    llama.write("arenagen.toml", f"[targets.{target}]\n")
    line = number(llama, file, piece)
    there = llama.run("where", f"{file}:{line}")
    assert there.code == 0
    assert (
        there.out.splitlines()[0] == declared(llama, "[buffers.projected]") + "buffer `projected`"
    )
    back = llama.run("where", "llama", "projected")
    ranges = [r.removeprefix(f"{file}:") for r in back.out.splitlines() if r.startswith(f"{file}:")]
    owned = [[int(n) for n in r.split("-")] for r in ranges if not r.endswith(": named")]
    assert any(each[0] <= line <= each[-1] for each in owned)
    assert all(
        "`projected" in llama.run("where", f"{file}:{each[0]}").out.splitlines()[0]
        for each in owned
    )


def test_the_way_back_leads_to_the_same_lines(llama: Tree) -> None:
    for place in ("llama:projected", "layouts/llama.toml:projected"):
        layout, _, name = place.partition(":")
        by_name = llama.run("where", layout, name)
        line = number(llama, "layouts/llama.toml", "[buffers.projected]")
        by_line = llama.run("where", f"layouts/llama.toml:{line + 2}")
        assert by_name.code == by_line.code == 0
        assert by_name.out == by_line.out
    first, *rest = by_name.out.splitlines()
    assert first == declared(llama, "[buffers.projected]") + "buffer `projected`"
    ranges = [r for r in rest if not r.endswith(": named")]
    assert any(r.startswith(f"{SIZES}:") for r in ranges)
    for text in ranges:
        found = re.fullmatch(r"(.+):(\d+)(?:-(\d+))?", text)
        assert found
        back = llama.run("where", f"{found[1]}:{found[2]}")
        assert "`projected" in back.out.splitlines()[0]


def test_edited_code_still_leads_back(llama: Tree) -> None:
    llama.edit(SIZES, "    projected: Extent\n", "    # one\n    # two\n    projected: Extent\n")
    line = number(llama, SIZES, "def _size_projected") + 2
    assert "buffer `projected`" in llama.run("where", f"{SIZES}:{line}").out


def test_lines_of_the_layout_as_a_whole(llama: Tree) -> None:
    outcome = llama.run("where", f"{SIZES}:3")
    assert (outcome.code, outcome.out) == (
        0,
        "layouts/llama.toml: the line belongs to the layout as a whole\n",
    )


def test_data_and_tables_lead_back_too(llama: Tree) -> None:
    line = number(llama, "generated/llama/resets.md", "| `kv_cache` |")
    assert "buffer `kv_cache`" in llama.run("where", f"generated/llama/resets.md:{line}").out
    line = number(llama, "generated/llama/layout.json", '"name": "kv_cache"')
    assert "buffer `kv_cache`" in llama.run("where", f"generated/llama/layout.json:{line + 2}").out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("llama", "projectd"), "did you mean `projected`?"),
        (("lama", "projected"), "neither a layout"),
        (("layouts/llama.toml",), "no FILE:LINE"),
        (("layouts/llama.toml:0",), "no FILE:LINE"),
        (("layouts/llama.toml:1",), "declares nothing"),
        (("layouts/llama.toml:9999",), "lines"),
        ((f"{SIZES}:9999",), "lines"),
        (("arenagen.toml:1",), "neither a layout"),
        (("nowhere.py:1",), "neither a layout"),
    ],
)
def test_questions_without_an_answer(llama: Tree, arguments: tuple[str, ...], message: str) -> None:
    outcome = llama.run("where", *arguments)
    assert (outcome.code, outcome.out) == (2, "")
    assert message in outcome.err


def test_a_layout_with_errors(llama: Tree) -> None:
    llama.edit("layouts/llama.toml", 'row = ["hidden_size"]', 'row = ["hiden_size"]')
    outcome = llama.run("where", f"{SIZES}:50")
    assert outcome.code == 2
    assert "`arenagen check layouts/llama.toml` shows them" in outcome.err


def test_code_of_a_layout_that_is_gone(llama: Tree) -> None:
    (llama.root / "layouts/llama.toml").rename(llama.root / "layouts/other.toml")
    outcome = llama.run("where", f"{SIZES}:50")
    assert outcome.code == 2
    assert "which is no layout of the project" in outcome.err


def test_a_target_that_is_not_there(llama: Tree) -> None:
    llama.write("arenagen.toml", "[targets.cobol]\n")
    outcome = llama.run("where", "llama", "projected")
    assert outcome.code == 2
    assert "no installed package offers a target `cobol`" in outcome.err


def test_code_of_a_target_that_is_not_asked_for(llama: Tree) -> None:
    llama.write("arenagen.toml", "targets = {}\n")
    outcome = llama.run("where", f"{SIZES}:50")
    assert outcome.code == 2
    assert "not asked for any more" in outcome.err


def test_faults_of_settings(llama: Tree) -> None:
    llama.write("arenagen.toml", "layouts = 3\n")
    outcome = llama.run("where", f"{SIZES}:50")
    assert outcome.code == 2
    assert "AG601" in outcome.err


def test_what_cannot_be_read_is_left_out(llama: Tree) -> None:
    (llama.root / "generated/llama/python/more.py").write_bytes(b"\xff projected")
    outcome = llama.run("where", "llama", "projected")
    assert outcome.code == 0
    assert "more.py" not in outcome.out
