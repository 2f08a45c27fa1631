"""Names that targets make alike, and what they name. May import elaborate and expressions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arenagen.expressions import Name

if TYPE_CHECKING:
    from collections.abc import Iterable

    from arenagen.elaborate import Elaborated
    from arenagen.model import Axis


def class_name(name: str) -> str:
    """CamelCase of a name with underscores."""
    return "".join(word[:1].upper() + word[1:] for word in name.split("_"))


def used_dtypes(layout: Elaborated) -> tuple[str, ...]:
    """Names of the element types that something can have, in the order of the file."""
    found = {dtype.name: None for node in layout.nodes() for dtype in node.dtypes}
    return tuple(found)


def largest_counts(axes: Iterable[Axis]) -> list[Axis]:
    """The axes whose largest count has a name of its own: of those counted by one parameter, the first."""
    first: dict[str, Axis] = {}
    for axis in axes:
        name = f"= {axis.max.dotted}" if isinstance(axis.max, Name) else axis.name
        first.setdefault(name, axis)
    return list(first.values())
