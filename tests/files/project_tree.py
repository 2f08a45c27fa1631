"""A small project on disk for tests, with a target of a few short files in the place of the shipped one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

import pytest
from attrs import field, frozen

from arenagen.cli.main import run
from arenagen.elaborate import Elaborated
from arenagen.emit.target import Identifier, Setting, SettingValue

LAYOUT = """\
arenagen = 1

[layout]
name = "{name}"
doc = "An arena of two buffers."

[params]
max_tokens = {{ min = 1, max = 4096, doc = "rows" }}
width = {{ min = 1, max = 1024, default = 64, doc = "row width" }}

[flags]
extra = {{ env = "EXTRA", on = ["1"], doc = "a second buffer" }}

[axes]
tokens = {{ max = "max_tokens" }}

[reset.classes]
step = {{ doc = "stale rows can be read", stale_read = true }}
none = {{ doc = "written before it is read", cleared = "never" }}

[reset.routines]
clear = {{ classes = ["step"], doc = "Before a pass." }}

[buffers.rows]
dtype = "f32"
token_major = true
row = ["width"]
reset = "step"
doc = "Rows of the pass."

[buffers.more]
dtype = "u8"
token_major = true
row = [16]
when = "extra"
reset = "none"
doc = "Bytes of each row."
"""

PRESET = """\
layouts = ["{name}"]
doc = "A small one."

[params]
max_tokens = 32
"""


class FewFiles:
    """Renders the names of buffers."""

    name = "python"
    settings = (
        Setting(
            "max_lines", 500, "lines of a file", lambda value: None if value else "must be above 0"
        ),
    )
    reserved = frozenset({"lambda"})

    def identifiers(self, layout: Elaborated) -> Iterable[Identifier]:
        """Names of buffers as they are."""
        return (Identifier(b.name, "module", b.where, "a buffer") for b in layout.buffers)

    def render(self, layout: Elaborated, settings: Mapping[str, SettingValue]) -> dict[str, str]:
        """One file of names, one of settings, one below a folder, one that is empty."""
        return {
            "names.py": "".join(f'{b.name} = "{b.dtype}"\n' for b in layout.buffers),
            "settings.py": f"MAX_LINES = {settings['max_lines']}\n",
            "parts/first.py": f'"""Of {layout.name}."""\n',
            "py.typed": "",
        }


class Mine(FewFiles):
    """The same under another name."""

    name = "mine"


MINE = Mine()

FILES = (
    "bytes.json",
    "laws.json",
    "layout.json",
    "manifest.json",
    "python/names.py",
    "python/parts/first.py",
    "python/py.typed",
    "python/settings.py",
    "resets.md",
)
"""What is generated for a layout."""


@frozen
class Outcome:
    """What a command printed and its exit code."""

    code: int
    out: str
    err: str


@frozen
class Tree:
    """A project in a folder, and a way to run commands in it."""

    root: Path
    capsys: pytest.CaptureFixture[str] = field(repr=False)
    go: Callable[[Path], None] = field(repr=False)

    def write(self, name: str, text: str) -> Path:
        """Writes a file of the project."""
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())
        return path

    def read(self, name: str) -> str:
        """The text of a file of the project."""
        return (self.root / name).read_bytes().decode()

    def edit(self, name: str, old: str, new: str) -> None:
        """Replaces a piece of a file that must be there."""
        text = self.read(name)
        assert old in text
        self.write(name, text.replace(old, new))

    def layout(self, name: str = "small") -> None:
        """Adds a layout and a preset for it."""
        self.write(f"layouts/{name}.toml", LAYOUT.format(name=name))
        self.write(f"layouts/presets/{name}_one.toml", PRESET.format(name=name))

    def run(self, *arguments: str, cwd: str = ".") -> Outcome:
        """Runs a command in the project or a folder of it."""
        self.go(self.root / cwd)
        self.capsys.readouterr()
        try:
            code = run(arguments)
        except SystemExit as end:
            code = int(end.code or 0)
        printed = self.capsys.readouterr()
        return Outcome(code, printed.out, printed.err)

    def snapshot(self) -> dict[str, bytes]:
        """Every file of the project with its content."""
        return {
            path.relative_to(self.root).as_posix(): path.read_bytes()
            for path in sorted(self.root.rglob("*"))
            if path.is_file()
        }

    def times(self) -> dict[str, int]:
        """When each file and folder was last changed."""
        return {str(path): path.lstat().st_mtime_ns for path in sorted(self.root.rglob("*"))}


def make_tree(
    root: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Tree:
    """A project with one layout and one preset."""
    monkeypatch.setattr("arenagen.files.workspace.load_target", lambda name, module: FewFiles())
    tree = Tree(root, capsys, monkeypatch.chdir)
    tree.write("arenagen.toml", "[targets.python]\n")
    tree.layout()
    return tree
