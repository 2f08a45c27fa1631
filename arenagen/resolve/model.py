"""A layout in numbers: the extents of every node, where each lies, and the totals, for one set of values.

The classes are plain slots rather than frozen ones: thousands of value sets a second are resolved, and offsets are
known only once everything has a size. Nobody outside this package changes them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from attrs import define, frozen

from arenagen.diagnostics import Diagnostic
from arenagen.dtypes import DType
from arenagen.elaborate import Elaborated, Node

Value = int | bool | str | tuple[int, ...]


class ResolveError(Exception):
    """The values have no sound layout; `diagnostics` say why, all of them."""

    def __init__(self, diagnostics: tuple[Diagnostic, ...]) -> None:
        super().__init__("; ".join(d.message for d in diagnostics))
        self.diagnostics = diagnostics


@define(eq=False, slots=True)
class Resolved:
    """A node in numbers. All sizes and offsets are in bytes.

    exists: whether it is present; an absent one has no view and is never cleared.
    bytes: what it takes; for an absent buffer its placeholder, or 0.
    at, offset: start in its parent, and in the arena; None where nothing is allocated.
    shape: planes, rows and row, or the shape as written; for what holds parts of mixed types, bytes.
    rows, row_bytes: row count and pitch, both 0 where it is not counted in rows.
    planes: sizes of the dimensions outside the rows.
    """

    node: Node
    exists: bool = False
    bytes: int = 0
    at: int = 0
    offset: int | None = None
    dtype: DType | None = None
    shape: tuple[int, ...] = ()
    rows: int = 0
    row: tuple[int, ...] = ()
    row_bytes: int = 0
    planes: tuple[int, ...] = ()
    extent_bytes: int = 0
    """Bytes of rows and planes alone, without overread, floor and rounding."""
    overread_bytes: int = 0
    children: tuple[Resolved, ...] = ()

    def walk(self) -> Iterator[Resolved]:
        """It and everything in it, parents first; gaps are not among them."""
        yield self
        for child in self.children:
            yield from child.walk()

    @property
    def plane_count(self) -> int:
        """Product of the planes; 1 without planes."""
        count = 1
        for size in self.planes:
            count *= size
        return count

    @property
    def plane_bytes(self) -> int:
        """Bytes from one plane to the next."""
        return self.rows * self.row_bytes


PATH_VALUES: Mapping[str, Callable[[Resolved], int | bool]] = {
    "at": lambda made: made.at,
    "bytes": lambda made: made.bytes,
    "end": lambda made: made.at + made.bytes,
    "rows": lambda made: made.rows,
    "row_bytes": lambda made: made.row_bytes,
    "exists": lambda made: made.exists,
}
"""What a path in an expression can ask of a buffer, use or section, besides its `offset` in the buffer."""


@define(eq=False, slots=True)
class ArenaSize:
    """One allocation: its bytes and the alignment of its base."""

    name: str
    bytes: int
    base_align: int


@define(eq=False, slots=True)
class ResolvedLayout:
    """A whole layout in numbers.

    values: every parameter, flag and constant.
    buffers: by name, in the order of the file; nodes: every node by dotted path.
    arenas: by name, implicit arenas of host twins included.
    twins: buffer -> offset of its host twin in its arena.
    total_bytes: plain sum over buffers, without alignment and twins.
    """

    elaborated: Elaborated
    values: Mapping[str, Value]
    buffers: dict[str, Resolved]
    nodes: dict[str, Resolved]
    arenas: dict[str, ArenaSize]
    twins: dict[str, int]
    total_bytes: int


@frozen
class ByteRange:
    """Bytes of an arena that are overwritten with a repeated pattern."""

    name: str
    arena: str
    offset: int
    size: int
    pattern: bytes
