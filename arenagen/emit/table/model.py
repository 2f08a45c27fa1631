"""The table as plain objects, for whoever writes it down: as JSON, or into a test in some language.

May import elaborate and resolve.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from attrs import field, frozen

from arenagen.elaborate import Elaborated, Plan
from arenagen.resolve.model import ByteRange, ResolvedLayout, Value

CREATION: Final = ""
"""Stands for the name of a routine: what is written once, when the arena is made."""


@frozen(eq=False)
class Clearing:
    """A call of a routine, and the ranges that it writes.

    plan: what the routine clears; that of creation is called CREATION.
    arguments: () for `whole` and `overread`, the live count for `live`, live and padded count for `padding`, and the
    row numbers for `rows`.
    ranges: in as few as possible, by the names of arenas and by offset.
    """

    name: str
    plan: Plan = field(repr=False)
    arguments: tuple[int, ...]
    ranges: tuple[ByteRange, ...]


@frozen(eq=False)
class Point:
    """One set of values. `params` and `flags` have a value for each that the layout declares."""

    name: str
    params: Mapping[str, Value]
    flags: Mapping[str, bool]
    resolved: ResolvedLayout = field(repr=False)
    clearings: tuple[Clearing, ...] = field(repr=False)


@frozen(eq=False)
class ByteTable:
    """Sets of values, and what the layout comes to for each."""

    layout: Elaborated = field(repr=False)
    points: tuple[Point, ...]
