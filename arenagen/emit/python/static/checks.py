"""What is asked of sizes once they are known: statements, budgets, index widths."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice, product

from .extents import Extent

MOST_POINTS = 65536
"""Points of the variables of one law that are tried."""

LAST_INDEX = {"i32": 2**31 - 1, "u32": 2**32 - 1, "i64": 2**63 - 1}


def points(*ends: tuple[int, int]) -> Iterator[tuple[int, ...]]:
    """Values of variables, each from its first to its last."""
    ranges = (range(first, last + 1) for first, last in ends)
    return islice(product(*ranges), MOST_POINTS)


def unmet(what: str, that: str, doc: str, values: Mapping[str, object]) -> str:
    """A statement that does not hold, with the values it is about."""
    shown = ", ".join(f"{name} = {value}" for name, value in values.items())
    given = f" with {shown}" if shown else ""
    return f"{what} does not hold: {that}{given} ({doc})"


def over_budget(name: str, size: int, budget: int) -> Iterator[str]:
    """A fault if there are more bytes than the budget."""
    if size > budget:
        yield f"{name} takes {size} bytes, {size - budget} over its budget of {budget}"


def not_indexable(extent: Extent, index: str) -> Iterator[str]:
    """A fault if the last element, or byte, has an index that is too large."""
    width, _, unit = index.partition("_")
    elements, size = extent.granule
    count = extent.bytes
    if not unit and extent.dtype:
        count = (extent.extent_bytes + extent.overread) * elements // size
    if count - 1 > LAST_INDEX[width]:
        what = "byte" if unit else "element"
        yield f"the last {what} of {extent.name} has index {count - 1}, beyond {width}"


def inside(extent: Extent, buffer: Extent) -> int:
    """Where an extent starts in its buffer."""
    return (extent.offset or 0) - (buffer.offset or 0)
