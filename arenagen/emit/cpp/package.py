"""All files of the C++ target for one layout. May import elaborate and what lies beside it."""

from __future__ import annotations

from importlib.resources import files
from typing import TYPE_CHECKING

from attrs import frozen

from arenagen.emit.cpp.arena_files import accessor_files, arena_file, reset_files
from arenagen.emit.cpp.lines import comment
from arenagen.emit.cpp.scribe import source
from arenagen.emit.cpp.size_files import size_files
from arenagen.emit.cpp.value_files import value_files
from arenagen.emit.cpp.words import words_file
from arenagen.emit.prose import sentence

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from arenagen.elaborate import Elaborated
    from arenagen.emit.target import SettingValue

STATIC = ("numbers", "extents", "placement", "patterns", "ranges", "storage")
"""Headers that are copied into the files of every layout."""

FOLDER = "detail"


@frozen
class Options:
    """The settings of the target."""

    max_lines: int
    namespace: str
    errors: str
    allocation: str
    probe: str
    cuda: bool

    def filled(self, text: str) -> str:
        """A header with the names that were chosen."""
        return text.replace("ARENAGEN_PROBE", self.probe).replace("ARENAGEN", self.namespace)


def options(layout: Elaborated, settings: Mapping[str, SettingValue]) -> Options:
    """The settings as they count for a layout."""
    return Options(
        max_lines=int(settings["max_lines"]),
        namespace=str(settings["namespace"]).replace("{layout}", namespace_name(layout.name)),
        errors=str(settings["errors"]),
        allocation=str(settings["allocation"]),
        probe=str(settings["probe"]),
        cuda=bool(settings["cuda"]),
    )


def namespace_name(name: str) -> str:
    """The namespace of a layout of a name."""
    from arenagen.emit.cpp.names import escaped

    return escaped("".join(c if c.isalnum() else "_" for c in name), {"std"})


def package_files(layout: Elaborated, chosen: Options) -> dict[str, str]:
    """Relative file name -> text."""
    looked_up = source(layout)
    found: dict[str, Sequence[str]] = {
        "words.hpp": words_file(layout, separate=chosen.allocation == "separate"),
        **value_files(looked_up, chosen.max_lines),
        **size_files(looked_up, chosen.max_lines),
        **reset_files(looked_up, chosen.max_lines),
        **accessor_files(looked_up, chosen.max_lines),
        **arena_file(looked_up),
    }
    texts = {name: "\n".join(lines) + "\n" for name, lines in found.items()}
    texts |= {f"{name}.hpp": _static(f"{name}.hpp") for name in STATIC}
    texts["errors.hpp"] = _static(f"errors_{chosen.errors}.hpp")
    placed = {f"{FOLDER}/{name}": chosen.filled(text) for name, text in texts.items()}
    placed[f"{layout.name}.hpp"] = _index(layout, chosen)
    if chosen.cuda:
        placed[f"{layout.name}_cuda.cuh"] = chosen.filled(_static("cuda.cuh"))
    return placed


def _index(layout: Elaborated, chosen: Options) -> str:
    texts = [
        f"The layout {layout.name}: its parameters, sizes and arena.",
        sentence(layout.layout.layout.doc),
        f"Everything is in the namespace {chosen.namespace}.",
    ]
    lines = ["#pragma once", "", *comment(texts), f'#include "{FOLDER}/arena.hpp"', ""]
    return "\n".join(lines)


def _static(name: str) -> str:
    """The text of a header that is copied."""
    found = files("arenagen.emit.cpp.static").joinpath(name)
    return found.read_text(encoding="utf-8")
