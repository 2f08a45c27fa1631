"""Views that are limited to the live rows of one pass. Each is made when it is first read, and
kept.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn, Protocol, TypeVar

from arenagen.runtime.routine import live_rows
from arenagen.runtime.rows import checked_count
from arenagen.runtime.views import BaseViews

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arenagen.runtime.layout import ExtentLike, SizesLike

ArrayT = TypeVar("ArrayT")
ArrayT_co = TypeVar("ArrayT_co", covariant=True)


class _Viewer(Protocol[ArrayT_co]):
    """The arena, as far as a pass needs it."""

    @property
    def sizes(self) -> SizesLike: ...

    def _view(
        self, extent: ExtentLike, rows: int | None = None, chosen: Sequence[int] = ()
    ) -> ArrayT_co | None: ...

    def _carved(self, buffer: str, name: str, **values: int) -> ArrayT_co | None: ...

    def _refuse_if_released(self) -> None: ...


class BasePass(BaseViews[ArrayT]):
    """The attributes of an arena for given live counts.

    Extents whose rows count one of the axes show their first live rows (whole tiles where rows are
    tiled); all others are the arena's own views.
    """

    def __init__(self, arena: _Viewer[ArrayT], counts: tuple[int | None, ...]) -> None:
        """`counts` has one entry for each axis, in the order of the layout; None stands for all
        rows.
        """
        self._arena = arena
        self._counts = {
            axis: checked_count(count, most, axis)
            for count, (axis, most) in zip(counts, arena.sizes.axes.items(), strict=True)
            if count is not None
        }

    def _forget(self) -> None:
        """Drops the views, once the memory is gone."""
        for name in self._arena.sizes.extents:
            self.__dict__.pop(name, None)

    def __reduce__(self) -> NoReturn:
        """A copy would not know when the memory is given back."""
        raise TypeError(f"a {type(self).__name__} belongs to its arena and is never copied")

    def _rows(self, extent: ExtentLike) -> int | None:
        """Rows of an extent that are shown; None for all."""
        if extent.axis not in self._counts or not extent.exists:
            return None
        live = live_rows(extent, self._counts[extent.axis])
        return live + -live % extent.tile

    def _carved(self, buffer: str, name: str, **values: int) -> ArrayT | None:
        return self._arena._carved(buffer, name, **values)

    def _picked_or_none(self, name: str, *chosen: int) -> ArrayT | None:
        extent = self._arena.sizes.extents[name]
        return self._arena._view(extent, self._rows(extent), chosen)

    if not TYPE_CHECKING:

        def __getattr__(self, name):
            """Only reached for views that have not been read before."""
            arena = self.__dict__.get("_arena")
            extent = None if arena is None else arena.sizes.extents.get(name)
            if extent is None:
                raise AttributeError(f"{type(self).__name__} has no attribute {name!r}")
            arena._refuse_if_released()
            rows = self._rows(extent)
            made = getattr(arena, name) if rows is None else arena._view(extent, rows)
            self.__dict__[name] = made
            return made
