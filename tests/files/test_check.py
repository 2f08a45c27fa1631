"""`check` tells every kind of difference from what would be generated, says which file, and writes nothing."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from files.project_tree import FILES, Tree


def states(tree: Tree, *arguments: str) -> tuple[int, dict[str, str]]:
    """Exit code, and the state of each file that is not current, without the layout's folder."""
    outcome = tree.run("check", "--format", "json", *arguments)
    files = json.loads(outcome.out)["files"]
    found = {f["path"].removeprefix("generated/small/"): f["state"] for f in files}
    return outcome.code, {name: state for name, state in found.items() if state != "current"}


def test_a_built_tree_is_current(built: Tree) -> None:
    for full in ((), ("--full",)):
        code, found = states(built, *full)
        assert (code, found) == (0, {})
        outcome = built.run("check", *full)
        assert (outcome.code, outcome.out) == (0, "1 layout: 9 generated files, all current\n")


def test_a_tree_that_was_never_built_lacks_every_file(tree: Tree) -> None:
    assert states(tree) == (1, dict.fromkeys(FILES, "missing"))


def flip(data: bytes, at: int) -> bytes:
    return data[:at] + bytes([data[at] ^ 0x01]) + data[at + 1 :]


def places(size: int) -> list[int]:
    """Bytes to change: a few dozen over the whole file, and more in the first lines."""
    return sorted({*range(0, size, max(1, size // 40)), *range(0, min(size, 260), 3), size - 1})


@pytest.mark.parametrize("name", FILES)
def test_a_flipped_byte_is_seen_wherever_it_is(built: Tree, name: str) -> None:
    path = built.root / "generated/small" / name
    whole = path.read_bytes()
    for at in places(len(whole)):
        path.write_bytes(flip(whole, at))
        assert states(built) == (1, {name: "hand-edited"}), f"byte {at}"
    path.write_bytes(whole)
    assert states(built) == (0, {})


CHANGES: dict[str, Callable[[bytes], bytes]] = {
    "a byte more at the end": lambda data: data + b"\n",
    "a byte less at the end": lambda data: data[:-1],
    "a byte more at the start": lambda data: b"\n" + data,
    "a byte-order mark": lambda data: b"\xef\xbb\xbf" + data,
    "other line ends": lambda data: data.replace(b"\n", b"\r\n"),
    "a byte that is no text": lambda data: data + b"\xff",
    "emptied": lambda data: b"",
}


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("change", CHANGES)
def test_a_hand_edit_is_seen(built: Tree, name: str, change: str) -> None:
    path = built.root / "generated/small" / name
    path.write_bytes(CHANGES[change](path.read_bytes()))
    assert states(built) == (1, {name: "hand-edited"})
    assert f"generated/small/{name}: warning[AG611]: hand-edited" in built.run("check").out


@pytest.mark.parametrize("name", FILES)
def test_a_deleted_file_is_missing(built: Tree, name: str) -> None:
    (built.root / "generated/small" / name).unlink()
    assert states(built) == (1, {name: "missing"})
    outcome = built.run("check")
    assert f"generated/small/{name}: warning[AG612]: missing" in outcome.out
    assert "arenagen build" in outcome.out


@pytest.mark.parametrize("name", FILES)
def test_a_folder_or_a_link_in_the_place_of_a_file_is_unreadable(built: Tree, name: str) -> None:
    path = built.root / "generated/small" / name
    aside = path.rename(built.root / "aside")
    path.symlink_to(aside)
    assert states(built) == (1, {name: "unreadable"})
    path.unlink()
    path.mkdir()
    assert states(built) == (1, {name: "unreadable"})
    assert "it is a folder" in built.run("check").out


def test_a_pipe_in_the_place_of_a_file_does_not_block(built: Tree) -> None:
    path = built.root / "generated/small/python/names.py"
    path.unlink()
    os.mkfifo(path)
    assert states(built) == (1, {"python/names.py": "unreadable"})


def test_a_file_that_may_not_be_read_is_unreadable(
    built: Tree, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(path: str) -> bytes:
        if path.endswith("names.py"):
            raise PermissionError(13, "Permission denied")
        return Path(path).read_bytes()

    monkeypatch.setattr("arenagen.files.status.read_bytes", refuse)
    assert states(built, "--full") == (1, {"python/names.py": "unreadable"})
    assert "permission denied" in built.run("check", "--full").out


def test_an_edited_layout_makes_its_files_changed(built: Tree) -> None:
    built.edit("layouts/small.toml", "row = [16]", "row = [32]")
    code, found = states(built)
    assert code == 1
    assert found == dict.fromkeys(
        ("bytes.json", "laws.json", "layout.json", "manifest.json", "resets.md"), "changed"
    )
    assert "not what the layout and the settings generate now" in built.run("check").out


def test_a_comment_in_the_layout_changes_the_manifest_alone(built: Tree) -> None:
    built.edit("layouts/small.toml", "row = [16]", "row = [16] # sixteen")
    assert states(built) == (1, {"manifest.json": "changed"})


def test_edited_settings_make_the_files_changed(built: Tree) -> None:
    built.write("arenagen.toml", "[targets.python]\nmax_lines = 400\n")
    assert states(built) == (1, {"python/settings.py": "changed", "manifest.json": "changed"})


def test_an_edited_preset_makes_its_numbers_and_the_manifest_changed(built: Tree) -> None:
    built.edit("layouts/presets/small_one.toml", "max_tokens = 32", "max_tokens = 33")
    assert states(built) == (1, {"bytes.json": "changed", "manifest.json": "changed"})
    built.run("build")
    assert states(built) == (0, {})


def test_a_new_preset_is_looked_at(built: Tree) -> None:
    built.write("layouts/presets/bad.toml", 'layouts = ["small"]\n[params]\nmax_tokens = 0\n')
    outcome = built.run("check")
    assert outcome.code == 2
    assert "layouts/presets/bad.toml:3:14: error[AG502]" in outcome.out


def test_a_preset_that_is_gone_makes_its_numbers_and_the_manifest_changed(built: Tree) -> None:
    (built.root / "layouts/presets/small_one.toml").unlink()
    assert states(built) == (1, {"bytes.json": "changed", "manifest.json": "changed"})


@pytest.mark.parametrize("name", FILES)
def test_a_copy_elsewhere_is_an_orphan(built: Tree, name: str) -> None:
    text = built.read(f"generated/small/{name}")
    built.write(f"generated/small/old/{name}", text)
    built.write(f"generated/gone/{name}", text)
    code, found = states(built)
    assert code == 1
    assert found == {f"old/{name}": "orphan", f"generated/gone/{name}": "orphan"}
    one = states(built, "layouts/small.toml")
    assert one == (code, found)  # both say that they come from this layout


def test_a_layout_that_is_gone_leaves_orphans(built: Tree) -> None:
    built.layout("other")
    built.run("build")
    (built.root / "layouts/other.toml").unlink()
    (built.root / "layouts/presets/other_one.toml").unlink()
    code, found = states(built)
    assert code == 1
    assert found == {f"generated/other/{name}": "orphan" for name in FILES}


def test_files_of_others_are_left_alone(built: Tree) -> None:
    built.write("generated/README.md", "Written by hand.\n")
    built.write("generated/small/python/__pycache__/names.pyc", "generated by arenagen from x")
    assert states(built) == (0, {})
    assert states(built, "--full") == (0, {})


def test_a_forged_digest_is_seen_by_the_full_check(built: Tree) -> None:
    from arenagen.emit.headers import digest

    name = "python/names.py"
    before = built.read(f"generated/small/{name}")
    bare = before.replace("rows", "wors").replace(header_digest(before), "")
    forged = bare.replace("body sha256:", f"body sha256:{digest(bare)}")
    built.write(f"generated/small/{name}", forged)
    manifest = built.read("generated/small/manifest.json")
    bare = manifest.replace(digest(before), digest(forged)).replace(header_digest(manifest), "", 1)
    sealed = bare.replace('"body": "sha256:', f'"body": "sha256:{digest(bare)}', 1)
    built.write("generated/small/manifest.json", sealed)
    assert states(built) == (0, {})
    assert states(built, "--full") == (1, {name: "changed", "manifest.json": "changed"})


def header_digest(text: str) -> str:
    from arenagen.emit.headers import read_header

    header = read_header(text)
    assert header is not None
    return header.body


def test_check_writes_nothing(built: Tree) -> None:
    built.edit("generated/small/python/names.py", "rows", "wors")
    before, times = built.snapshot(), built.times()
    for arguments in ((), ("--full",), ("layouts/small.toml",)):
        first = built.run("check", *arguments)
        assert built.run("check", *arguments) == first
    assert built.snapshot() == before
    assert built.times() == times


def test_check_opens_nothing_for_writing(built: Tree, monkeypatch: pytest.MonkeyPatch) -> None:
    import builtins

    writing = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
    plain_open, os_open = builtins.open, os.open

    def guarded(path: object, mode: str = "r", *rest: object, **more: object) -> object:
        assert not set(mode) & set("wax+")
        return plain_open(path, mode, *rest, **more)  # type: ignore[call-overload]

    def os_guarded(path: str, flags: int, *rest: int, **more: int) -> int:
        assert not flags & writing
        return os_open(path, flags, *rest, **more)

    monkeypatch.setattr(builtins, "open", guarded)
    monkeypatch.setattr(os, "open", os_guarded)
    assert built.run("check").code == 0
    assert built.run("check", "--full").code == 0


def test_no_layout_is_an_error(tree: Tree) -> None:
    tree.write("arenagen.toml", "layouts = []\n")
    for command in ("check", "build"):
        outcome = tree.run(command)
        assert outcome.code == 2
        assert "error[AG603]" in outcome.err


def test_a_layout_with_errors_does_not_make_its_files_orphans(built: Tree) -> None:
    built.layout("other")
    built.run("build")
    built.edit("layouts/small.toml", 'reset = "step"', 'reset = "stepp"')
    code, found = states(built)
    assert code == 2
    assert found == {}
    assert "did you mean `step`?" in built.run("check").out


def test_warnings_are_findings_and_stay_findings(built: Tree) -> None:
    built.edit(
        "layouts/small.toml", "[flags]", '[consts]\nunused = { value = 1, doc = "x" }\n\n[flags]'
    )
    outcome = built.run("build")
    assert outcome.code == 0
    assert "warning[AG24" in outcome.err
    for _ in range(2):
        outcome = built.run("check")
        assert outcome.code == 1
        assert "warning[AG24" in outcome.out
        assert "all current" in outcome.out
