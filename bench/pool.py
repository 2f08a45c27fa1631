"""State of requests in 553 pieces, as a hybrid model keeps it: four slabs in each of two halves of 69
recurrent layers, and one table. About 0.9 GB for each request.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import prod

from arenagen.runtime import Clear

REQUESTS = 2
LAYERS = 69
HALVES = 2
SLABS = {"state": 6_291_456, "conv_q": 73_728, "conv_k": 73_728, "conv_v": 73_728}
"""Bytes of a request's row in one layer and half."""
TABLE = 65_536


@dataclass(frozen=True, kw_only=True)
class Rows:
    """Rows of requests in planes."""

    name: str
    offset: int
    row_bytes: int
    planes: tuple[int, ...] = ()
    rows: int = REQUESTS
    arena: str = "main"
    exists: bool = True
    dtype: str = "u8"
    in_bytes: bool = False
    granule: tuple[int, int] = (1, 1)
    counted: bool = True
    tile: int = 1
    overread: int = 0
    axis: str = "requests"
    live: None = None
    parts: tuple[str, ...] = ()

    @property
    def row(self) -> tuple[int, ...]:
        return (self.row_bytes,)

    @property
    def bytes(self) -> int:
        return prod(self.planes) * self.rows * self.row_bytes

    @property
    def extent_bytes(self) -> int:
        return self.bytes


@dataclass(frozen=True)
class Memory:
    """The allocation."""

    bytes: int
    name: str = "main"
    memory: str = "device"
    align: int = 256
    padding: Mapping[int, int] = field(default_factory=dict)


class PoolSizes:
    """All of it."""

    def __init__(self) -> None:
        self.axes = {"requests": REQUESTS}
        self.extents: dict[str, Rows] = {}
        end = 0
        for name, row_bytes in SLABS.items():
            slab = Rows(name=name, offset=end, row_bytes=row_bytes, planes=(LAYERS, HALVES))
            self.extents[name] = slab
            end += slab.bytes
        self.extents["table"] = Rows(name="table", offset=end, row_bytes=TABLE)
        self.arenas = {"main": Memory(end + REQUESTS * TABLE)}

    def carve(self, name: str, **changes: int) -> Mapping[str, Rows]:
        """Nothing is laid out anew."""
        raise NotImplementedError


def pool_clears(sizes: PoolSizes) -> tuple[Clear, ...]:
    """Everything belongs to a request."""
    return tuple(Clear(e, "state", {"forget": "rows"}) for e in sizes.extents.values())
