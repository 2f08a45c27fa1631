"""All generated files of one layout, as texts: those of each target, and those that every layout has.

May import elaborate, resolve, laws, the interface of targets and what lies beside it in this package.
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterable, Mapping
from typing import Final

from attrs import field, frozen

from arenagen.elaborate import Elaborated
from arenagen.emit.headers import (
    HASH,
    MARKUP,
    SLASHES,
    Comment,
    json_head,
    sealed_json,
    with_header,
)
from arenagen.emit.json_text import Json, Line, json_text
from arenagen.emit.layout_json import layout_data
from arenagen.emit.manifest import MANIFEST, manifest_text
from arenagen.emit.resets_table import resets_markdown
from arenagen.emit.table import byte_table, table_data
from arenagen.emit.target import SelfTesting, SettingValue, Target
from arenagen.laws import LEDGER, Settled, ledger_data
from arenagen.resolve import Value

LAYOUT_JSON: Final = "layout.json"
BYTES_JSON: Final = "bytes.json"
RESETS: Final = "resets.md"

_COMMENTS: Final[Mapping[str, Comment]] = {
    **dict.fromkeys((".py", ".pyi", ".typed", ".toml", ".txt", ".cmake"), HASH),
    **dict.fromkeys((".rs", ".c", ".h", ".cc", ".cpp", ".hpp", ".cu", ".cuh"), SLASHES),
    **dict.fromkeys((".md", ".html"), MARKUP),
}


class FileNameError(ValueError):
    """A target names a file that cannot bear a header or does not lie in its folder."""


@frozen
class Chosen:
    """A target with its settings, all of them."""

    target: Target
    settings: Mapping[str, SettingValue]


@frozen
class Origin:
    """What generated files say about where they come from.

    layout: path of the layout from the project's root; inputs: digest of what decides their bytes.
    presets: digests of the layout's presets by path; findings: codes of what was found in the layout.
    values: those of the presets by name, each with a value for every parameter and flag.
    """

    layout: str
    inputs: str
    presets: Mapping[str, str] = field(factory=dict)
    findings: tuple[str, ...] = ()
    values: Mapping[str, Mapping[str, Value]] = field(factory=dict)


def render(
    layout: Elaborated, origin: Origin, targets: Iterable[Chosen], laws: Iterable[Settled] = ()
) -> dict[str, str]:
    """Relative name -> text of every file of a layout, in the order of their names, the manifest last.

    laws: the verdicts that its ledger records.
    """
    table = byte_table(layout, origin.values)
    files = {
        BYTES_JSON: _json(origin, table_data(table)),
        LAYOUT_JSON: _json(origin, layout_data(layout)),
        LEDGER: _json(origin, _ledger(laws)),
        RESETS: _headed(RESETS, resets_markdown(layout), origin),
    }
    for chosen in targets:
        made = chosen.target.render(layout, chosen.settings)
        if isinstance(chosen.target, SelfTesting):
            made |= chosen.target.self_tests(table, chosen.settings)
        for name, body in made.items():
            full = _placed(chosen.target.name, name)
            files[full] = _headed(full, body, origin)
    files = dict(sorted(files.items()))
    files[MANIFEST] = manifest_text(
        origin.layout,
        origin.inputs,
        files=files,
        presets=origin.presets,
        findings=origin.findings,
    )
    return files


def _json(origin: Origin, data: Mapping[str, Json]) -> str:
    return sealed_json(json_text({**json_head(origin.layout), **data}))


def _ledger(laws: Iterable[Settled]) -> dict[str, Json]:
    """The content of the ledger, each law on one line of a diff."""
    data = ledger_data(laws)
    return {**data, "laws": [Line(line) for line in data["laws"]]}


def _placed(folder: str, name: str) -> str:
    """The name of a target's file from the layout's folder."""
    plain = posixpath.normpath(name)
    if name != plain or plain.startswith(("/", "..")) or "\\" in name or not name.isprintable():
        raise FileNameError(f"target {folder} names a file {name!r}")
    return f"{folder}/{name}"


def _headed(name: str, body: str, origin: Origin) -> str:
    comment = _COMMENTS.get(posixpath.splitext(name)[1])
    if comment is None:
        raise FileNameError(f"no comment is known that could be the header of {name!r}")
    return with_header(body, comment, origin.layout)
