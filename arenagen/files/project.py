"""Finds the project around the working directory, and the layouts in it.

Imports the standard library only.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Sequence
from typing import Any, NamedTuple

from arenagen.files.disk import AbsentError, UnreadableError, read_text, reason
from arenagen.files.problem import Problem, ProblemError
from arenagen.files.settings import Settings, SettingsReader

SETTINGS_FILES = ("pyproject.toml", "arenagen.toml")
_TABLE = ("tool", "arenagen")


class LayoutFile(NamedTuple):
    """A layout on disk. `name` is its path from the project's root with slashes, `shown` that from where people are."""

    path: str
    name: str
    shown: str


class SettingsFile(NamedTuple):
    """The file that settings were read from, as shown to people, its text, and the path of the table in it."""

    shown: str = ""
    text: str = ""
    base: tuple[str, ...] = ()


class Project(NamedTuple):
    """A project. `root` is the folder of its settings file, absolute and without links; `cwd` is where people are."""

    root: str
    cwd: str
    settings: Settings = Settings()
    settings_file: SettingsFile = SettingsFile()

    def shown(self, name: str) -> str:
        """A path from the root as it is named to people."""
        return shown(os.path.join(self.root, name), self.cwd)

    @property
    def generated(self) -> str:
        """The folder of generated files."""
        return os.path.join(self.root, self.settings.generated)


def shown(path: str, cwd: str) -> str:
    """A path as it is named to people: from where they are, with slashes."""
    return os.path.relpath(path, cwd).replace(os.sep, "/")


def find_project(start: str = ".") -> Project:
    """The project whose settings are nearest above a folder; one with default settings where there are none.

    Raises ProblemError where settings are faulty.
    """
    try:
        cwd = os.path.realpath(start, strict=True)
    except OSError as fault:
        message = f"the working directory cannot be used: {reason(fault)}"
        raise ProblemError([Problem("AG601", message)]) from None
    folder = cwd
    while True:
        found = _settings_in(folder, cwd)
        if found is not None:
            return Project(folder, cwd, *found)
        above = os.path.dirname(folder)
        if above == folder:
            return Project(cwd, cwd)
        folder = above


def _settings_in(folder: str, cwd: str) -> tuple[Settings, SettingsFile] | None:
    for name in SETTINGS_FILES:
        path = os.path.join(folder, name)
        file = SettingsFile(shown(path, cwd))
        text = _text(path, file.shown)
        if text is not None:
            found = _table(name, file._replace(text=text))
            if found is not None:
                return found
    return None


def _table(name: str, file: SettingsFile) -> tuple[Settings, SettingsFile] | None:
    """The settings in a file; None for a pyproject.toml that has none."""
    if name == "pyproject.toml":
        if "arenagen" not in file.text:
            return None  # most projects: not worth parsing
        tool = _parsed(file).get("tool", {})
        if not isinstance(tool, dict) or "arenagen" not in tool:
            return None
        data, file = tool["arenagen"], file._replace(base=_TABLE)
    else:
        data = _parsed(file)
    reader = SettingsReader(file.shown, file.base)
    settings = reader.read(data)
    if reader.problems:
        raise ProblemError(reader.problems, {file.shown: file.text})
    return settings, file


def _text(path: str, name: str) -> str | None:
    try:
        return read_text(path)
    except AbsentError:
        return None
    except UnreadableError as fault:
        raise ProblemError([Problem("AG601", f"cannot be read: {fault}", name)]) from None


def _parsed(file: SettingsFile) -> Any:
    try:
        return tomllib.loads(file.text)
    except (ValueError, RecursionError):
        raise ProblemError(_syntax(file.text, file.shown), {file.shown: file.text}) from None


def _syntax(text: str, name: str) -> list[Problem]:
    """What is wrong with a text that is no TOML, in the words that layouts get."""
    from arenagen.diagnostics import Report
    from arenagen.parse import read_toml

    report = Report(name)
    read_toml(text, report)
    return [
        Problem(d.code, d.message, name, hint=d.hint, at=d.place.at) for d in report.diagnostics
    ]


def find_layouts(project: Project, asked: Sequence[str] = ()) -> tuple[LayoutFile, ...]:
    """The layouts that are asked for, or all of the project. Raises ProblemError, also where there is none."""
    problems: list[Problem] = []
    paths = [os.path.join(project.cwd, path) for path in asked] or _matching(project, problems)
    found = dict.fromkeys(_layout_file(project, path, problems) for path in paths)
    if not found and not problems:
        patterns = ", ".join(project.settings.layouts) or "no pattern"
        message = f"no layout was found in {project.root} by `layouts` of the settings ({patterns})"
        problems.append(Problem("AG603", message, hint="name a layout on the command line"))
    if problems:
        raise ProblemError(problems)
    return tuple(layout for layout in found if layout is not None)


def _matching(project: Project, problems: list[Problem]) -> list[str]:
    """Paths that the patterns of the settings match, without presets and without links to them."""
    import glob

    presets = project.settings.presets + "/"
    found: set[str] = set()
    for pattern in project.settings.layouts:
        matches = glob.glob(pattern, root_dir=project.root, recursive=True)
        if not matches and not glob.has_magic(pattern):
            problems.append(_not_found(project.shown(pattern), "it does not exist"))
        found.update(match for match in matches if not match.startswith(presets))
    return [os.path.join(project.root, match) for match in sorted(found)]


def _layout_file(project: Project, path: str, problems: list[Problem]) -> LayoutFile | None:
    """A layout by its path, which must lie in the project and be fit to be written into generated files."""
    name = shown(path, project.cwd)
    try:
        folder = os.path.realpath(os.path.dirname(path))
    except (OSError, ValueError) as fault:
        problems.append(_not_found(name, reason(fault)))
        return None
    inside = shown(os.path.join(folder, os.path.basename(path)), project.root)
    if inside.startswith("../"):
        problems.append(_not_found(name, f"it lies outside the project in {project.root}"))
    elif not _is_plain(inside):
        message = "the path of a layout is printable text without quotes and backslashes"
        problems.append(Problem("AG609", message, name))
    else:
        return LayoutFile(os.path.join(project.root, inside), inside, name)
    return None


def _is_plain(name: str) -> bool:
    return name.isprintable() and not any(character in name for character in '"\\')


def _not_found(name: str, why: str) -> Problem:
    return Problem("AG602", f"cannot be read: {why}", name)


def preset_names(project: Project) -> tuple[str, ...]:
    """Names of the presets of a project, in order: what its folder of presets has, without `.toml`."""
    try:
        files = sorted(os.listdir(os.path.join(project.root, project.settings.presets)))
    except OSError:
        return ()
    return tuple(file.removesuffix(".toml") for file in files if file.endswith(".toml"))
