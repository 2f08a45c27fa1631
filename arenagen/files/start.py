"""What a project starts with: the texts that `arenagen init` writes, and how they get where they belong.

Nothing that exists is written over. To two files that may exist, lines are added at the end. Standard library only, and
what lies beside it.
"""

from __future__ import annotations

import os
import tomllib
from typing import Final, Literal, NamedTuple

from arenagen.files.disk import AbsentError, UnreadableError, read_text, reason
from arenagen.files.problem import Problem, ProblemError

SETTINGS: Final = """\
layouts = ["layouts/*.toml"]
presets = "layouts/presets"
generated = "generated"
"""

LAYOUT: Final = """\
#:schema layout.schema.json

arenagen = 1

[layout]
name = "arena"
doc = "Arena of one pass. Replace these buffers by your own."

# What the model and the person who starts the engine decide.
[params]
max_batch_tokens = { min = 1, max = 131072, doc = "tokens of the widest pass" }
hidden_size = { min = 32, max = 65536, multiple_of = 32, hf = true, doc = "width of a hidden row" }

# What rows count.
[axes]
tokens = { max = "max_batch_tokens", doc = "tokens of a pass" }

# What stale bytes mean, and so what clears them. Every buffer names its class.
[reset.classes]
step = { doc = "holds one pass; stale rows can be read by kernels that round rows up", stale_read = true }
none = { doc = "every byte is written before it is read", cleared = "never" }

[reset.routines]
clear = { classes = ["step"], count = 1, doc = "Before a pass." }

[buffers.token_ids]
dtype = "i32"
token_major = true
row = []
reset = "none"
doc = "Token to embed."

[buffers.hidden_states]
dtype = "bf16"
token_major = true
row = ["hidden_size"]
reset = "step"
doc = "Hidden rows of the pass."
"""

HOOKS: Final = """\
repos:
  - repo: local
    hooks:
      - id: arenagen-fmt
        name: format layouts
        entry: arenagen fmt
        language: system
        pass_filenames: false
        always_run: true
      - id: arenagen-build
        name: generate code of layouts
        entry: arenagen build
        language: system
        pass_filenames: false
        always_run: true
      - id: arenagen-check
        name: check layouts and generated code
        entry: arenagen check
        language: system
        pass_filenames: false
        always_run: true
"""

WORKFLOW: Final = """\
name: arenagen
on: [push, pull_request]
permissions:
  contents: read
jobs:
  check:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-python@v5
        with:
          python-version: "3.12"
      - run: python -m pip install "arenagen=={version}"
      - run: arenagen fmt --check
      - run: arenagen check --full --format github
"""

ATTRIBUTES: Final = "generated/** linguist-generated=true text eol=lf\n"

HOOKS_FILE: Final = ".pre-commit-config.yaml"
WORKFLOW_FILE: Final = ".github/workflows/arenagen.yml"


class Step(NamedTuple):
    """What was done with one file, and why where nothing was."""

    did: Literal["wrote", "added to", "kept"]
    name: str
    why: str = ""


class Starter:
    """Brings a folder to where a project starts."""

    def __init__(self, folder: str) -> None:
        self.folder = folder
        self.steps: list[Step] = []

    def write(self, name: str, text: str) -> None:
        """Writes a file where there is none."""
        path = os.path.join(self.folder, name)
        try:
            os.makedirs(os.path.dirname(path), exist_ok=True)
        except OSError as fault:
            raise _refused(name, fault) from None
        try:
            with open(path, "x", encoding="utf-8", newline="\n") as file:
                file.write(text)
        except FileExistsError:
            self.steps.append(Step("kept", name, "it exists"))
        except OSError as fault:
            raise _refused(name, fault) from None
        else:
            self.steps.append(Step("wrote", name))

    def keep(self, name: str, why: str) -> None:
        """Notes that a file is left alone."""
        self.steps.append(Step("kept", name, why))

    def add(self, name: str, text: str) -> None:
        """Adds lines at the end of a file that exists."""
        before = self.read(name) or ""
        gap = "" if before.endswith("\n") or not before else "\n"
        try:
            with open(os.path.join(self.folder, name), "a", encoding="utf-8", newline="\n") as file:
                file.write(gap + text)
        except OSError as fault:
            raise _refused(name, fault) from None
        self.steps.append(Step("added to", name))

    def read(self, name: str) -> str | None:
        """The text of a file, None where there is none."""
        try:
            return read_text(os.path.join(self.folder, name))
        except AbsentError:
            return None
        except UnreadableError as fault:
            raise ProblemError([Problem("AG606", f"cannot be read: {fault}", name)]) from None


def add_settings(start: Starter) -> None:
    """The settings: at the end of pyproject.toml where that takes them, otherwise in a file of their own."""
    text = start.read("pyproject.toml")
    table = f"\n[tool.arenagen]\n{SETTINGS}"
    if text is not None and _takes(text, table):
        start.add("pyproject.toml", table)
    else:
        start.write("arenagen.toml", SETTINGS)


def _takes(text: str, table: str) -> bool:
    try:
        tomllib.loads(f"{text}\n{table}")
    except (ValueError, RecursionError):
        return False
    return True


def add_attributes(start: Starter, generated: str) -> None:
    """The mark of generated files for those who show changes, and their line ends."""
    line = ATTRIBUTES.replace("generated/", f"{generated}/", 1)
    text = start.read(".gitattributes")
    if text is None:
        start.write(".gitattributes", line)
    elif f"{generated}/**" in text:
        start.keep(".gitattributes", f"it has a line for {generated}/**")
    else:
        start.add(".gitattributes", line)


def _refused(name: str, fault: OSError) -> ProblemError:
    return ProblemError(
        [Problem("AG606", f"the system refused to write it: {reason(fault)}", name)]
    )
