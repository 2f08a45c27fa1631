"""Finds every expression of a layout with its place, the type that is due there, and the names that may stand in it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

from attrs import AttrsInstance, frozen

from arenagen.expressions import Expr
from arenagen.model import Assume, KeyPath, Law, Layout, Require, keys
from arenagen.model.keys import Kind, keys_of

Sight = Literal["values", "axes", "paths"]
"""Besides values: live counts of axes (in `live_rows`), or properties of parts (in statements and `at`)."""


@frozen
class Found:
    """One expression as it is written."""

    expr: Expr
    where: KeyPath
    type: Literal["int", "bool"]
    sight: Sight
    variables: tuple[str, ...] = ()
    """Names that `forall` of a law declares."""


def formulas(layout: Layout) -> Iterator[Found]:
    """Every expression except those of [let], each once, where it is written."""
    return _of_table(layout, ())


def _of_table(item: AttrsInstance, where: KeyPath) -> Iterator[Found]:
    statement = isinstance(item, Require | Law | Assume)
    variables = tuple(name for name, _ in item.forall) if isinstance(item, Law) else ()
    for toml, (attribute, key) in keys_of(type(item)).items():
        value = getattr(item, attribute)
        if toml == "let" or value is None or isinstance(value, str):
            continue
        paths = toml == "at" or (statement and toml != "forall")
        sight: Sight = "axes" if toml == "live_rows" else "paths" if paths else "values"
        for found in _of_value(key.kind, value, (*where, toml), sight):
            usable = variables if statement and toml != "forall" else ()
            yield Found(found.expr, found.where, found.type, found.sight, usable or found.variables)


def _of_value(kind: Kind, value: Any, where: KeyPath, sight: Sight) -> Iterator[Found]:
    match kind:
        case keys.Formula():
            yield Found(value, where, kind.type, sight)
        case keys.Fill() if isinstance(value, Expr):
            yield Found(value, where, "int", sight)
        case keys.TableOf():
            yield from _of_table(value, where)
        case keys.Either() if isinstance(value, tuple):
            for option in kind.kinds:
                yield from _of_items(option, value, where, sight)
        case _ if isinstance(value, tuple):
            yield from _of_items(kind, value, where, sight)


def _of_items(kind: Kind, items: tuple[Any, ...], where: KeyPath, sight: Sight) -> Iterator[Found]:
    match kind:
        case keys.NamedTables():
            for item in items:
                yield from _of_table(item, item.where)
        case keys.MapOf():
            for name, item in items:
                yield from _of_value(kind.value, item, (*where, name), sight)
        case keys.ListOf():
            for i, item in enumerate(items):
                yield from _of_value(kind.item, item, (*where, i), sight)
