"""Texts of whole files: what they are about, imports, blocks; an index and parts where one is long."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arenagen.emit.rust.lines import docs, use_lines
from arenagen.emit.shelves import merged

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from arenagen.emit.shelves import Names, Shelf


def file_text(paragraphs: Iterable[str], imports: Names, blocks: Iterable[str]) -> str:
    """A file: its doc, its imports, and blocks with a blank line between."""
    sections = ["\n".join(docs(paragraphs, 0, "//!"))]
    used = use_lines(imports)
    if used:
        sections.append("\n".join(used))
    sections += [block for block in blocks if block]
    return "\n\n".join(sections) + "\n"


def without(imports: Names, module: str) -> dict[str, set[str]]:
    """Imports without those from one module, for a file that is that module."""
    return {name: set(names) for name, names in imports.items() if name != module}


def homes(kind: str, shelf: Shelf, names: Iterable[str]) -> dict[str, str]:
    """The module that holds the block of each name."""
    found = dict.fromkeys(names, kind)
    for part in shelf.parts:
        found |= dict.fromkeys((block.name for block in part.part.blocks), part.module)
    return found


def part_files(shelf: Shelf, doc: str) -> dict[str, str]:
    """The files that hold the blocks, where they are not in the index."""
    return {
        f"{part.module}.rs": file_text([doc], without(part.imports, part.module), part.texts)
        for part in shelf.parts
    }


def index_file(
    kind: str, shelf: Shelf, doc: str, head: Sequence[str], imports: Names
) -> dict[str, str]:
    """The file that stands for a kind: what it says itself, then the blocks if they are short."""
    own = without(merged([imports, shelf.imports]), kind)
    return {f"{kind}.rs": file_text([doc], own, [*head, *shelf.texts])}
