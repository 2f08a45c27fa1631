"""Text that breaks where it has to: documents of words, possible line breaks and groups, and their
printing.

A group is printed on one line if that fits, else all its own breaks become line breaks; groups
inside it decide for themselves. This is how `ruff format` decides too, so what is printed here
stays as it is. Knows no Python.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

WIDTH = 88
INDENT = 4


@frozen
class Break:
    """A place where a line may end: `flat` is printed where it does not."""

    flat: str = ""


@frozen
class Nest:
    """A document whose breaks are one level further in."""

    body: Doc


@frozen
class Group:
    """A document that is kept on one line if it fits."""

    body: Doc


@frozen
class IfBroken:
    """Text that is printed only where the group around it is broken."""

    text: str


@frozen
class Row:
    """Documents one after another."""

    parts: tuple[Doc, ...]


Doc = str | Break | Nest | Group | IfBroken | Row

SOFT = Break("")
SPACE = Break(" ")


def row(*parts: Doc) -> Doc:
    """Documents one after another."""
    return Row(parts)


def joined(items: Iterable[Doc], *between: Doc) -> Doc:
    """Documents with others between them."""
    parts: list[Doc] = []
    for item in items:
        parts += [*(between if parts else ()), item]
    return Row(tuple(parts))


def bracketed(opening: str, body: Doc, closing: str) -> Doc:
    """A body that moves to lines of its own, further in, where it does not fit."""
    return Group(row(opening, Nest(row(SOFT, body)), SOFT, closing))


def call(name: str, args: Sequence[Doc]) -> Doc:
    """A call: on one line, or with all arguments on the next, or with one argument a line."""
    if not args:
        return name + "()"
    return bracketed(name + "(", Group(row(joined(args, ",", SPACE), IfBroken(","))), ")")


def sequence(opening: str, items: Sequence[Doc], closing: str) -> Doc:
    """A tuple or list: on one line, or with one item a line."""
    if len(items) == 1 and opening == "(":
        return bracketed(opening, row(items[0], ","), closing)
    return bracketed(opening, row(joined(items, ",", SPACE), IfBroken(",")), closing)


_Entry = tuple[int, bool, Doc]


def printed(doc: Doc, indent: int = 0, width: int = WIDTH) -> str:
    """The lines of a document that starts `indent` columns in, without that first indent."""
    out: list[str] = []
    column = indent
    pending: list[_Entry] = [(indent, False, doc)]
    while pending:
        level, flat, item = pending.pop()
        match item:
            case str():
                out.append(item)
                column += len(item)
            case Break():
                out.append(item.flat if flat else "\n" + " " * level)
                column = column + len(item.flat) if flat else level
            case IfBroken():
                out.append("" if flat else item.text)
                column += 0 if flat else len(item.text)
            case Nest():
                pending.append((level + INDENT, flat, item.body))
            case Group():
                fits = flat or _fits(item.body, width - column, pending)
                pending.append((level, fits, item.body))
            case Row():
                pending.extend((level, flat, part) for part in reversed(item.parts))
    return "".join(out)


def _fits(doc: Doc, room: int, rest: Sequence[_Entry]) -> bool:
    """Whether a document fits on one line, together with what follows it up to the next possible
    line end.
    """
    behind = len(rest)
    pending: list[tuple[bool, Doc]] = [(True, doc)]
    while room >= 0:
        if not pending:
            if not behind:
                return True
            behind -= 1
            pending.append(rest[behind][1:])
            continue
        flat, item = pending.pop()
        match item:
            case str():
                room -= len(item)
            case Break():
                if not flat:
                    return True
                room -= len(item.flat)
            case IfBroken():
                room -= 0 if flat else len(item.text)
            case Nest() | Group():
                pending.append((flat, item.body))
            case Row():
                pending.extend((flat, part) for part in reversed(item.parts))
    return False
