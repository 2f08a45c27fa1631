"""Which generated files there are: blocks gathered into one file, or into parts and an index where
one is too long.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from attrs import frozen

from arenagen.emit.headers import HEADER_LINES
from arenagen.emit.split import Block, Part, split, total_lines

if TYPE_CHECKING:
    from collections.abc import Sequence

Names = Mapping[str, Iterable[str]]
"""Module of generated code -> names that are imported from it."""

HEAD_LINES = 40
"""Lines that a file has besides its blocks, at most: header, doc text, imports, the head of a
class.
"""


@frozen(eq=False)
class Piece:
    """The block of one item, and what it imports."""

    block: Block
    imports: Names


@frozen(eq=False)
class PartFile:
    """A file with some of the blocks: its module, and what it imports."""

    module: str
    part: Part
    imports: Names

    @property
    def texts(self) -> tuple[str, ...]:
        """The texts of its blocks, without those that say nothing."""
        return tuple(block.text for block in self.part.blocks if block.text)


@frozen(eq=False)
class Shelf:
    """Blocks of one kind, in the files that hold them. Without parts, the index holds all of them.

    `indexes` stand between the index and the parts where there are very many: each names modules,
    parts or others.
    """

    texts: tuple[str, ...]
    imports: Names
    parts: tuple[PartFile, ...] = ()
    indexes: tuple[tuple[str, tuple[str, ...]], ...] = ()
    top: tuple[str, ...] = ()


def shelved(kind: str, pieces: Sequence[Piece], max_lines: int, own_lines: int = 0) -> Shelf:
    """Pieces in files of at most `max_lines` lines. `own_lines` are what the index says besides the
    pieces.
    """
    room = max_lines - HEADER_LINES - HEAD_LINES
    blocks = [piece.block for piece in pieces]
    if total_lines(blocks) + own_lines <= room:
        texts = tuple(block.text for block in blocks if block.text)
        return Shelf(texts, merged(piece.imports for piece in pieces))
    by_name = {piece.block.name: piece.imports for piece in pieces}
    parts = tuple(
        PartFile(f"{kind}_{part.name}", part, merged(by_name[block.name] for block in part.blocks))
        for part in split(blocks, room)
    )
    top, indexes = _indexed(kind, parts, room - own_lines)
    return Shelf((), {}, parts, indexes, top)


def _indexed(
    kind: str, parts: Sequence[PartFile], room: int
) -> tuple[tuple[str, ...], tuple[tuple[str, tuple[str, ...]], ...]]:
    """Modules that the index names, and those in between. A module takes two lines: an import and a
    mention.
    """
    modules = [Block(part.part.name, "", part.module) for part in parts]
    if total_lines(modules) <= room:
        return tuple(module.text for module in modules), ()
    between = tuple(
        (f"{kind}_from_{part.name}", tuple(block.text for block in part.blocks))
        for part in split(modules, room)
    )
    return tuple(module for module, _ in between), between


def piece(name: str, group: str, text: str, imports: Names) -> Piece:
    """The block of one item."""
    return Piece(Block(name, group, text), imports)


def merged(parts: Iterable[Names]) -> dict[str, set[str]]:
    """What several blocks import together."""
    found: dict[str, set[str]] = {}
    for part in parts:
        for module, names in part.items():
            found.setdefault(module, set()).update(names)
    return found
