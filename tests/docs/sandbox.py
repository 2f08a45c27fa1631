"""Plays a page through in an empty folder: writes its files, makes its edits, runs its commands.

The first line of a block says what it is:

    ```python file=engine/arena.py     the text of a file
    ```diff apply=layouts/small.toml   a change of a file, shown with the lines around it
    ```python excerpt=layouts/x.toml   lines that a file has
    ```console                         commands behind `$ `, and what they print
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from attrs import frozen

from .markdown import ROOT, Block

_SHIMS = {
    "python": f'exec "{sys.executable}" "$@"',
    "arenagen": f'exec "{sys.executable}" -m arenagen "$@"',
}
_QUIET_GIT = {
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_SYSTEM": os.devnull,
    "GIT_CONFIG_COUNT": "1",
    "GIT_CONFIG_KEY_0": "init.defaultBranch",
    "GIT_CONFIG_VALUE_0": "main",
    **{
        f"GIT_{who}_{what}": f"{what.lower()}@example.org"
        for who in ("AUTHOR", "COMMITTER")
        for what in ("NAME", "EMAIL")
    },
}


@frozen
class Sandbox:
    """A folder in which a page is played through."""

    folder: Path

    @property
    def work(self) -> Path:
        """The folder that commands run in."""
        return self.folder / "work"

    def copy(self, *names: str) -> None:
        """Copies files and folders of the repository."""
        for name in names:
            source, target = ROOT / name, self.work / name
            if source.is_dir():
                shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(source, target)

    def play(self, page: Iterable[Block]) -> Iterator[tuple[int, str]]:
        """Goes through the blocks in order; (line, new text) of each one that shows commands."""
        for block in page:
            if (name := block.option("file")) is not None:
                self._write(name, block.text)
            elif (name := block.option("apply")) is not None:
                self._write(name, edited((self.work / name).read_text(encoding="utf-8"), block))
            elif (name := block.option("excerpt")) is not None:
                assert block.text in (self.work / name).read_text(encoding="utf-8"), block.place
            elif block.language == "console":
                yield block.line, "".join(self._session(block))

    def install(self) -> None:
        """Makes the folder, and the commands that pages use."""
        tools = self.folder / "bin"
        tools.mkdir(parents=True)
        self.work.mkdir()
        for name, line in _SHIMS.items():
            (tools / name).write_text(f"#!/bin/sh\n{line}\n", encoding="utf-8")
            (tools / name).chmod(0o755)

    def _write(self, name: str, text: str) -> None:
        path = self.work / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def _session(self, block: Block) -> Iterator[str]:
        for line in block.text.splitlines():
            if line.startswith("$ "):
                yield f"{line}\n"
                yield self.output(line.removeprefix("$ "), block.place)

    def output(self, command: str, place: str) -> str:
        """What a command prints; it has to succeed."""
        made = subprocess.run(
            ["sh", "-c", command],
            cwd=self.work,
            env=self._environment(),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            check=False,
        )
        assert made.returncode == 0, f"{place}: {command}\n{made.stdout}"
        assert "Traceback" not in made.stdout, f"{place}: {command}\n{made.stdout}"
        return "".join(f"{line.rstrip()}\n" for line in made.stdout.splitlines())

    def _environment(self) -> dict[str, str]:
        path = f"{self.folder / 'bin'}{os.pathsep}{os.environ.get('PATH', os.defpath)}"
        fixed = {"PATH": path, "PYTHONPATH": str(ROOT), "NO_COLOR": "1", "COLUMNS": "100"}
        return {"HOME": str(self.folder), "LC_ALL": "C.UTF-8", **fixed, **_QUIET_GIT}


def edited(text: str, change: Block) -> str:
    """A file with the change that a block shows; the lines around it must be found exactly once."""
    lines = change.text.splitlines(keepends=True)
    before = "".join(line[1:] or "\n" for line in lines if line[:1] != "+")
    after = "".join(line[1:] or "\n" for line in lines if line[:1] != "-")
    assert text.count(before) == 1, f"{change.place}: the lines around the change"
    return text.replace(before, after)
