"""The C++ target: headers for C++17 without a dependency."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from arenagen.emit.cpp.names import RESERVED, identifiers
from arenagen.emit.cpp.settings import SETTINGS
from arenagen.emit.target import Identifier, Setting, SettingValue

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from arenagen.elaborate import Elaborated
    from arenagen.emit.table import ByteTable


@frozen
class CppTarget:
    """Renders a layout as C++ headers."""

    name: str = "cpp"
    settings: tuple[Setting, ...] = SETTINGS
    reserved: frozenset[str] = RESERVED

    def identifiers(self, layout: Elaborated) -> Iterable[Identifier]:
        """Names of members, constants and enumerators."""
        return identifiers(layout)

    def set_names(self, settings: Mapping[str, SettingValue]) -> Mapping[tuple[str, str], str]:
        """The method that probes."""
        return {("members", str(settings["probe"])): "probe"}

    def render(self, layout: Elaborated, settings: Mapping[str, SettingValue]) -> dict[str, str]:
        """The headers. What writes them is loaded here and not before."""
        from arenagen.emit.cpp.package import options, package_files

        return package_files(layout, options(layout, settings))

    def self_tests(self, table: ByteTable, settings: Mapping[str, SettingValue]) -> dict[str, str]:
        """A header of assertions that hold where the headers come to the numbers of the table."""
        from arenagen.emit.cpp.package import options
        from arenagen.emit.cpp.self_test import self_test

        chosen = options(table.layout, settings)
        lines = self_test(table, exceptions=chosen.errors == "exceptions")
        name = f"{table.layout.name}_self_test.hpp"
        if not lines:
            return {}
        return {name: chosen.filled("\n".join(lines) + "\n")}


TARGET = CppTarget()
