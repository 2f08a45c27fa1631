"""Lines of Rust as `rustfmt` leaves them: docs, imports, signatures, arrays, literals."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from arenagen.emit.rust.formulas import INDENT, WIDTH

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from arenagen.emit.shelves import Names

ARRAY_WIDTH = 60
"""Elements of an array that stay on one line."""

LITERAL_WIDTH = 18
"""Columns up to which the fields of a struct stay on one line."""

SHORT_ELEMENT = 10
"""Arrays of elements no longer than this are filled line by line, others have one on each."""

_MARKER = re.compile(r"(?:[-+*>#=|~:]+|\d+[.)])$")
_CODE = re.compile(r"(`[^`]*`)")


def docs(paragraphs: Iterable[str], indent: int, sign: str = "///") -> list[str]:
    """Doc comments of one or more paragraphs; what Markdown would read as markup is escaped."""
    texts = [_escaped(" ".join(text.split())) for text in paragraphs if text.strip()]
    lines: list[str] = []
    for text in texts or ["Nothing is said about it."]:
        lines += [""] if lines else []
        lines += _wrapped(text, WIDTH - indent - len(sign) - 1)
    pad = " " * indent
    return [f"{pad}{sign} {line}".rstrip() for line in lines]


def _escaped(text: str) -> str:
    pieces = _CODE.split(text)
    plain = [
        piece if i % 2 else re.sub(r"([\[\]<>*`])", r"\\\1", piece)
        for i, piece in enumerate(pieces)
    ]
    return "".join(
        c if c.isprintable() else c.encode("unicode_escape").decode() for c in "".join(plain)
    )


def _wrapped(text: str, width: int) -> Iterator[str]:
    """Lines that never begin with what Markdown takes for a list, a quote or a heading."""
    words: list[str] = []
    for word in text.split(" "):
        if words and _MARKER.match(word):
            words[-1] += f" {word}"
        else:
            words.append(word)
    line = ""
    for word in words:
        if line and len(line) + 1 + len(word) > width:
            yield line
            line = word
        else:
            line = f"{line} {word}" if line else word
    yield line if not _MARKER.match(line.split(" ")[0]) else f"\\{line}"


def literal(text: str) -> str:
    """A string literal."""
    quoted = json.dumps(text, ensure_ascii=not text.isprintable())
    return (
        re.sub(r"\\u([0-9a-f]{4})", r"\\u{\1}", quoted)
        .replace("\\b", "\\u{8}")
        .replace("\\f", "\\u{c}")
    )


def assigned(before: str, value: str, after: str, column: int) -> list[str]:
    """Something that is given a value, which moves to the next line where that makes it fit."""
    pad = " " * column
    plain = f"{pad}{before} {value}{after}"
    if len(plain) <= WIDTH or column + INDENT + len(value + after) > WIDTH:
        return [plain]
    return [f"{pad}{before}", f"{pad}    {value}{after}"]


def let_text(name: str, text: str, column: int) -> list[str]:
    """A variable that holds a text, which moves to the next line where that makes it fit."""
    return assigned(f"let {name} =", literal(text), ";", column)


def use_lines(names: Names) -> list[str]:
    """`use` statements: the standard library, then modules beside this one."""
    sections: tuple[list[str], list[str]] = ([], [])
    for module in sorted(names):
        found = sorted(set(names[module]), key=_order)
        if found:
            sections["::" not in module].append(_use(_path(module), found))
    return [*sections[0], *([""] if sections[0] and sections[1] else []), *sections[1]]


def _path(module: str) -> str:
    return module if "::" in module else f"super::{module}".removesuffix("::")


def _order(name: str) -> tuple[int, str]:
    """`self`, functions, types, constants; told apart by their first letter, constants by all."""
    if name == "self":
        return 0, name
    return (1 if not name[0].isupper() else 3 if name.isupper() else 2), name


def _use(path: str, names: Sequence[str]) -> str:
    if names == ["self"]:
        return f"use {path};"
    plain = (
        f"use {path}::{names[0]};" if len(names) == 1 else f"use {path}::{{{', '.join(names)}}};"
    )
    if len(plain) <= WIDTH:
        return plain
    return "\n".join([f"use {path}::{{", *filled(names, INDENT, WIDTH - 1), "};"])


def filled(items: Iterable[str], column: int, width: int = WIDTH) -> Iterator[str]:
    """Items with commas, as many to a line as fit."""
    line = ""
    for item in items:
        if line and column + len(line) + len(item) + 2 > width:
            yield " " * column + line
            line = ""
        line += f" {item}," if line else f"{item},"
    if line:
        yield " " * column + line


def array(before: str, items: Sequence[str], after: str, column: int) -> list[str]:
    """A line with an array in brackets, or its elements on lines of their own."""
    inner = ", ".join(items)
    pad = " " * column
    plain = f"{pad}{before}[{inner}]{after}"
    if len(inner) <= ARRAY_WIDTH and len(plain) <= WIDTH:
        return [plain]
    if all(len(item) <= SHORT_ELEMENT for item in items):
        body = list(filled(items, column + INDENT))
    else:
        body = [f"{pad}    {item}," for item in items]
    return [f"{pad}{before}[", *body, f"{pad}]{after}"]


def record(before: str, fields: Sequence[str], after: str, column: int) -> list[str]:
    """A struct with its fields, which are given as they stand on lines of their own."""
    pad = " " * column
    inner = " ".join(line.strip() for line in fields).removesuffix(",")
    plain = f"{pad}{before} {{ {inner} }}{after}" if fields else f"{pad}{before} {{}}{after}"
    if len(inner) <= LITERAL_WIDTH and len(plain) <= WIDTH:
        return [plain]
    return [f"{pad}{before} {{", *fields, f"{pad}}}{after}"]


def signature(before: str, args: Sequence[str], after: str, column: int = 0) -> list[str]:
    """The head of a function: on one line, or with an argument on each."""
    pad = " " * column
    plain = f"{pad}{before}({', '.join(args)}){after}"
    if len(plain) <= WIDTH:
        return [plain]
    return [f"{pad}{before}(", *(f"{pad}    {arg}," for arg in args), f"{pad}){after}"]


def call(before: str, args: Sequence[str], after: str, column: int) -> list[str]:
    """A statement that calls something: on one line, or with an argument on each."""
    pad, inner = " " * column, ", ".join(args)
    plain = f"{pad}{before}({inner}){after}"
    if len(inner) <= ARRAY_WIDTH and len(plain) <= WIDTH:
        return [plain]
    return [f"{pad}{before}(", *(f"{pad}    {arg}," for arg in args), f"{pad}){after}"]
