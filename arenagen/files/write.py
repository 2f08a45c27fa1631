"""Brings generated files up to date: only those that differ, each replaced in one step, and nothing that is not ours.

A build that is stopped at any moment leaves every file as it was or as it will be; what it was writing stays behind
under a name that the next build knows and removes. May import `emit.manifest` and what lies beside it in this package.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable, Iterator, Mapping

from attrs import frozen

from arenagen.emit.manifest import MANIFEST
from arenagen.files.disk import reason
from arenagen.files.problem import Problem, ProblemError
from arenagen.files.project import Project
from arenagen.files.status import FileState, Scope, file_states
from arenagen.files.tree import TEMPORARY, is_inside, is_temporary


@frozen
class Changes:
    """What a build does to the disk; paths lead from the root. `current` files stay as they are."""

    strays: tuple[str, ...]
    writes: tuple[tuple[str, str], ...]
    orphans: tuple[str, ...]
    current: int


def bring_up_to_date(project: Project, wanted: Mapping[str, str], scope: Scope) -> Changes:
    """Writes, replaces and deletes what differs, and returns what that was.

    Raises ProblemError before anything is written where a file may not be, and after a failure of the system, which
    leaves whole files only. Two builds at the same time take turns.
    """
    with _turn(project.root):
        changes = plan_changes(project, wanted, scope)
        _apply(project, changes)
    return changes


def plan_changes(project: Project, wanted: Mapping[str, str], scope: Scope) -> Changes:
    """What has to be done. Raises ProblemError where something that is not ours is in the way."""
    problems = outside(project, wanted)
    if problems:
        raise ProblemError(problems)
    states = file_states(project, wanted, scope)
    problems = [*_blocked_folders(project, wanted), *_blocked_files(project, states)]
    if problems:
        raise ProblemError(problems)
    to_write = [s.name for s in states if s.state not in ("current", "orphan")]
    gone = [s.name for s in states if s.state == "orphan"]
    # Manifests last: while they are old, a stopped build cannot pass for a finished one.
    to_write.sort(key=lambda name: os.path.basename(name) == MANIFEST)
    return Changes(
        strays=tuple(name for name in gone if is_temporary(name)),
        writes=tuple((name, wanted[name]) for name in to_write),
        orphans=tuple(name for name in gone if not is_temporary(name)),
        current=sum(s.state == "current" for s in states),
    )


def outside(project: Project, wanted: Iterable[str]) -> list[Problem]:
    """Folders of generated files that links lead out of the project."""
    folders = dict.fromkeys([project.settings.generated, *map(os.path.dirname, wanted)])
    out = [f for f in folders if not is_inside(project.root, os.path.join(project.root, f))]
    return [
        Problem(
            "AG604",
            f"{project.shown(folder)} leads outside the project in {project.root}",
            hint="replace the symbolic link by a folder",
        )
        for folder in out[:1]  # what lies below it is outside for the same reason
    ]


def _blocked_folders(project: Project, wanted: Iterable[str]) -> Iterator[Problem]:
    """Files that stand where folders are needed."""
    folders: dict[str, None] = {}
    for name in wanted:
        while name := os.path.dirname(name):
            folders[name] = None
    for folder in sorted(folders):
        path = os.path.join(project.root, folder)
        if os.path.lexists(path) and not os.path.isdir(path):
            yield _in_the_way(project, folder, "a folder is needed here, and this is none")


def _blocked_files(project: Project, states: Iterable[FileState]) -> Iterator[Problem]:
    for found in states:
        if not found.ours:
            yield _in_the_way(project, found.name, f"it will not be overwritten: {found.why}")


def _in_the_way(project: Project, name: str, why: str) -> Problem:
    hint = "move or delete it, then build again"
    return Problem("AG605", why, project.shown(name), hint=hint)


@contextlib.contextmanager
def _turn(root: str) -> Iterator[None]:
    """Holds the folder's lock, where the system has such locks; it leaves no file and ends with the process."""
    try:
        import fcntl
    except ImportError:
        yield
        return
    with contextlib.ExitStack() as stack:
        with contextlib.suppress(OSError):  # network file systems may have none
            handle = os.open(root, os.O_RDONLY)
            stack.callback(os.close, handle)
            fcntl.flock(handle, fcntl.LOCK_EX)
        yield


def _apply(project: Project, changes: Changes) -> None:
    root, name = project.root, ""
    try:
        for name in changes.strays:
            os.unlink(os.path.join(root, name))
        for name, text in changes.writes:
            replace_file(os.path.join(root, name), text)
        for name in changes.orphans:
            os.unlink(os.path.join(root, name))
    except OSError as fault:
        message = f"the system refused to write or delete it: {reason(fault)}"
        raise ProblemError([Problem("AG606", message, project.shown(name))]) from None
    for name in changes.orphans:
        _remove_empty(root, os.path.dirname(name), project.settings.generated)


def replace_file(path: str, text: str) -> None:
    """Writes a file in one step; one that is there already keeps its permissions. Raises OSError."""
    folder, name = os.path.split(path)
    os.makedirs(folder, exist_ok=True)
    temporary = os.path.join(folder, f".{name}.{os.getpid()}{TEMPORARY}")
    try:
        _write(temporary, text.encode())
        with contextlib.suppress(FileNotFoundError):
            os.chmod(temporary, os.stat(path).st_mode & 0o777)
        os.replace(temporary, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(temporary)
        raise


def _write(path: str, data: bytes) -> None:
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)
    try:
        while data:
            data = data[os.write(handle, data) :]
        os.fsync(handle)
    finally:
        os.close(handle)


def _remove_empty(root: str, folder: str, top: str) -> None:
    """Removes the folders that a deleted file leaves empty, up to the one of all generated files."""
    with contextlib.suppress(OSError):
        while folder != top:
            os.rmdir(os.path.join(root, folder))
            folder = os.path.dirname(folder)
