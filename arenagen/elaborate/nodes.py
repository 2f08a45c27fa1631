"""The tree that later phases read: buffers and their parts with everything inherited, shared or implied filled in."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal

from attrs import field, frozen

from arenagen.dtypes import DType
from arenagen.expressions import Expr, Type
from arenagen.model import (
    Arena,
    Axis,
    Buffer,
    FillValue,
    KeyPath,
    Layout,
    ResetClass,
    Routine,
    Section,
    Use,
    View,
)

Composition = Literal["uses", "sections"]
NodeKind = Literal["buffer", "use", "section", "gap"]
Mode = Literal["whole", "live", "padding", "rows", "overread"]

ROW_RANGES = ("live", "padding", "rows")
"""Ranges of routines that count rows of an axis."""

TOKENS = "tokens"
"""The axis that the rows of a token-major buffer count."""


@frozen(eq=False, kw_only=True)
class Node:
    """A buffer, use, section or gap.

    `path` starts with the buffer's name; `where` is the key path of its declaration, which for shared parts lies under
    another buffer. `guards` are its own condition and those of everything around it, outermost first. `dtypes` are the
    element types it can have: one, or several for a dtype parameter, none where it only holds parts of mixed types.
    """

    kind: NodeKind
    path: tuple[str, ...]
    where: KeyPath
    written: Buffer | Use | Section = field(repr=False)
    dtype: str | None = None
    dtypes: tuple[DType, ...] = ()
    axis: str | None = None
    rows: Expr | None = None
    live_rows: Expr | None = None
    token_major: bool = False
    reset: str = ""
    fill: FillValue = 0
    guards: tuple[Expr, ...] = ()
    align: int = 1
    composed: Composition | None = None
    children: tuple[Node, ...] = ()

    @property
    def name(self) -> str:
        """Its own name, the last of the path."""
        return self.path[-1]

    @property
    def identifier(self) -> str:
        """Its name in generated code: the path joined by underscores."""
        return "_".join(self.path)

    @property
    def dotted(self) -> str:
        """Its name in expressions and messages: the path joined by dots."""
        return ".".join(self.path)

    @property
    def buffer(self) -> str:
        """Name of the buffer that it is or lies in."""
        return self.path[0]

    @property
    def when(self) -> Expr | None:
        """Its own condition."""
        return self.written.when

    @property
    def row(self) -> tuple[Expr, ...] | None:
        """Dimensions of one row, for an extent that is counted in rows."""
        return self.written.row

    @property
    def shape(self) -> tuple[Expr, ...] | None:
        """Dimensions of an extent without rows."""
        return self.written.shape

    @property
    def planes(self) -> tuple[tuple[str, Expr], ...]:
        """Dimensions outside the rows, by name."""
        return self.written.planes

    @property
    def stated(self) -> bool:
        """Whether it has a size of its own in which its uses must fit."""
        return self.composed is not None and (self.row is not None or self.shape is not None)

    @property
    def rowed(self) -> bool:
        """Whether its bytes are rows of an axis: rows as written, or uses that all take the buffer's rows."""
        if self.axis is None or self.composed == "sections":
            return False
        return self.row is not None or (self.composed == "uses" and self.shape is None)

    def along(self, other: Node) -> bool:
        """Whether one of the two is the other, or lies in it."""
        return all(a == b for a, b in zip(self.path, other.path, strict=False))

    def walk(self) -> Iterator[Node]:
        """It and everything in it except gaps, parents first, in the order of the file."""
        if self.kind != "gap":
            yield self
            for child in self.children:
                yield from child.walk()


@frozen(eq=False)
class Target:
    """Something that a routine clears, and which part of it."""

    node: Node
    mode: Mode


@frozen(eq=False, kw_only=True)
class Plan:
    """What a routine clears, in the order of the file.

    `selected` are the buffers it names by class or by name; `on_host` those it names and leaves alone, because they lie
    in host memory; `without_rows` what has no rows of the axis that its range counts.
    """

    routine: Routine
    axis: str | None
    selected: tuple[Node, ...]
    on_host: tuple[Node, ...]
    without_rows: tuple[Node, ...]
    targets: tuple[Target, ...]

    @property
    def cleared(self) -> tuple[Node, ...]:
        """The buffers of which it clears something, when all exist."""
        touched = {target.node.buffer for target in self.targets}
        return tuple(buffer for buffer in self.selected if buffer.name in touched)

    @property
    def counts_rows(self) -> bool:
        """Whether its range is about rows of an axis."""
        return self.routine.range in ROW_RANGES


@frozen(eq=False, kw_only=True)
class Scope:
    """The names that expressions may use.

    `types` has every parameter, flag, constant and derived value; `definitions` the derived values' expressions, each
    after those it uses; `consts` the constants' values.
    """

    types: Mapping[str, Type]
    definitions: Mapping[str, Expr]
    consts: Mapping[str, int | bool | tuple[int, ...]]


@frozen(eq=False, kw_only=True)
class Elaborated:
    """A layout ready to be checked, resolved and emitted."""

    layout: Layout
    scope: Scope
    arenas: tuple[Arena, ...]
    buffers: tuple[Node, ...]
    plans: tuple[Plan, ...]
    group_of: Mapping[str, str]
    dtypes: Mapping[str, DType]
    by_path: Mapping[str, Node] = field(repr=False)

    @property
    def name(self) -> str:
        """Name of the layout."""
        return self.layout.name

    @property
    def classes(self) -> tuple[ResetClass, ...]:
        """Reset classes in order of placement."""
        return self.layout.reset.classes

    @property
    def axes(self) -> Mapping[str, Axis]:
        """Axes by name."""
        return {axis.name: axis for axis in self.layout.axes}

    @property
    def views(self) -> tuple[View, ...]:
        """Names that own nothing."""
        return self.layout.views

    def arena_of(self, buffer: Node) -> str:
        """Name of the arena that a buffer lies in."""
        assert isinstance(buffer.written, Buffer)  # noqa: S101 - only roots are asked
        return buffer.written.arena or self.arenas[0].name

    def nodes(self) -> Iterator[Node]:
        """Every buffer, use and section, in the order of the file."""
        for buffer in self.buffers:
            yield from buffer.walk()

    def plans_for(self, buffer: str) -> tuple[str, ...]:
        """Names of the routines that clear a buffer or a part of it."""
        return tuple(
            plan.routine.name
            for plan in self.plans
            if any(target.node.buffer == buffer for target in plan.targets)
        )
