"""How a field of the model is spelt in TOML: its kind of value and what the reference says about it.

The reader, the writer and the documentation all work from these records, so a key is described once, at its field.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Literal

from attrs import NOTHING, Attribute, field, fields, frozen


@frozen
class Text:
    """A string."""


@frozen
class Integer:
    """A whole number not below `minimum`; with `power_of_two`, one of 1, 2, 4, ..."""

    minimum: int | None = None
    power_of_two: bool = False


@frozen
class Boolean:
    """true or false."""


@frozen
class OneOf:
    """One of a few words."""

    words: tuple[str, ...]


@frozen
class Identifier:
    """A name declared elsewhere in the layout (or, with `path`, several joined by dots)."""

    path: bool = False


@frozen
class Formula:
    """An expression: a whole number or a string (`int`), or true, false or a string (`bool`)."""

    type: Literal["int", "bool"] = "int"


@frozen
class Fill:
    """What clearing writes: a number, an expression, and where `keep` is allowed also that word."""

    keep: bool = False


@frozen
class ListOf:
    """An array whose elements are all of one kind."""

    item: Kind
    length: int | None = None


@frozen
class Either:
    """The first kind that the value's TOML type fits."""

    kinds: tuple[Kind, ...]


@frozen
class MapOf:
    """A table with free keys whose values are all of one kind; read as ordered pairs."""

    value: Kind


@frozen
class TableOf:
    """A table read as one model class (given by name, to allow classes that nest)."""

    cls: str


@frozen
class NamedTables:
    """A table whose keys are the names of items of one model class; `short` is the field that a bare value means."""

    cls: str
    short: str | None = None


Kind = (
    Text
    | Integer
    | Boolean
    | OneOf
    | Identifier
    | Formula
    | Fill
    | ListOf
    | Either
    | MapOf
    | TableOf
    | NamedTables
)


@frozen
class Key:
    """One key of a table of the language."""

    toml: str
    kind: Kind
    doc: str
    required: bool


def key(kind: Kind, doc: str, *, default: Any = NOTHING, toml: str = "") -> Any:
    """An attrs field that is a key of the language; without a default the key must be given."""
    return field(default=default, metadata={"key": (kind, doc, toml)})


def key_of(attribute: Attribute[Any]) -> Key | None:
    """The key that an attrs attribute stands for, if any."""
    found = attribute.metadata.get("key")
    if found is None:
        return None
    kind, doc, toml = found
    return Key(toml or attribute.name, kind, doc, attribute.default is NOTHING)


@cache
def keys_of(cls: type) -> dict[str, tuple[str, Key]]:
    """TOML key -> (attribute name, key) of a model class, in the order of its fields."""
    found = ((a.name, key_of(a)) for a in fields(cls))
    return {k.toml: (name, k) for name, k in found if k is not None}
