"""Names that targets make alike, and what they name. May import elaborate."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from arenagen.elaborate import Elaborated


def class_name(name: str) -> str:
    """CamelCase of a name with underscores."""
    return "".join(word[:1].upper() + word[1:] for word in name.split("_"))


def used_dtypes(layout: Elaborated) -> tuple[str, ...]:
    """Names of the element types that something can have, in the order of the file."""
    found = {dtype.name: None for node in layout.nodes() for dtype in node.dtypes}
    return tuple(found)
