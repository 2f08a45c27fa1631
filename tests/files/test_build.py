"""`build` writes only what changed, each file in one step, and touches nothing that is not its own."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from arenagen.resolve.ranges import merged_ranges
from files.project_tree import FILES, Tree


def test_a_second_build_writes_nothing(built: Tree) -> None:
    before, times = built.snapshot(), built.times()
    outcome = built.run("build")
    assert (outcome.code, outcome.out) == (0, "1 layout: 0 written, 9 unchanged\n")
    assert built.snapshot() == before
    assert built.times() == times


def test_only_what_differs_is_written(built: Tree) -> None:
    path = built.root / "generated/small/python/settings.py"
    before = built.snapshot()
    path.write_text(path.read_text() + "# more\n")
    (built.root / "generated/small/resets.md").unlink()
    times = built.times()
    outcome = built.run("build")
    assert outcome.out.splitlines() == [
        "written  generated/small/python/settings.py",
        "written  generated/small/resets.md",
        "1 layout: 2 written, 7 unchanged",
    ]
    assert built.snapshot() == before
    same = {name for name, time in built.times().items() if times.get(name) == time}
    assert {str(built.root / "generated/small" / n) for n in FILES} - same == {
        str(path),
        str(built.root / "generated/small/resets.md"),
    }


def test_every_generated_file_says_where_it_comes_from(built: Tree) -> None:
    mark = " ".join(("generated", "by", "arenagen", "from", "layouts/small.toml; do not edit"))
    for name in FILES:
        head = built.read(f"generated/small/{name}").split("\n")[:4]
        assert mark in "".join(head)
        assert any("body" in line and "sha256:" in line for line in head)


def test_orphans_and_empty_folders_go(built: Tree) -> None:
    built.layout("other")
    built.run("build")
    (built.root / "layouts/other.toml").unlink()
    (built.root / "layouts/presets/other_one.toml").unlink()
    outcome = built.run("build")
    assert outcome.code == 0
    assert "deleted  generated/other/layout.json" in outcome.out
    assert not (built.root / "generated/other").exists()
    assert built.run("check").code == 0


def test_a_renamed_layout_takes_its_old_files_along(built: Tree) -> None:
    built.layout("other")
    built.run("build")
    built.edit("layouts/small.toml", 'name = "small"', 'name = "tiny"')
    built.edit("layouts/presets/small_one.toml", '["small"]', '["tiny"]')
    outcome = built.run("build", "layouts/small.toml")
    assert outcome.code == 0
    assert not (built.root / "generated/small").exists()
    assert (built.root / "generated/tiny/layout.json").exists()
    assert (built.root / "generated/other/layout.json").exists()


def test_building_one_layout_leaves_the_others_alone(built: Tree) -> None:
    built.layout("other")
    built.run("build")
    built.edit("layouts/small.toml", "row = [16]", "row = [32]")
    built.edit("layouts/other.toml", "row = [16]", "row = [32]")
    built.run("build", "layouts/small.toml")
    assert built.run("check", "layouts/small.toml").code == 0
    outcome = built.run("check")
    assert outcome.code == 1
    assert "generated/other/" in outcome.out
    assert "generated/small/" not in outcome.out


def test_an_error_in_one_layout_keeps_all_from_being_written(tree: Tree) -> None:
    tree.layout("other")
    tree.edit("layouts/other.toml", 'reset = "step"', 'reset = "stepp"')
    outcome = tree.run("build")
    assert outcome.code == 2
    assert "did you mean `step`?" in outcome.err
    assert not (tree.root / "generated").exists()


def test_a_faulty_preset_keeps_all_from_being_written(tree: Tree) -> None:
    tree.edit("layouts/presets/small_one.toml", "max_tokens = 32", "max_tokens = 99999")
    assert tree.run("build").code == 2
    assert not (tree.root / "generated").exists()


@pytest.mark.parametrize("name", FILES)
def test_a_file_without_the_mark_is_never_overwritten(tree: Tree, name: str) -> None:
    tree.write(f"generated/small/{name}", "mine\n")
    before = tree.snapshot()
    outcome = tree.run("build")
    assert outcome.code == 2
    assert f"generated/small/{name}: error[AG605]" in outcome.err
    assert tree.snapshot() == before


def test_a_folder_in_the_way_is_refused(tree: Tree) -> None:
    (tree.root / "generated/small/resets.md").mkdir(parents=True)
    outcome = tree.run("build")
    assert outcome.code == 2
    assert "error[AG605]" in outcome.err
    assert "it is a folder" in outcome.err


def test_a_file_in_the_place_of_a_folder_is_refused(tree: Tree) -> None:
    tree.write("generated/small/python", "mine\n")
    before = tree.snapshot()
    outcome = tree.run("build")
    assert outcome.code == 2
    assert "generated/small/python: error[AG605]" in outcome.err
    assert tree.snapshot() == before


@pytest.mark.parametrize("link", ["generated", "generated/small", "generated/small/python"])
def test_links_out_of_the_project_are_refused(tree: Tree, tmp_path: Path, link: str) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    path = tree.root / link
    path.parent.mkdir(parents=True, exist_ok=True)
    path.symlink_to(outside)
    for command in ("build", "check"):
        outcome = tree.run(command)
        assert outcome.code == 2
        assert "error[AG604]" in outcome.out + outcome.err
    assert list(outside.iterdir()) == []


def test_a_link_to_a_file_outside_is_refused(built: Tree, tmp_path: Path) -> None:
    path = built.root / "generated/small/resets.md"
    elsewhere = tmp_path / "elsewhere.md"
    elsewhere.write_bytes(path.read_bytes() + b"more\n")
    path.unlink()
    path.symlink_to(elsewhere)
    outcome = built.run("build")
    assert outcome.code == 2
    assert "it is a symbolic link" in outcome.err
    assert elsewhere.read_text().endswith("more\n")


def test_a_link_inside_the_project_is_followed(tree: Tree) -> None:
    (tree.root / "gen").mkdir()
    (tree.root / "generated").symlink_to("gen")
    assert tree.run("build").code == 0
    assert (tree.root / "gen/small/layout.json").exists()
    assert tree.run("check").code == 0


def test_what_a_stopped_build_left_is_removed(built: Tree) -> None:
    stray = built.write("generated/small/python/.names.py.77.arenagen-tmp", "half a fi")
    outcome = built.run("check")
    assert outcome.code == 1
    assert "it is left from a build that was stopped" in outcome.out
    assert "deleted" in built.run("build").out
    assert not stray.exists()
    assert built.run("check").code == 0


CALLS = ("open", "write", "fsync", "close", "replace", "unlink", "rmdir", "mkdir")


def each_call(monkeypatch: pytest.MonkeyPatch, act: Callable[[int, str], None]) -> list[str]:
    """Has `act` called with the number and name of every call that changes the disk; returns the names so far."""
    made: list[str] = []

    def wrap(name: str) -> Callable[..., Any]:
        plain = getattr(os, name)

        def call(*args: Any, **more: Any) -> Any:
            made.append(name)
            act(len(made) - 1, name)
            return plain(*args, **more)

        return call

    for name in CALLS:
        monkeypatch.setattr(os, name, wrap(name))
    return made


def changes(tree: Tree) -> dict[str, bytes]:
    """Makes a tree in which a build has something of every kind to do; its generated files before that."""
    tree.layout("other")
    tree.run("build")
    (tree.root / "layouts/other.toml").unlink()
    (tree.root / "layouts/presets/other_one.toml").unlink()
    tree.edit("layouts/small.toml", "row = [16]", "row = [32]")
    (tree.root / "generated/small/python/parts/first.py").unlink()
    (tree.root / "generated/small/python/parts").rmdir()
    return generated(tree)


def generated(tree: Tree) -> dict[str, bytes]:
    """All files in the folder of generated ones."""
    return {name: data for name, data in tree.snapshot().items() if name.startswith("generated/")}


def count_calls(tree: Tree) -> int:
    """How many calls the build of the tree makes."""
    with pytest.MonkeyPatch.context() as patch:
        made = each_call(patch, lambda number, name: None)
        tree.run("build")
    return len(made)


def restore(tree: Tree, wanted: dict[str, bytes]) -> None:
    for name in generated(tree):
        (tree.root / name).unlink()
    for name, data in wanted.items():
        tree.write(name, data.decode())


def test_stopped_at_any_call_every_file_is_old_or_new(tree: Tree) -> None:
    before = changes(tree)
    calls = count_calls(tree)
    after = generated(tree)
    assert calls > 40
    for number in range(calls):
        restore(tree, before)

        def stop(at: int, name: str, number: int = number) -> None:
            if at == number:
                os._exit(77)

        child = os.fork()
        if not child:  # everything below happens in a process that ends without any clean-up
            with pytest.MonkeyPatch.context() as patch:
                each_call(patch, stop)
                tree.run("build")
            os._exit(0)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 77
        for name, data in generated(tree).items():
            if not name.endswith(".arenagen-tmp"):
                assert data in (before.get(name), after.get(name)), f"call {number}"
        assert tree.run("build").code == 0
        assert generated(tree) == after, f"call {number}"
        assert tree.run("check").code == 0


def test_refused_at_any_call_the_build_says_so(tree: Tree) -> None:
    before = changes(tree)
    calls = count_calls(tree)
    after = generated(tree)
    for number in range(calls):
        restore(tree, before)

        def refuse(at: int, name: str, number: int = number) -> None:
            if at == number and name != "close":
                raise OSError(28, "No space left on device")

        with pytest.MonkeyPatch.context() as patch:
            each_call(patch, refuse)
            outcome = tree.run("build")
        assert outcome.code in (0, 2)
        if outcome.code == 2:
            assert "error[AG606]" in outcome.err
            assert "no space left on device" in outcome.err
        for name, data in generated(tree).items():
            assert data in (before.get(name), after.get(name)), f"call {number}"
        assert tree.run("build").code == 0
        assert generated(tree) == after


def test_an_interrupt_leaves_nothing_half_written(tree: Tree) -> None:
    def interrupt(at: int, name: str) -> None:
        if name == "fsync":
            raise KeyboardInterrupt

    with pytest.MonkeyPatch.context() as patch:
        each_call(patch, interrupt)
        with pytest.raises(KeyboardInterrupt):
            tree.run("build")
    assert generated(tree) == {}


def test_files_are_written_with_the_usual_permissions(tree: Tree) -> None:
    old = os.umask(0o027)
    try:
        tree.run("build")
    finally:
        os.umask(old)
    mode = (tree.root / "generated/small/layout.json").stat().st_mode
    assert mode & 0o777 == 0o640


def test_a_disagreement_is_an_internal_error(tree: Tree, monkeypatch: pytest.MonkeyPatch) -> None:
    def shortened(*given: Any) -> Any:
        return merged_ranges(*given)[:-1]

    monkeypatch.setattr("arenagen.emit.table.build.merged_ranges", shortened)
    outcome = tree.run("build")
    assert outcome.code == 3
    assert "DisagreementError" in outcome.err
