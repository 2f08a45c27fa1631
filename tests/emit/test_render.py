"""What a target gives is put in its folder under a header; names that fall together in its language are refused."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from files.project_tree import LAYOUT, FewFiles

from arenagen.api import load
from arenagen.diagnostics import Report
from arenagen.elaborate import Elaborated
from arenagen.emit.headers import is_intact
from arenagen.emit.identifiers import check_identifiers
from arenagen.emit.manifest import manifest_text, read_manifest
from arenagen.emit.render import Chosen, FileNameError, Origin, render
from arenagen.emit.target import Identifier

ORIGIN = Origin("layouts/small.toml", "0" * 64, {"layouts/presets/a.toml": "1" * 64}, ("AG240",))


@pytest.fixture(scope="module")
def layout() -> Elaborated:
    loaded = load(LAYOUT.format(name="small"), "small.toml")
    assert loaded.elaborated is not None
    return loaded.elaborated


class Named(FewFiles):
    """Gives its files the names that it is made with."""

    def __init__(self, *names: str) -> None:
        self.names = names

    def render(self, layout: Elaborated, settings: object) -> dict[str, str]:
        return dict.fromkeys(self.names, "text\n")


def test_files_are_in_order_and_the_manifest_is_last(layout: Elaborated) -> None:
    files = render(layout, ORIGIN, [Chosen(Named("z.py", "a/b.rs", "m.hpp", "c.md"), {})])
    assert list(files) == [
        "bytes.json",
        "laws.json",
        "layout.json",
        "python/a/b.rs",
        "python/c.md",
        "python/m.hpp",
        "python/z.py",
        "resets.md",
        "manifest.json",
    ]
    assert all(is_intact(text) for text in files.values())
    assert files["python/a/b.rs"].startswith("// ")
    assert files["python/c.md"].startswith("<!-- ")
    manifest = read_manifest(files["manifest.json"])
    assert manifest is not None
    assert manifest.of_this_release
    assert (manifest.layout, manifest.inputs) == (ORIGIN.layout, ORIGIN.inputs)
    assert (manifest.presets, manifest.findings) == (ORIGIN.presets, ORIGIN.findings)
    assert list(manifest.files) == sorted(set(files) - {"manifest.json"})


@pytest.mark.parametrize(
    "name",
    [
        "../x.py",
        "/x.py",
        "a/../b.py",
        "./x.py",
        "a//b.py",
        "a\\b.py",
        "a\nb.py",
        "x.exe",
        "Makefile",
    ],
)
def test_a_file_that_cannot_be_there_is_refused(layout: Elaborated, name: str) -> None:
    with pytest.raises(FileNameError):
        render(layout, ORIGIN, [Chosen(Named(name), {})])


@pytest.mark.parametrize("text", ["", "{}", "[1]", '{"notice": 3}'])
def test_what_is_no_manifest_is_not_read(text: str) -> None:
    assert read_manifest(text) is None


def test_a_manifest_that_was_edited_is_not_read() -> None:
    text = manifest_text("layouts/a.toml", "0" * 64, files={}, presets={}, findings=())
    assert read_manifest(text) is not None
    assert read_manifest(text.replace('"rules": 1', '"rules": 2')) is None


class Upper(FewFiles):
    """Writes all names in capitals; LAMBDA is a word of its language."""

    reserved = frozenset({"LAMBDA"})

    def __init__(self, *names: str) -> None:
        self.names = names

    def identifiers(self, layout: Elaborated) -> Iterable[Identifier]:
        for i, name in enumerate(self.names):
            scope = "other" if name.endswith("!") else "module"
            yield Identifier(name.strip("!").upper(), scope, ("buffers", i), f"buffer `{name}`")


@pytest.mark.parametrize(
    ("names", "codes"),
    [
        (("a", "b", "c"), []),
        (("a", "A"), ["AG205"]),
        (("a", "A!"), []),
        (("a", "A", "a"), ["AG205", "AG205"]),
        (("lambda",), ["AG206"]),
    ],
)
def test_names_in_generated_code(
    layout: Elaborated, names: tuple[str, ...], codes: list[str]
) -> None:
    report = Report("small.toml")
    check_identifiers(layout, Upper(*names), report)
    assert [found.code for found in report.diagnostics] == codes
