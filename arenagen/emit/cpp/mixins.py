"""Classes that may be too long for one file: templates that build on one another, and what puts them together.

Each part is `template <class Below> class PART : public Below`, so that the whole names its parts and no part another.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import field, frozen

from arenagen.emit.cpp.lines import comment, indented, paragraphs
from arenagen.emit.shelves import Piece, Shelf, piece, shelved
from arenagen.emit.split import Block

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


@frozen(eq=False)
class Entry:
    """What one item adds to a class: members, and lines of functions that speak of all items, by their heads."""

    name: str
    group: str
    members: tuple[str, ...]
    lists: Mapping[str, tuple[str, ...]] = field(factory=dict)

    def piece(self) -> Piece:
        """The block that stands for it when files are divided."""
        listed = [line for lines in self.lists.values() for line in lines]
        return piece(self.name, self.group, "\n".join([*self.members, *listed]), {})


@frozen(eq=False, kw_only=True)
class Mixin:
    """How parts of a class look.

    kind: start of the names of files and classes; what: what a part says, in comments. includes: files that parts need.
    lists: head of a function -> the call that goes on with what lies below. opening: lines that a part begins with.
    """

    kind: str
    what: str
    includes: tuple[str, ...]
    lists: Mapping[str, str] = field(factory=dict)
    opening: tuple[str, ...] = ()

    def files(
        self, entries: Sequence[Entry], max_lines: int, own_lines: int = 0
    ) -> tuple[dict[str, list[str]], Shelf]:
        """Files of parts by name, and how the whole is made of them."""
        by_name = {entry.name: entry for entry in entries}
        shelf = shelved(self.kind, [entry.piece() for entry in entries], max_lines, own_lines + 12)
        found = {}
        for part in shelf.parts:
            blocks = part.part.blocks
            found[f"{part.module}.hpp"] = self._part(
                part.module, [by_name[b.name] for b in blocks], blocks
            )
        for module, modules in shelf.indexes:
            found[f"{module}.hpp"] = self._gathered(module, modules)
        return found, shelf

    def whole(
        self, shelf: Shelf, entries: Sequence[Entry], base: str
    ) -> tuple[list[str], list[str], str]:
        """Includes, lines before the class, and the base of the class that is made of all parts."""
        if shelf.parts:
            return [f"{module}.hpp" for module in shelf.top], [], composed(shelf.top, base)
        name = f"all_{self.kind}"
        return [], self._class(name, entries, f"{self.what} of everything."), f"{name}<{base}>"

    def _part(self, module: str, entries: Sequence[Entry], blocks: Sequence[Block]) -> list[str]:
        first, last = blocks[0].name, blocks[-1].name
        run = first if first == last else f"{first} to {last}"
        body = self._class(module, entries, f"{self.what} of {run}.")
        return file_lines(self.includes, body)

    def _gathered(self, module: str, modules: Sequence[str]) -> list[str]:
        body = [
            *comment([f"{self.what} of several files, put together."]),
            "template <class Below>",
            f"using {module} = {composed(modules, 'Below')};",
        ]
        return file_lines([f"{name}.hpp" for name in modules], body)

    def _class(self, name: str, entries: Sequence[Entry], text: str) -> list[str]:
        members: list[Sequence[str]] = [self.opening]
        members += [entry.members for entry in entries]
        for head, below in self.lists.items():
            lines = [line for entry in entries for line in entry.lists.get(head, ())]
            members.append(
                [
                    *head.split("\n")[:-1],
                    f"{head.split(chr(10))[-1]} {{",
                    *indented([below, *lines]),
                    "}",
                ]
            )
        return [
            *comment([text]),
            "template <class Below>",
            f"struct {name} : Below {{",
            *indented(paragraphs(members)),
            "};",
        ]


def composed(modules: Sequence[str], base: str) -> str:
    """Parts on one another, the first one below."""
    found = base
    for module in modules:
        found = f"{module}<{found}>"
    return found


def file_lines(
    includes: Sequence[str], body: Sequence[str], system: Sequence[str] = ()
) -> list[str]:
    """A header; its namespace is filled in later."""
    lines = ["#pragma once", ""]
    if system:
        lines += [*(f"#include <{name}>" for name in system), ""]
    if includes:
        lines += [*(f'#include "{name}"' for name in includes), ""]
    return [*lines, "namespace ARENAGEN {", "", *body, "", "} // namespace ARENAGEN"]
