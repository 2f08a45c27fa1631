"""What the templates of generated files are given: plain texts, every decision already made."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import field, frozen

if TYPE_CHECKING:
    from arenagen.emit.python.resets import RoutineView


@frozen(kw_only=True)
class ClassPage:
    """A file with one class; `behind` are texts at the level of the module."""

    doc: str
    imports: str
    heading: str
    class_doc: str
    decorator: str = ""
    blocks: tuple[str, ...] = ()
    behind: tuple[str, ...] = ()


@frozen(kw_only=True)
class ConstantsPage:
    """A file of constants."""

    doc: str
    imports: str
    blocks: tuple[str, ...]


@frozen(kw_only=True)
class ArenaPage:
    """The file of the arena itself."""

    doc: str
    imports: str
    class_doc: str
    at: str
    poison_beyond: str
    variable: str
    oldest_abi: int
    newest_abi: int


@frozen(kw_only=True)
class ResetsPage:
    """What is cleared, and in the index also the routines."""

    doc: str
    imports: str
    clears_doc: str
    prelude: tuple[str, ...]
    blocks: tuple[str, ...]
    index: bool = False
    routines: tuple[RoutineView, ...] = ()
    all_routines: str = ""


@frozen(kw_only=True)
class PackagePage:
    """The package: what it offers, and the module that has it."""

    doc: str
    homes: tuple[tuple[str, str], ...]
    type_imports: tuple[str, ...] = field()

    @property
    def names(self) -> tuple[str, ...]:
        """What it offers, sorted."""
        return tuple(name for name, _ in self.homes)
