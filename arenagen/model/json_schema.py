"""The JSON Schema of the language, for editors, rendered from the records of its keys.

It knows what may be written where: keys, kinds of values, required keys. Whether an expression can be read, names lead
somewhere, and all that depends on both is left to `check`. Draft 7, which TOML editors understand.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, Final

from attrs import NOTHING, fields

import arenagen.model as model
from arenagen.expressions import MAX_LENGTH, Expr, to_text
from arenagen.model import keys
from arenagen.model.keys import Kind, key_of, keys_of

Schema = dict[str, Any]

_LETTERS: Final = "[A-Za-z][A-Za-z0-9_]{0,39}"
NAME_PATTERN: Final = f"^{_LETTERS}$"
PATH_PATTERN: Final = rf"^{_LETTERS}(\.{_LETTERS})*$"

_POWER: Final = "power_of_two"
_NAME: Final[Schema] = {"type": "string", "pattern": NAME_PATTERN}
_EXPRESSION: Final[Schema] = {"type": "string", "minLength": 1, "maxLength": MAX_LENGTH}


def schema_text() -> str:
    """The schema as a JSON document."""
    return json.dumps(json_schema(), indent=2) + "\n"


def json_schema() -> Schema:
    """The schema as plain data: the whole file, and a definition for each class of the model."""
    classes = dict.fromkeys(_reached(model.Layout, {model.Layout}))
    whole = _table(model.Layout)
    whole["properties"]["arenagen"]["enum"] = [model.SCHEMA_VERSION]
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": f"arenagen layout, version {model.SCHEMA_VERSION}",
        **whole,
        "definitions": {
            **{cls.__name__: _table(cls) for cls in classes},
            _POWER: {"type": "integer", "enum": [2**i for i in range(63)]},
        },
    }


def _reached(cls: type, seen: set[type]) -> Iterator[type]:
    """The classes that tables below a class are read as, each once."""
    for _, key in keys_of(cls).values():
        for inner in _classes(key.kind):
            if inner not in seen:
                seen.add(inner)
                yield inner
                yield from _reached(inner, seen)


def _classes(kind: Kind) -> Iterator[type]:
    match kind:
        case keys.TableOf() | keys.NamedTables():
            yield getattr(model, kind.cls)
        case keys.ListOf():
            yield from _classes(kind.item)
        case keys.MapOf():
            yield from _classes(kind.value)
        case keys.Either():
            for option in kind.kinds:
                yield from _classes(option)


def _table(cls: type) -> Schema:
    """A table that is read as one class: its keys, and no others."""
    properties = {}
    for attribute in fields(cls):
        key = key_of(attribute)
        if key is not None:
            value = {"description": key.doc, **_value(key.kind)}
            default = attribute.default
            if default is not NOTHING and default not in (None, (), ""):
                value["default"] = to_text(default) if isinstance(default, Expr) else default
            properties[key.toml] = value
    required = [toml for toml, (_, key) in keys_of(cls).items() if key.required]
    return {
        "description": " ".join((cls.__doc__ or "").split()),
        "type": "object",
        "additionalProperties": False,
        **({"required": required} if required else {}),
        "properties": properties,
    }


def _value(kind: Kind) -> Schema:
    match kind:
        case keys.Text():
            return {"type": "string"}
        case keys.Boolean():
            return {"type": "boolean"}
        case keys.OneOf():
            return {"type": "string", "enum": list(kind.words)}
        case keys.Identifier():
            return {"type": "string", "pattern": PATH_PATTERN} if kind.path else _NAME
        case keys.Integer():
            return _integer(kind)
        case keys.Formula():
            plain = "integer" if kind.type == "int" else "boolean"
            return {"anyOf": [{"type": plain}, _EXPRESSION]}
        case keys.Fill():
            return {"anyOf": [{"type": "number"}, _EXPRESSION]}
        case _:
            return _collection(kind)


def _integer(kind: keys.Integer) -> Schema:
    if kind.power_of_two:
        return {"allOf": [_reference(_POWER)]}
    return {"type": "integer", **({} if kind.minimum is None else {"minimum": kind.minimum})}


def _collection(
    kind: keys.ListOf | keys.Either | keys.MapOf | keys.TableOf | keys.NamedTables,
) -> Schema:
    match kind:
        case keys.ListOf():
            length = (
                {} if kind.length is None else {"minItems": kind.length, "maxItems": kind.length}
            )
            return {"type": "array", "items": _value(kind.item), **length}
        case keys.Either():
            return {"anyOf": [_value(option) for option in kind.kinds]}
        case keys.MapOf():
            return _named(_value(kind.value))
        case keys.TableOf():
            return {"allOf": [_reference(kind.cls)]}
        case keys.NamedTables():
            if kind.short is None:
                return _named(_reference(kind.cls))
            short = _value(keys_of(getattr(model, kind.cls))[kind.short][1].kind)
            return _named({"anyOf": [_reference(kind.cls), short]})


def _named(item: Schema) -> Schema:
    names = {"pattern": NAME_PATTERN}
    return {"type": "object", "propertyNames": names, "additionalProperties": item}


def _reference(definition: str) -> Schema:
    # Beside `$ref` draft 7 looks at nothing else: where there is a description, the caller wraps it.
    return {"$ref": f"#/definitions/{definition}"}
