"""The reference of the language, `docs/language-reference.md`, rendered from the records of its keys.

May import dtypes, expressions and the model. What a key means is written at its field, never here.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from attrs import NOTHING, Attribute, fields, frozen

import arenagen.model as model
from arenagen.dtypes import BUILTIN, DType
from arenagen.expressions import MAX_DEPTH, MAX_LENGTH, Expr, to_text
from arenagen.model import keys
from arenagen.model.keys import Kind, key_of, keys_of
from arenagen.model.words import words

_INTRODUCTION: Final = """\
# Language reference

Every table and key of a layout, version 1 of the language. What they are for, and how they work together, is told in
[language.md](language.md). This page is written from the records that the reader itself works from; a test says when it
is out of date.

A layout is one TOML 1.0 file. A key that is not listed here is an error, and so is a value of another type.
"""

_VALUES: Final = """\
## What is meant by

| words | what may be written |
|---|---|
| name | a letter, then up to 39 letters, digits and underscores: `hidden_states` |
| path | one name or several joined by dots: `scratch.decode.slots` |
| expression | a whole number, or a string that holds an [expression](#expressions) whose value is one |
| condition | `true`, `false`, or a string that holds an expression whose value is true or false |
| whole number | a TOML integer; all of them, and all steps of an expression, fit signed 64 bits |
| power of two | 1, 2, 4, 8, ... |
| table | TOML's `{ ... }` or `[header]`; *table of* says what each key in it stands for |
"""

OPERATORS: Final = (
    (
        "if",
        "`a if c else b`: `a` where the condition `c` holds, otherwise `b`; the other one is not looked at",
    ),
    ("or", "true where either side is; the right side is not looked at where the left is true"),
    ("and", "true where both sides are; the right side is not looked at where the left is false"),
    ("not", "true where the condition behind it is false"),
    (
        "== != < <= > >=",
        "compare whole numbers; `==` and `!=` also dtypes, written `'bf16'`; they do not chain",
    ),
    ("+ -", "sum and difference"),
    (
        "* // % /",
        "product; quotient rounded down; its remainder, never negative for a divisor above 0; exact quotient",
    ),
    ("-", "in front of one operand: the negative"),
)
"""Operators and what they mean, the one that binds loosest first."""

FUNCTIONS: Final = {
    "min": ("min(a, b, ...)", "the smallest of two or more whole numbers"),
    "max": ("max(a, b, ...)", "the largest of two or more whole numbers"),
    "ceil_div": ("ceil_div(a, b)", "`a` divided by `b`, rounded up; `b` is above 0"),
    "align_up": (
        "align_up(a, b)",
        "the smallest multiple of `b` that is not below `a`; `b` is above 0",
    ),
    "rung": (
        "rung(a, list)",
        "the smallest number of a list of [consts] that is not below `a`; there must be one",
    ),
}
"""Functions of expressions: how each is written and what it gives."""


@frozen
class _Table:
    """One table of the language: the heading it is written under, and the class that it is read as."""

    path: str
    cls: type


def reference() -> str:
    """The whole page in Markdown."""
    tables = tuple(_tables("", model.Layout, set()))
    parts = [_INTRODUCTION, _VALUES, "## The file\n", _key_rows(model.Layout, own=False)]
    for table in tables:
        parts += _chapter(table)
    return "\n".join([*parts, *_dtypes(), *_expressions()])


def _tables(path: str, cls: type, seen: set[type]) -> Iterator[_Table]:
    """The tables below a class, each once, where it is first met."""
    for toml, (_, key) in keys_of(cls).items():
        for inner, suffix in _inner(key.kind):
            if inner not in seen:
                seen.add(inner)
                below = f"{path}.{toml}".lstrip(".") + suffix
                yield _Table(below, inner)
                yield from _tables(below, inner, seen)


def _inner(kind: Kind) -> Iterator[tuple[type, str]]:
    """Model classes that a kind of value is read as, and what their heading ends in."""
    match kind:
        case keys.TableOf():
            yield getattr(model, kind.cls), ""
        case keys.NamedTables():
            yield getattr(model, kind.cls), ".NAME"
        case keys.ListOf():
            yield from _inner(kind.item)
        case keys.Either():
            for option in kind.kinds:
                yield from _inner(option)


def _chapter(table: _Table) -> Iterator[str]:
    extent = issubclass(table.cls, model.Extent)
    yield f"## {_heading(table)}\n"
    yield f"{table.cls.__doc__}\n"
    yield _key_rows(table.cls, own=extent)
    if table.cls is model.Buffer:
        yield "### Keys of every buffer, use and section\n"
        yield _key_rows(model.Extent, own=False)
    elif extent:
        yield "And the [keys of every buffer, use and section](#keys-of-every-buffer-use-and-section).\n"


def _heading(table: _Table) -> str:
    """The header of the table; sections are written as an array."""
    return "`sections = [{ ... }]`" if table.cls is model.Section else f"`[{table.path}]`"


def _key_rows(cls: type, *, own: bool) -> str:
    """The keys of a class as a table; with `own`, without those that it inherits."""
    lines = ["| key | value | default | meaning |", "|---|---|---|---|"]
    for attribute in fields(cls):
        key = key_of(attribute)
        if key is not None and not (own and attribute.inherited):
            cells = (f"`{key.toml}`", words(key.kind), _default(attribute), key.doc)
            lines.append("| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |")
    return "\n".join(lines) + "\n"


def _default(attribute: Attribute[Any]) -> str:
    value = attribute.default
    if value is NOTHING:
        return "**required**"
    if value is None or value in ((), ""):
        return ""
    return f"`{_toml(value)}`"


def _toml(value: object) -> str:
    if isinstance(value, Expr):
        return to_text(value)
    return str(value).lower() if isinstance(value, bool | int) else f'"{value}"'


def _dtypes() -> Iterator[str]:
    yield "## Dtypes\n"
    yield (
        "Built-in element types. Several elements of a packed one share a byte. Block types are declared in "
        "`[dtypes]`; they start at a multiple of the largest power of two that divides a block, up to 16 bytes.\n"
    )
    yield "| dtype | bits | alignment in bytes | what it holds |\n|---|---|---|---|"
    yield "\n".join(_dtype_row(dtype) for dtype in BUILTIN.values()) + "\n"


_FAMILIES: Final = {
    "float": "floating point",
    "int": "whole numbers with a sign",
    "uint": "whole numbers without a sign",
    "bool": "0 or 1",
    "block": "blocks",
}


def _dtype_row(dtype: DType) -> str:
    packed = ", packed" if dtype.packed else ""
    return f"| `{dtype.name}` | {dtype.bits} | {dtype.align} | {_FAMILIES[dtype.family]}{packed} |"


def _expressions() -> Iterator[str]:
    yield "## Expressions\n"
    yield (
        "Whole numbers, `true`, `false`, names, paths, brackets, and the operators below. Operators of one line bind "
        "alike and group from the left; lines further down bind tighter.\n"
    )
    yield "| operators | meaning |\n|---|---|"
    yield "\n".join(f"| {_signs(signs)} | {meaning} |" for signs, meaning in OPERATORS) + "\n"
    yield "| function | value |\n|---|---|"
    yield "\n".join(f"| `{how}` | {meaning} |" for how, meaning in FUNCTIONS.values()) + "\n"
    yield (
        f"An expression has at most {MAX_LENGTH} characters and {MAX_DEPTH} levels. A step that leaves signed 64 bits, "
        "a division by zero, a remainder of `/` and a number above the last rung have no value: they are errors.\n"
    )


def _signs(signs: str) -> str:
    return " ".join(f"`{sign}`" for sign in signs.split())
