"""The model back as TOML data, so that a layout can be written, compared and parsed again.

Keys that hold their default are left out; what is returned holds only TOML types.
"""

from __future__ import annotations

from typing import Any

from attrs import NOTHING, AttrsInstance, fields_dict

from arenagen.expressions import Bool, Expr, Int, to_text
from arenagen.model import keys
from arenagen.model.keys import Kind, keys_of
from arenagen.model.layout import Layout


def to_data(layout: Layout) -> dict[str, Any]:
    """The layout as TOML data; parsing it gives an equal layout."""
    return _table(layout)


def _table(item: AttrsInstance) -> dict[str, Any]:
    written: dict[str, Any] = {}
    attributes = fields_dict(type(item))
    for toml, (name, key) in keys_of(type(item)).items():
        value = getattr(item, name)
        default = attributes[name].default
        if default is NOTHING or value != default or type(value) is not type(default):
            written[toml] = _value(key.kind, value)
    return written


def _value(kind: Kind, value: Any) -> Any:
    if isinstance(value, Int | Bool):
        return value.value
    if isinstance(value, Expr):
        return to_text(value)
    if not isinstance(value, tuple):
        return _table(value) if isinstance(kind, keys.TableOf) else value
    return _collection(kind, value)


def _collection(kind: Kind, value: tuple[Any, ...]) -> Any:
    match kind:
        case keys.NamedTables():
            return {item.name: _table(item) for item in value}
        case keys.MapOf():
            return {name: _value(kind.value, item) for name, item in value}
        case keys.ListOf():
            return [_value(kind.item, item) for item in value]
        case keys.Either():
            return _collection(_option(kind, value), value)
    raise AssertionError(f"no kind of collection: {kind}")


def _option(kind: keys.Either, value: tuple[Any, ...]) -> Kind:
    """The collection among the options; a kind never offers two."""
    options = (keys.NamedTables, keys.MapOf, keys.ListOf)
    return next(option for option in kind.kinds if isinstance(option, options))
