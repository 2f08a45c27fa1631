"""Views that are limited to the live rows of one pass. Each is made when it is first read, and
kept.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from arenagen.runtime.routine import live_rows
from arenagen.runtime.rows import checked_count

if TYPE_CHECKING:
    from arenagen.runtime.layout import ExtentLike, SizesLike


class _Viewer(Protocol):
    """The arena, as far as a pass needs it."""

    @property
    def sizes(self) -> SizesLike: ...

    def _view(self, extent: ExtentLike, rows: int | None = None) -> object: ...

    def _refuse_if_released(self) -> None: ...


class BasePass:
    """The attributes of an arena for given live counts.

    Extents whose rows count one of the axes show their first live rows (whole tiles where rows are
    tiled); all others are the arena's own views.
    """

    def __init__(self, arena: _Viewer, counts: tuple[int | None, ...]) -> None:
        """`counts` has one entry for each axis, in the order of the layout; None stands for all
        rows.
        """
        self._arena = arena
        self._counts = {
            axis: checked_count(count, most, axis)
            for count, (axis, most) in zip(counts, arena.sizes.axes.items(), strict=True)
            if count is not None
        }

    def forget(self) -> None:
        """Drops the views, once the memory is gone."""
        for name in self._arena.sizes.extents:
            self.__dict__.pop(name, None)

    if not TYPE_CHECKING:

        def __getattr__(self, name):
            """Only reached for views that have not been read before."""
            arena = self.__dict__.get("_arena")
            extent = None if arena is None else arena.sizes.extents.get(name)
            if extent is None:
                raise AttributeError(f"{type(self).__name__} has no attribute {name!r}")
            arena._refuse_if_released()
            if extent.axis in self._counts and extent.exists:
                made = arena._view(extent, _whole_tiles(extent, self._counts[extent.axis]))
            else:
                made = getattr(arena, name)
            self.__dict__[name] = made
            return made


def _whole_tiles(extent: ExtentLike, count: int) -> int:
    live = live_rows(extent, count)
    return live + -live % extent.tile
