"""Settings of a project: which files are layouts, which targets are generated, and where. Takes TOML data.

Imports the standard library only.
"""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from arenagen.files.problem import Problem, nearest

Path = tuple[str | int, ...]


class TargetSettings(NamedTuple):
    """A target that is asked for: a name, a module that has it where no package offers it, and its own options."""

    name: str
    module: str | None
    options: dict[str, object]


class WaiverSettings(NamedTuple):
    """A finding that is accepted: its code and the reason, perhaps only in one layout, and there at a path of keys."""

    id: str
    reason: str
    layout: str | None = None
    path: str | None = None


class Settings(NamedTuple):
    """Settings with their defaults filled in. Paths are relative to the project's root, with slashes."""

    layouts: tuple[str, ...] = ("layouts/*.toml",)
    presets: str = "layouts/presets"
    generated: str = "generated"
    targets: tuple[TargetSettings, ...] = (TargetSettings("python", None, {}),)
    waive: tuple[WaiverSettings, ...] = ()


class SettingsReader:
    """Reads the table of settings and notes every fault. `base` is the path of the table in its file."""

    def __init__(self, source: str, base: Path) -> None:
        self.source = source
        self.base = base
        self.problems: list[Problem] = []

    def read(self, data: object) -> Settings:
        """The settings; what is faulty keeps its default."""
        table = self._table(data, ())
        found: dict[str, Any] = {}
        for key, value in table.items():
            reader = _READERS.get(key)
            if reader is None:
                self._fault(
                    "AG600", f"unknown setting `{key}`", (key,), "key", nearest(key, _READERS)
                )
                continue
            value = reader(self, value, (key,))
            if value is not None:
                found[key] = value
        settings = Settings(**found)
        if not self.problems:
            self._apart(settings)
        return settings

    def _fault(
        self, code: str, message: str, path: Path, of: Any = "value", hint: str | None = None
    ) -> None:
        self.problems.append(Problem(code, message, self.source, (*self.base, *path), of, hint))

    def _wrong(self, path: Path, wanted: str) -> None:
        name = ".".join(str(part) for part in path) or "the settings"
        self._fault("AG601", f"`{name}` takes {wanted}", path)

    def _table(self, value: object, path: Path) -> Mapping[str, object]:
        if isinstance(value, dict):
            return value
        self._wrong(path, "a table")
        return {}

    def layouts(self, value: object, path: Path) -> tuple[str, ...] | None:
        """An array of file patterns."""
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            self._wrong(path, 'an array of file patterns, such as ["layouts/*.toml"]')
            return None
        found = [self._inside(item, (*path, i)) for i, item in enumerate(value)]
        return tuple(item for item in found if item is not None)

    def folder(self, value: object, path: Path) -> str | None:
        """A folder inside the project."""
        if not isinstance(value, str):
            self._wrong(path, "the path of a folder")
            return None
        found = self._inside(value, path)
        if found == ".":
            self._wrong(path, "a folder of its own inside the project")
            return None
        return found

    def _inside(self, value: str, path: Path) -> str | None:
        """A relative path in its shortest form, if it stays inside the project."""
        plain = posixpath.normpath(value) if value else ""
        if not value.isprintable() or not value:
            self._wrong(path, "a path without control characters")
        elif "\\" in value:
            self._wrong(path, "a path with slashes, not backslashes")
        elif plain == ".." or plain.startswith(("/", "~", "../")):
            code = "AG604" if path == ("generated",) else "AG601"
            self._fault(code, f"`{value}` lies outside the project", path)
        else:
            return plain
        return None

    def targets(self, value: object, path: Path) -> tuple[TargetSettings, ...] | None:
        """A table of targets, each with its options."""
        found = [
            self._target(name, options, (*path, name))
            for name, options in self._table(value, path).items()
        ]
        return tuple(found)

    def _target(self, name: str, value: object, path: Path) -> TargetSettings:
        options = dict(self._table(value, path))
        module = options.pop("module", None)
        if module is not None and not (isinstance(module, str) and module.count(":") == 1):
            self._wrong(
                (*path, "module"), 'a module and a name in it, such as "package.module:TARGET"'
            )
            module = None
        return TargetSettings(name, module if isinstance(module, str) else None, options)

    def waive(self, value: object, path: Path) -> tuple[WaiverSettings, ...] | None:
        """An array of tables, a waiver each."""
        if not isinstance(value, list):
            self._wrong(path, "tables `[[...]]` with `id` and `reason`")
            return None
        return tuple(self._waiver(item, (*path, i)) for i, item in enumerate(value))

    def _waiver(self, value: object, path: Path) -> WaiverSettings:
        found = dict.fromkeys(("id", "reason"), "")
        table = self._table(value, path)
        for key, item in table.items():
            if key not in WaiverSettings._fields:
                hint = nearest(key, WaiverSettings._fields)
                self._fault("AG600", f"a waiver has no key `{key}`", (*path, key), "key", hint)
            elif not isinstance(item, str):
                self._wrong((*path, key), "a string")
            else:
                plain = self._inside(item, (*path, key)) if key == "layout" else item
                found[key] = plain or ""
        for key in ("id", "reason"):
            if key not in table:
                self._fault("AG601", f"a waiver without `{key}`", path, "key")
        return WaiverSettings(**found)

    def _apart(self, settings: Settings) -> None:
        """Generated files may not lie among what people write, nor that among them."""
        generated = settings.generated
        for pattern in settings.layouts:
            self._not_nested(generated, _fixed_folder(pattern), "layouts")
        self._not_nested(generated, settings.presets, "presets")

    def _not_nested(self, generated: str, folder: str, what: str) -> None:
        if folder and (_within(generated, folder) or _within(folder, generated)):
            message = f"generated files in `{generated}` would mix with the {what} in `{folder}`"
            self._fault("AG601", message, ("generated",), hint="choose a folder beside it")


_READERS: Final[Mapping[str, Callable[[SettingsReader, object, Path], Any]]] = {
    "layouts": SettingsReader.layouts,
    "presets": SettingsReader.folder,
    "generated": SettingsReader.folder,
    "targets": SettingsReader.targets,
    "waive": SettingsReader.waive,
}


def _fixed_folder(pattern: str) -> str:
    """The folder that a pattern starts from, "" for the root."""
    parts: list[str] = []
    for part in pattern.split("/")[:-1]:
        if any(character in part for character in "*?["):
            break
        parts.append(part)
    return "/".join(parts)


def _within(path: str, folder: str) -> bool:
    return path == folder or path.startswith(folder + "/")
