"""Presets: named sets of values, kept beside the layouts and resolved by every check.

A preset is a TOML file with `layouts` (names of layouts it is for), `doc`, `[params]`, and perhaps `[flags]` or
`[env]`. May import diagnostics, parse and what lies beside it in this package.
"""

from __future__ import annotations

import difflib
import os
from collections.abc import Collection, Iterable, Mapping
from typing import Any, Final

from attrs import frozen

from arenagen.diagnostics import Place, Report
from arenagen.emit.headers import digest
from arenagen.files.disk import UnreadableError, read_text
from arenagen.files.project import Project
from arenagen.files.values import TABLES, Layer
from arenagen.parse import read_toml

_KEYS: Final = ("layouts", "doc", *TABLES)


@frozen
class Preset:
    """A preset as it is written. `name` is that of its file, `path` leads there from the project's root."""

    name: str
    path: str
    shown: str
    text: str
    doc: str
    layouts: tuple[str, ...]
    layer: Layer

    @property
    def digest(self) -> str:
        """Digest of its text."""
        return digest(self.text)


def read_preset(
    project: Project, name: str, report: Report, texts: dict[str, str]
) -> Preset | None:
    """One preset; None where the report holds an error about it. Its text is added to `texts`."""
    path = f"{project.settings.presets}/{name}.toml"
    shown = project.shown(path)
    if not name.isprintable():
        report.add("AG621", "the name of a preset is printable text", (), source=shown)
        return None
    try:
        text = texts[shown] = read_text(os.path.join(project.root, path))
    except UnreadableError as fault:
        report.add("AG621", f"cannot be read: {fault}", (), source=shown)
        return None
    own = Report(shown)
    data = read_toml(text, own)
    preset = None if data is None else _preset(data, own, (name, path, shown, text))
    report.extend(own)
    return preset


def _preset(
    data: dict[str, Any], report: Report, named: tuple[str, str, str, str]
) -> Preset | None:
    _check_shape(data, report)
    if report.errors:
        return None
    name, path, shown, text = named
    tables: dict[str, Mapping[str, object]] = {table: data.get(table, {}) for table in TABLES}
    layer = Layer(source=shown, locate=Place, label=name, **tables)
    return Preset(name, path, shown, text, data.get("doc", ""), tuple(data["layouts"]), layer)


def _check_shape(data: dict[str, Any], report: Report) -> None:
    """Reports keys that are not there, should not be there, or hold something else than they should."""
    for key in data:
        if key not in _KEYS:
            near = difflib.get_close_matches(key, _KEYS, 1)
            hint = f"did you mean `{near[0]}`?" if near else f"known keys: {', '.join(_KEYS)}"
            report.add("AG621", f"unknown key `{key}`", Place((key,), of="key"), hint=hint)
    for key in ("layouts", "params"):
        if key not in data:
            report.add("AG621", f"missing key `{key}`", ())
    for key in TABLES:
        if not isinstance(data.get(key, {}), dict):
            report.add("AG621", f"`{key}` is a table of values by name", (key,))
    layouts = data.get("layouts", [""])
    if not (isinstance(layouts, list) and layouts and all(isinstance(n, str) for n in layouts)):
        report.add("AG621", "`layouts` is an array with names of layouts", ("layouts",))
    if not isinstance(data.get("doc", ""), str):
        report.add("AG621", "`doc` is a text", ("doc",))


def check_layout_names(presets: Iterable[Preset], known: Collection[str], report: Report) -> None:
    """Reports presets for layouts that the project does not have."""
    for preset in presets:
        for i, name in enumerate(preset.layouts):
            if name not in known:
                near = difflib.get_close_matches(name, known, 1)
                hint = f"did you mean `{near[0]}`?" if near else f"layouts: {', '.join(known)}"
                place = ("layouts", i)
                report.add(
                    "AG621", f"no layout is called `{name}`", place, hint=hint, source=preset.shown
                )
