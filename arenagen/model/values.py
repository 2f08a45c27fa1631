"""Named values of a layout: parameters, flags, constants, derived values, axes, block types, views and statements."""

from __future__ import annotations

from typing import Literal

from attrs import field, frozen

from arenagen.expressions import Expr
from arenagen.model.keys import (
    Boolean,
    Either,
    Formula,
    Identifier,
    Integer,
    ListOf,
    MapOf,
    OneOf,
    Text,
    key,
)

KeyPath = tuple[str | int, ...]


@frozen(kw_only=True)
class Item:
    """Something declared in the layout under a name; `where` is its key path in the TOML text."""

    name: str
    where: KeyPath = field(default=(), eq=False, repr=False)


@frozen(kw_only=True)
class Param(Item):
    """A whole number, boolean or dtype that is given at run time, with its domain."""

    doc: str = key(Text(), "what the parameter means")
    type: Literal["int", "bool", "dtype"] = key(
        OneOf(("int", "bool", "dtype")), "what kind of value it takes", default="int"
    )
    min: int = key(Integer(), "smallest value, of an int", default=0)
    max: int | None = key(Integer(), "largest value; an int needs this or `values`", default=None)
    multiple_of: int = key(Integer(1), "the value of an int is a multiple of this", default=1)
    values: tuple[int | str, ...] | None = key(
        ListOf(Either((Integer(), Text()))),
        "the only values it takes: whole numbers, or names of dtypes",
        default=None,
    )
    default: int | bool | str | None = key(
        Either((Boolean(), Integer(), Text())),
        "the value where none is given; without it one has to be",
        default=None,
    )
    hf: bool | str | tuple[str, ...] = key(
        Either((Boolean(), Text(), ListOf(Text()))),
        "where a Hugging Face config holds it: true for the same key, or one or several dotted paths",
        default=False,
    )


@frozen(kw_only=True)
class Flag(Item):
    """A switch read once from an environment variable."""

    doc: str = key(Text(), "what the switch turns on")
    env: str = key(Text(), "name of the environment variable")
    on: tuple[str, ...] = key(
        ListOf(Text()), "the exact values that mean on; anything else, or unset, means off"
    )


@frozen(kw_only=True)
class Const(Item):
    """A named number, boolean or list of numbers that the generated code exports."""

    doc: str = key(Text(), "what the constant is")
    value: bool | int | tuple[int, ...] = key(
        Either((Boolean(), Integer(), ListOf(Integer()))), "its value"
    )


@frozen(kw_only=True)
class Let(Item):
    """A derived value."""

    value: Expr = key(Either((Formula("bool"), Formula("int"))), "the expression")
    doc: str = key(Text(), "what the value means", default="")


@frozen(kw_only=True)
class Axis(Item):
    """What rows count. Its live count at run time bears the name of the axis."""

    max: Expr = key(Formula(), "the largest live count")
    doc: str = key(Text(), "what one row stands for", default="")


@frozen(kw_only=True)
class BlockType(Item):
    """An element type that is stored in blocks."""

    block: int = key(Integer(1), "elements in a block")
    bytes: int = key(Integer(1), "bytes of a block")
    doc: str = key(Text(), "what a block holds", default="")


@frozen(kw_only=True)
class Require(Item):
    """A condition on the values given at run time."""

    that: Expr = key(Formula("bool"), "what must hold")
    doc: str = key(Text(), "why, in the words of the error")
    when: Expr | None = key(
        Formula("bool"), "the condition under which it is asked for", default=None
    )


@frozen(kw_only=True)
class Law(Item):
    """A condition over the whole domain of the parameters."""

    that: Expr = key(Formula("bool"), "what must hold")
    doc: str = key(Text(), "what it protects")
    when: Expr | None = key(
        Formula("bool"), "the condition under which it is asked for", default=None
    )
    forall: tuple[tuple[str, tuple[Expr, ...]], ...] = key(
        MapOf(ListOf(Formula(), length=2)),
        "variables of the law, each with its first and last value",
        default=(),
    )


@frozen(kw_only=True)
class Assume(Item):
    """A fact about parameters that the layout relies on and does not check."""

    that: Expr = key(Formula("bool"), "what is taken to hold")
    reason: str = key(Text(), "why it may be taken to hold")


@frozen(kw_only=True)
class View(Item):
    """A name for a part of a buffer chosen by plane or row; it owns nothing."""

    of: str = key(Identifier(path=True), "the buffer, use or section it looks into")
    at: tuple[str, ...] = key(
        ListOf(Identifier()),
        "what its caller chooses: planes, from the first one on, and then perhaps the axis",
    )
    doc: str = key(Text(), "what it shows", default="")
