"""Buffers and what lies in them: uses that take turns in the same bytes, sections that lie one after another."""

from __future__ import annotations

from attrs import field, frozen

from arenagen.expressions import Expr
from arenagen.model.keys import (
    Boolean,
    Either,
    Fill,
    Formula,
    Identifier,
    Integer,
    ListOf,
    MapOf,
    NamedTables,
    OneOf,
    TableOf,
    Text,
    key,
)
from arenagen.model.values import Item, KeyPath

FillValue = int | float | str | Expr


@frozen(kw_only=True)
class Extent(Item):
    """What buffers, uses and sections have in common: what lies in them and when they exist."""

    dtype: str | None = key(
        Identifier(),
        "element type: a built-in one, one of [dtypes], or a parameter of type dtype",
        default=None,
    )
    axis: str | None = key(Identifier(), "the axis that its rows count", default=None)
    rows: Expr | None = key(
        Formula(),
        "number of rows; by default those of what it lies in, or the maximum of the axis",
        default=None,
    )
    row: tuple[Expr, ...] | None = key(
        ListOf(Formula()), "dimensions of one row; `[]` is one element", default=None
    )
    shape: tuple[Expr, ...] | None = key(
        ListOf(Formula()), "the whole extent of something without rows", default=None
    )
    live_rows: Expr | None = key(
        Formula(),
        "rows that a pass may touch, where that is not the live count of the axis",
        default=None,
    )
    planes: tuple[tuple[str, Expr], ...] = key(
        MapOf(Formula()), "dimensions outside the rows; row ranges repeat in each", default=()
    )
    tile: tuple[int, ...] | None = key(
        ListOf(Integer(1), length=2),
        "rows and columns of a tile of swizzled rows; row ranges grow to whole tiles",
        default=None,
    )
    row_align: int | None = key(
        Integer(1, power_of_two=True),
        "each row is padded to a multiple of this, in bytes; without it rows are dense",
        default=None,
    )
    when: Expr | None = key(
        Formula("bool"),
        "the condition under which it exists; without one it always does",
        default=None,
    )
    required_when: Expr | None = key(
        Formula("bool"),
        "the condition under which its user is active, so that it has to exist",
        default=None,
    )
    align: int | None = key(
        Integer(1, power_of_two=True),
        "its start is a multiple of this, in bytes; by default what it holds needs, for a buffer at least the arena's",
        default=None,
    )
    min_bytes: int | None = key(Integer(1), "it takes at least this, when it exists", default=None)
    size_multiple: int | None = key(
        Integer(1), "its bytes are rounded up to a multiple of this", default=None
    )
    overread: Expr | None = key(
        Formula(),
        "elements behind the last row that kernels may touch and that are no rows",
        default=None,
    )
    index: str | None = key(
        OneOf(("i32", "u32", "i64", "i32_bytes", "u32_bytes", "i64_bytes")),
        "the integer that kernels index it with, counting elements or bytes; the last index has to fit",
        default=None,
    )
    budget: Expr | None = key(
        Formula(), "its bytes may not exceed this; equal is legal", default=None
    )
    phase: tuple[str, ...] = key(
        ListOf(Identifier()), "phases in which it is written or read", default=()
    )
    live_in: tuple[str, ...] = key(
        ListOf(Identifier()), "phases through which its contents must survive", default=()
    )
    carve: tuple[str, ...] = key(
        ListOf(Identifier()),
        "whole-number parameters or derived values that callers give anew to lay out its sections for one pass",
        default=(),
    )
    uses: str | tuple[Use, ...] = key(
        Either((Identifier(path=True), NamedTables("Use"))),
        "users that take turns in its bytes; or the path of another whose uses it shares",
        default=(),
    )
    sections: str | tuple[Section, ...] = key(
        Either((Identifier(path=True), ListOf(TableOf("Section")))),
        "parts that lie one after another; or the path of another whose sections it shares",
        default=(),
    )
    waive: tuple[tuple[str, str], ...] = key(
        MapOf(Text()),
        "findings about it, or about what lies in it, that are accepted: the code of each and the reason",
        default=(),
    )


@frozen(kw_only=True)
class Use(Extent):
    """One of several users of the same bytes."""

    doc: str = key(Text(), "what it holds", default="")
    reset: str | None = key(
        Identifier(),
        "a claim about its stale bytes, checked against the buffer's class",
        default=None,
    )
    at: Expr | None = key(Formula(), "offset in its parent, in bytes", default=None)
    if_fits: bool = key(
        Boolean(),
        "absent, instead of an error, where the stated size cannot hold it",
        default=False,
    )


@frozen(kw_only=True)
class Section(Extent):
    """One of several parts of the same bytes, or a gap without an accessor."""

    name: str = key(Identifier(), "name of the section; a gap has none", default="")
    where: KeyPath = field(default=(), eq=False, repr=False)
    gap: Expr | None = key(Formula(), "bytes that nothing reads or writes", default=None)
    doc: str = key(Text(), "what it holds", default="")
    reset: str | None = key(
        Identifier(), "its own reset class, where sections partition the buffer", default=None
    )
    at: Expr | None = key(Formula(), "offset in its parent, in bytes", default=None)
    fill: FillValue | None = key(
        Fill(),
        "what clearing writes into each element, where it is not what the buffer says",
        default=None,
    )


@frozen(kw_only=True)
class Buffer(Extent):
    """A named range of an arena."""

    doc: str = key(Text(), "what it holds")
    token_major: bool = key(
        Boolean(),
        "whether it is `[rows, row]`, with rows counted in tokens and nothing outside them",
    )
    reset: str = key(Identifier(), "what stale contents mean: one of the reset classes")
    arena: str | None = key(Identifier(), "the arena it lies in", default=None)
    placeholder: int | None = key(
        Integer(1), "bytes that are allocated in its place when it is absent", default=None
    )
    fill: FillValue = key(Fill(), "what clearing writes into each element", default=0)
    pad: FillValue = key(
        Fill(keep=True), 'what padding rows are given; "keep" leaves them as they are', default=0
    )
    mirror: str | None = key(
        OneOf(("pinned", "mapped", "host")),
        "the kind of host memory that holds a twin of it",
        default=None,
    )
