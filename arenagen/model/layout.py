"""The layout as it is written: arenas, reset classes, routines, groups, and the whole that holds every item."""

from __future__ import annotations

from typing import Literal

from attrs import frozen

from arenagen.expressions import Expr
from arenagen.model.keys import (
    Boolean,
    Formula,
    Identifier,
    Integer,
    ListOf,
    NamedTables,
    OneOf,
    TableOf,
    Text,
    key,
)
from arenagen.model.parts import Buffer
from arenagen.model.values import (
    Assume,
    Axis,
    BlockType,
    Const,
    Flag,
    Item,
    Law,
    Let,
    Param,
    Require,
    View,
)

SCHEMA_VERSION = 1
DEFAULT_ALIGN = 256


@frozen(kw_only=True)
class Header:
    """What the layout is called and what it is for."""

    name: str = key(
        Text(), "name of the layout, in lower case; generated code lies in a folder of that name"
    )
    doc: str = key(Text(), "what the arena is for")


@frozen(kw_only=True)
class Arena(Item):
    """One allocation that buffers lie in."""

    memory: Literal["device", "pinned", "mapped", "host"] = key(
        OneOf(("device", "pinned", "mapped", "host")), "kind of memory it lies in", default="device"
    )
    align: int = key(
        Integer(1, power_of_two=True),
        "buffers that ask for no alignment start at a multiple of this, in bytes",
        default=DEFAULT_ALIGN,
    )
    base_align: int | None = key(
        Integer(1, power_of_two=True),
        "alignment of the allocation; by default the largest that a buffer asks for",
        default=None,
    )
    size_multiple: int = key(
        Integer(1), "its bytes are rounded up to a multiple of this", default=1
    )
    budget: Expr | None = key(
        Formula(), "its bytes may not exceed this; equal is legal", default=None
    )
    order: Literal["class", "declared"] = key(
        OneOf(("class", "declared")),
        "buffers lie by reset class, and those of one class as declared; or all as declared",
        default="class",
    )
    doc: str = key(Text(), "what the arena holds", default="")


@frozen(kw_only=True)
class ResetClass(Item):
    """What stale contents of a buffer mean, and so what must clear them."""

    doc: str = key(Text(), "what stale contents mean")
    stale_read: bool = key(Boolean(), "whether anything can read stale bytes", default=False)
    cleared: Literal["routine", "create", "never"] = key(
        OneOf(("routine", "create", "never")),
        "what clears it: routines, the creation of the arena, or nothing",
        default="routine",
    )
    keep: bool = key(Boolean(), "whether its contents must survive every routine", default=False)


@frozen(kw_only=True)
class Routine(Item):
    """A named clearing."""

    classes: tuple[str, ...] = key(ListOf(Identifier()), "reset classes it clears", default=())
    buffers: tuple[str, ...] = key(ListOf(Identifier()), "single buffers it clears", default=())
    range: Literal["whole", "live", "padding", "rows", "overread"] = key(
        OneOf(("whole", "live", "padding", "rows", "overread")),
        "which part of each buffer it clears",
        default="whole",
    )
    axis: str | None = key(
        Identifier(),
        "the axis that `live`, `padding` and `rows` count; needed where the layout has several",
        default=None,
    )
    fixed: Literal["whole", "skip"] | None = key(
        OneOf(("whole", "skip")),
        "what a buffer without rows of that axis gets: cleared as a whole, or left alone",
        default=None,
    )
    count: int | None = key(
        Integer(0),
        "how many buffers it clears when all exist: checked, and there for a reviewer to see",
        default=None,
    )
    phase: str | None = key(Identifier(), "the phase it is run in", default=None)
    doc: str = key(Text(), "when to run it", default="")


@frozen(kw_only=True)
class Group(Item):
    """A run of buffers, from its first one to the next group's."""

    first: str = key(Identifier(), "its first buffer")
    doc: str = key(Text(), "what the buffers have in common", default="")


@frozen(kw_only=True)
class Resets:
    """Reset classes and the routines that clear them."""

    classes: tuple[ResetClass, ...] = key(NamedTables("ResetClass"), "reset classes")
    routines: tuple[Routine, ...] = key(NamedTables("Routine"), "routines", default=())


@frozen(kw_only=True)
class Phases:
    """Phases of the engine."""

    names: tuple[str, ...] = key(ListOf(Identifier()), "the phases")
    concurrent: tuple[tuple[str, ...], ...] = key(
        ListOf(ListOf(Identifier())), "sets of phases that may run at the same time", default=()
    )


@frozen(kw_only=True)
class Layout:
    """A whole layout file."""

    version: int = key(Integer(1), "version of the language: 1", toml="arenagen")
    layout: Header = key(TableOf("Header"), "name and purpose")
    arenas: tuple[Arena, ...] = key(
        NamedTables("Arena"),
        "allocations; without any there is one called `main` in device memory",
        default=(),
    )
    params: tuple[Param, ...] = key(NamedTables("Param"), "what is given at run time", default=())
    flags: tuple[Flag, ...] = key(
        NamedTables("Flag"), "switches read from the environment", default=()
    )
    consts: tuple[Const, ...] = key(
        NamedTables("Const"), "numbers that kernels and callers share with the layout", default=()
    )
    let: tuple[Let, ...] = key(
        NamedTables("Let", short="value"), "values derived from others", default=()
    )
    axes: tuple[Axis, ...] = key(NamedTables("Axis"), "what rows count", default=())
    dtypes: tuple[BlockType, ...] = key(
        NamedTables("BlockType"), "element types that are stored in blocks", default=()
    )
    phases: Phases | None = key(TableOf("Phases"), "phases of the engine", default=None)
    reset: Resets = key(TableOf("Resets"), "what stale contents mean, and what clears them")
    groups: tuple[Group, ...] = key(
        NamedTables("Group"),
        "runs of buffers: a table of contents, and where long files are split",
        default=(),
    )
    buffers: tuple[Buffer, ...] = key(
        NamedTables("Buffer"), "the buffers, in the order of generated code"
    )
    views: tuple[View, ...] = key(
        NamedTables("View"), "names for parts of buffers; they own nothing", default=()
    )
    require: tuple[Require, ...] = key(
        NamedTables("Require"), "conditions on the values given", default=()
    )
    laws: tuple[Law, ...] = key(
        NamedTables("Law"), "conditions that hold for all values of the domain", default=()
    )
    assume: tuple[Assume, ...] = key(
        NamedTables("Assume"), "facts about parameters that are taken to hold", default=()
    )

    @property
    def name(self) -> str:
        """Name of the layout."""
        return self.layout.name
