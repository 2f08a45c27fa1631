"""The Python target: sizes with the standard library alone, an arena and its resets through
`arenagen.runtime`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from arenagen.emit.python.names import KEYWORDS, identifiers
from arenagen.emit.target import Identifier, Setting, SettingValue

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from arenagen.elaborate import Elaborated

LEAST_LINES = 300


def _max_lines_fault(value: SettingValue) -> str | None:
    if isinstance(value, int) and value < LEAST_LINES:
        return f"`max_lines` is {LEAST_LINES} at least, not {value}"
    return None


@frozen
class PythonTarget:
    """Renders a layout as a Python package."""

    name: str = "python"
    settings: tuple[Setting, ...] = (
        Setting("max_lines", 500, "lines of a file before it is divided", _max_lines_fault),
    )
    reserved: frozenset[str] = KEYWORDS

    def identifiers(self, layout: Elaborated) -> Iterable[Identifier]:
        """Names of attributes, fields and constants."""
        return identifiers(layout)

    def render(self, layout: Elaborated, settings: Mapping[str, SettingValue]) -> dict[str, str]:
        """The modules of the package. The template engine is loaded here and not before."""
        from arenagen.emit.python.package import package_files

        return package_files(layout, int(settings["max_lines"]))


TARGET = PythonTarget()
