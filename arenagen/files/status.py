"""How each generated file stands to what would be generated now. Only reads.

May import diagnostics, `emit.headers` and what lies beside it in this package.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Mapping
from typing import Final, Literal

from attrs import frozen

from arenagen.diagnostics import Diagnostic, Place
from arenagen.emit.headers import has_mark, is_intact, read_header
from arenagen.files.disk import UnreadableError, kind_of, read_bytes, reason
from arenagen.files.project import Project
from arenagen.files.tree import is_marked, is_temporary, source_of, walk

State = Literal["current", "changed", "hand-edited", "missing", "orphan", "unreadable"]

CODES: Final[Mapping[State, str]] = {
    "changed": "AG610",
    "hand-edited": "AG611",
    "missing": "AG612",
    "orphan": "AG613",
    "unreadable": "AG614",
}
_BUILD = "run `arenagen build`"


@frozen
class FileState:
    """One file: its path from the root, its state, and why that is and what to do, where it is not current.

    ours: whether `build` may write over it or delete it.
    """

    name: str
    state: State
    why: str = ""
    fix: str = _BUILD
    ours: bool = True

    def diagnostic(self, project: Project) -> Diagnostic:
        """The finding about a file that is not current."""
        message = f"{self.state}: {self.why}"
        source = project.shown(self.name)
        return Diagnostic(CODES[self.state], message, Place(), hint=self.fix, source=source)


@frozen
class Scope:
    """Which files are looked at: all of the project, or those of some layouts.

    layouts: paths of these layouts; folders: those of their generated files, from the root.
    whole: whether these are all layouts of the project.
    """

    layouts: frozenset[str]
    folders: tuple[str, ...]
    whole: bool

    def covers(self, project: Project, name: str) -> bool:
        """Whether a generated file that is not wanted any more falls to these layouts."""
        if self.whole or any(name.startswith(f"{folder}/") for folder in self.folders):
            return True
        return source_of(project.root, name) in self.layouts


def file_states(project: Project, wanted: Mapping[str, str], scope: Scope) -> tuple[FileState, ...]:
    """States of all files that are wanted, by path from the root, and of those that are not any more."""
    states = [_wanted_state(project.root, name, text) for name, text in wanted.items()]
    return (*states, *_orphans(project, wanted, scope))


def _wanted_state(root: str, name: str, text: str) -> FileState:
    path = os.path.join(root, name)
    try:
        mode = os.lstat(path).st_mode
        if not stat.S_ISREG(mode):
            fix = "move it away, then " + _BUILD
            return FileState(name, "unreadable", f"it is {kind_of(mode)}", fix, ours=False)
        data = read_bytes(path)
    except (FileNotFoundError, NotADirectoryError):
        return FileState(name, "missing", "the layout generates it, and it does not exist")
    except OSError as fault:
        return _unreadable(name, reason(fault))
    except UnreadableError as fault:
        return _unreadable(name, str(fault))
    if data == text.encode():
        return FileState(name, "current")
    return _differing_state(name, data, text)


def _unreadable(name: str, why: str) -> FileState:
    return FileState(name, "unreadable", why, "make it readable, then check again", ours=False)


def _differing_state(name: str, data: bytes, text: str) -> FileState:
    found = data.decode("utf-8", "replace")
    if not has_mark(found):
        why = "its first line does not say any more that it is generated"
        fix = "delete it, then " + _BUILD
        return FileState(name, "hand-edited", why, fix, ours=False)
    if read_header(found) is None or not is_intact(found) or found.encode() != data:
        why = "its text does not have the digest that its header states"
        fix = "make the change in the layout and " + _BUILD + ", which restores the file"
        return FileState(name, "hand-edited", why, fix)
    return FileState(name, "changed", "it is not what the layout and the settings generate now")


def _orphans(project: Project, wanted: Mapping[str, str], scope: Scope) -> Iterable[FileState]:
    for name in walk(project.root, project.settings.generated):
        if name in wanted:
            continue
        if is_temporary(name) and scope.covers(project, name):
            yield FileState(name, "orphan", "it is left from a build that was stopped")
        elif is_marked(project.root, name) and scope.covers(project, name):
            yield FileState(name, "orphan", "no layout generates it any more")
