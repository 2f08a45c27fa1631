"""Memory of the host through NumPy: what tests, tools and machines without a GPU use.

Needs NumPy and ml_dtypes (the extra `numpy`). Offsets are those of every other backend.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import ml_dtypes
import numpy as np
from numpy.typing import NDArray

from arenagen.runtime.backend import Allocation

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from arenagen.runtime.debug.chunks import Span
    from arenagen.runtime.debug.guards import Marks
    from arenagen.runtime.debug.pieces import Gap
    from arenagen.runtime.debug.probing import GuardCheck, Printing

NumpyArray = NDArray[Any]

DTYPES: dict[str, np.dtype[Any]] = {
    "f64": np.dtype(np.float64),
    "f32": np.dtype(np.float32),
    "f16": np.dtype(np.float16),
    "bf16": np.dtype(ml_dtypes.bfloat16),
    "f8e4m3": np.dtype(ml_dtypes.float8_e4m3fn),
    "f8e5m2": np.dtype(ml_dtypes.float8_e5m2),
    "f8e8m0": np.dtype(ml_dtypes.float8_e8m0fnu),
    "bool": np.dtype(np.bool_),
    **{f"{k}{8 * n}": np.dtype(f"{k}{n}") for k in "iu" for n in (1, 2, 4, 8)},
}


class NumpyBackend:
    """Each arena is one array of bytes. Streams mean nothing here: every call is done when it
    returns.
    """

    def allocate(self, nbytes: int, *, align: int, memory: str, name: str) -> Allocation:
        """An array of bytes with an aligned address; its contents are what was there."""
        block = np.empty(nbytes + align - 1, np.uint8)
        skip = -block.ctypes.data % align
        owner = block[skip : skip + nbytes]
        return Allocation(name, memory, owner.ctypes.data, nbytes, owner)

    def free(self, allocation: Allocation) -> None:
        """Nothing to do: the memory goes when the last array over it does."""

    def fill(
        self,
        allocation: Allocation,
        offset: int,
        nbytes: int,
        pattern: bytes,
        stream: object = None,
    ) -> None:
        """Writes the pattern."""
        part = _bytes_of(allocation)[offset : offset + nbytes]
        if len(part) != nbytes:
            raise ValueError(f"{offset} + {nbytes} bytes end behind arena {allocation.name}")
        write(part, pattern)

    def view(
        self,
        allocation: Allocation,
        offset: int,
        dtype: str,
        shape: Sequence[int],
        strides: Sequence[int],
        logical: str = "",
    ) -> NumpyArray:
        """A strided array; raises where it would reach behind the arena."""
        return array_over(_bytes_of(allocation), offset, dtype, shape, strides, logical)

    def guard_check(
        self, gaps: Sequence[Gap], words: Sequence[int], memory: Mapping[str, Allocation]
    ) -> GuardCheck:
        """Compares them one after another."""
        from arenagen.runtime.debug.host import marks_of

        blocks = {name: _bytes_of(block) for name, block in memory.items()}
        places = [blocks[gap.arena][gap.offset : gap.offset + gap.bytes] for gap in gaps]

        def check(_stream: object) -> Sequence[Marks]:
            return [marks_of(place, word) for place, word in zip(places, words, strict=True)]

        return check

    def printing(self, spans: Sequence[Span], memory: Mapping[str, Allocation]) -> Printing:
        """Reads them in place."""
        from arenagen.runtime.debug.host import records_of

        blocks = {name: _bytes_of(block) for name, block in memory.items()}
        return lambda _stream: records_of(spans, blocks)


class StoredArray(np.ndarray[Any, np.dtype[Any]]):
    """Bytes that stand for elements of another type: packed types and blocks."""

    logical_dtype: str
    """The element type, as the layout calls it."""

    def __array_finalize__(self, source: object) -> None:
        self.logical_dtype = getattr(source, "logical_dtype", "")


def array_over(
    block: NDArray[np.uint8],
    offset: int,
    dtype: str,
    shape: Sequence[int],
    strides: Sequence[int],
    logical: str,
) -> NumpyArray:
    """A strided array over bytes; raises where it would reach behind them."""
    place = (tuple(shape), DTYPES[dtype], block.data, offset, tuple(strides))
    if not logical:
        return np.ndarray(*place)
    stored = StoredArray(*place)
    stored.logical_dtype = logical
    return stored


def write(part: NDArray[np.uint8], pattern: bytes) -> None:
    """Writes a pattern over and over, the last time perhaps not in full."""
    whole = len(part) - len(part) % len(pattern)
    part[:whole].reshape(-1, len(pattern))[:] = np.frombuffer(pattern, np.uint8)
    part[whole:] = np.frombuffer(pattern[: len(part) - whole], np.uint8)


def _bytes_of(allocation: Allocation) -> NDArray[np.uint8]:
    owner = allocation.owner
    if isinstance(owner, np.ndarray):
        return owner
    raise TypeError(f"arena {allocation.name} does not hold NumPy memory")
