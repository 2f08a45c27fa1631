"""What the runtime reads of a generated sizes module. Generated classes fit these protocols; none
inherits from them.

Imports nothing of the other modules. All sizes are bytes unless they are rows or elements.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol

Live = Callable[[int], int]
"""Rows that a pass may touch, from the live count of the axis."""


class ExtentLike(Protocol):
    """A buffer, use or section with the numbers that given parameters lead to."""

    @property
    def name(self) -> str:
        """Its name in generated code."""

    @property
    def arena(self) -> str:
        """The arena it lies in."""

    @property
    def exists(self) -> bool:
        """Whether it has contents; a placeholder has none."""

    @property
    def dtype(self) -> str:
        """Logical element type; empty where there is no single one."""

    @property
    def in_bytes(self) -> bool:
        """Whether its rows count bytes, not elements, because it only holds parts of its own."""

    @property
    def granule(self) -> tuple[int, int]:
        """(elements, bytes) of the shortest run of whole bytes."""

    @property
    def planes(self) -> tuple[int, ...]:
        """Dimensions outside the rows."""

    @property
    def rows(self) -> int:
        """Number of rows, 1 for something without rows."""

    @property
    def row(self) -> tuple[int, ...]:
        """Dimensions of a row in elements; the whole shape of something without rows."""

    @property
    def counted(self) -> bool:
        """Whether it has rows, so that their number is a dimension of its own."""

    @property
    def row_bytes(self) -> int:
        """Bytes from one row to the next in the same plane."""

    @property
    def tile(self) -> int:
        """Rows that are stored together."""

    @property
    def extent_bytes(self) -> int:
        """Bytes of all rows and planes, without what may be behind them."""

    @property
    def overread(self) -> int:
        """Bytes behind the last row that kernels may touch."""

    @property
    def bytes(self) -> int:
        """All its bytes, those of a placeholder included."""

    @property
    def offset(self) -> int | None:
        """Where it starts in the arena; None where nothing is allocated for it."""

    @property
    def parts(self) -> tuple[str, ...]:
        """Names of the uses and sections directly in it."""

    @property
    def axis(self) -> str:
        """The axis that its rows count, or nothing."""

    @property
    def live(self) -> Live | None:
        """Rows that a pass may touch, where it is not the plain count."""


class ArenaLike(Protocol):
    """One allocation."""

    @property
    def name(self) -> str:
        """Its name."""

    @property
    def memory(self) -> str:
        """device, pinned, mapped or host."""

    @property
    def align(self) -> int:
        """What its address is a multiple of."""

    @property
    def bytes(self) -> int:
        """Its length, alignment included; 0 where nothing is allocated."""

    @property
    def padding(self) -> Mapping[int, int]:
        """End of a buffer -> start of the next, where only alignment padding lies between."""


class SizesLike(Protocol):
    """Everything that follows from one set of parameters and flags."""

    @property
    def extents(self) -> Mapping[str, ExtentLike]:
        """Buffers, uses and sections by name, in the order of the layout."""

    @property
    def arenas(self) -> Mapping[str, ArenaLike]:
        """Arenas by name, in the order of the layout."""

    @property
    def axes(self) -> Mapping[str, int]:
        """Largest live count of each axis."""

    def carve(self, name: str, **changes: int) -> Mapping[str, ExtentLike]:
        """A buffer and its parts, laid out in its place for other parameters or derived values."""
