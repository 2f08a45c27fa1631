"""A fingerprint of where everything lies, so that what was captured on one arena is not replayed on
another. Standard library only.
"""

from __future__ import annotations

import json
from dataclasses import fields, is_dataclass
from hashlib import sha256
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from arenagen.runtime.layout import ExtentLike, SizesLike
    from arenagen.runtime.routine import Clear, Routine


class LayoutHash(NamedTuple):
    """Digests of what a captured graph relies on, each of them hexadecimal."""

    spec: str
    """Names, arenas, axes, and what routines clear."""
    parameters: str
    """Parameters and flags."""
    offsets: str
    """Types, shapes, sizes and places."""
    base: str
    """Addresses of the arenas."""

    def differences(self, other: LayoutHash) -> tuple[str, ...]:
        """The parts in which two differ."""
        pairs = zip(self._fields, self, other, strict=True)
        return tuple(name for name, mine, theirs in pairs if mine != theirs)

    def __str__(self) -> str:
        """All of them as one digest."""
        return _digest(list(self))


def layout_hash(
    sizes: SizesLike,
    clears: Iterable[Clear],
    routines: Iterable[Routine],
    pointers: Mapping[str, int],
) -> LayoutHash:
    """The fingerprint of an arena whose allocations start at `pointers`."""
    extents = sizes.extents.values()
    cleared = [
        [c.extent.name, c.reset, dict(c.routines), repr(c.fill), repr(c.pad)] for c in clears
    ]
    arenas = [[a.name, a.memory, a.align] for a in sizes.arenas.values()]
    return LayoutHash(
        spec=_digest(
            [
                [[e.name, e.arena, e.axis, e.exists] for e in extents],
                cleared,
                [[r.name, r.mode, r.axis] for r in routines],
                arenas,
            ]
        ),
        parameters=_digest([_values(getattr(sizes, name, None)) for name in ("params", "flags")]),
        offsets=_digest([_place(extent, sizes) for extent in extents]),
        base=_digest(dict(pointers)),
    )


def _values(record: Any) -> dict[str, Any]:
    if not is_dataclass(record):
        return {}
    return {field.name: getattr(record, field.name) for field in fields(record)}


def _place(extent: ExtentLike, sizes: SizesLike) -> list[Any]:
    live = None if extent.live is None else extent.live(sizes.axes.get(extent.axis, 0))
    shape = [list(extent.planes), extent.rows, list(extent.row), extent.row_bytes, extent.tile]
    return [extent.name, extent.dtype, extent.offset, extent.bytes, extent.overread, live, *shape]


def _digest(value: Any) -> str:
    return sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()
