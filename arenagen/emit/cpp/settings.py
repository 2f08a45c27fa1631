"""Options of the C++ target."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from arenagen.emit.cpp.keywords import KEYWORDS, MACROS
from arenagen.emit.cpp.names import ARENA_WORDS
from arenagen.emit.target import Setting, SettingValue

if TYPE_CHECKING:
    from collections.abc import Callable

LEAST_LINES: Final = 450
"""No less than the headers have that are the same for every layout."""
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*\Z")


def _max_lines(value: SettingValue) -> str | None:
    if isinstance(value, int) and value < LEAST_LINES:
        return f"`max_lines` is {LEAST_LINES} at least, not {value}"
    return None


def _one_of(name: str, *words: str) -> Callable[[SettingValue], str | None]:
    def fault(value: SettingValue) -> str | None:
        return None if value in words else f"`{name}` is one of {', '.join(words)}, not {value!r}"

    return fault


def _is_name(text: str) -> bool:
    return bool(_NAME.match(text)) and text not in KEYWORDS | MACROS and "__" not in text


def _namespace(value: SettingValue) -> str | None:
    steps = str(value).replace("{layout}", "layout").split("::")
    if all(_is_name(step) for step in steps) and steps[0] != "std":
        return None
    return (
        f"`namespace` is names joined by ::, with {{layout}} for that of the layout, not {value!r}"
    )


def _method(value: SettingValue) -> str | None:
    if not _is_name(str(value)):
        return f"`probe` is the name of a method, not {value!r}"
    if value in ARENA_WORDS - {"each_buffer"}:
        return f"every arena uses the name {value!r} itself"
    return None


SETTINGS: Final = (
    Setting("max_lines", 500, "lines of a file before it is divided", _max_lines),
    Setting(
        "namespace",
        "{layout}",
        "where everything is; {layout} stands for the name of the layout",
        _namespace,
    ),
    Setting(
        "errors",
        "exceptions",
        "how refusals are told: exceptions, or status",
        _one_of("errors", "exceptions", "status"),
    ),
    Setting(
        "allocation",
        "slab",
        "slab: one for each arena; separate: one for each buffer",
        _one_of("allocation", "slab", "separate"),
    ),
    Setting(
        "probe", "each_buffer", "name of the method that calls a probe for every buffer", _method
    ),
    Setting("cuda", False, "whether a backend for CUDA is written beside the layout"),
)
