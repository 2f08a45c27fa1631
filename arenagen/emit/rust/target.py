"""The Rust target: a module without dependencies, for a backend that settings describe."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from arenagen.emit.rust.names import identifiers
from arenagen.emit.rust.settings import SETTINGS, Engine
from arenagen.emit.rust.words import KEYWORDS
from arenagen.emit.target import Identifier, Setting, SettingValue

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from arenagen.elaborate import Elaborated


@frozen
class RustTarget:
    """Renders a layout as a Rust module."""

    name: str = "rust"
    settings: tuple[Setting, ...] = SETTINGS
    reserved: frozenset[str] = KEYWORDS

    def identifiers(self, layout: Elaborated) -> Iterable[Identifier]:
        """Names of methods, fields, variants and constants."""
        return identifiers(layout)

    def set_names(self, settings: Mapping[str, SettingValue]) -> Mapping[tuple[str, str], str]:
        """The method that probes."""
        return {("methods", str(settings["probe"])): "probe"}

    def render(self, layout: Elaborated, settings: Mapping[str, SettingValue]) -> dict[str, str]:
        """The files of the module. The template engine is loaded here and not before."""
        from arenagen.emit.rust.package import module_files

        return module_files(layout, Engine(settings))


TARGET = RustTarget()
