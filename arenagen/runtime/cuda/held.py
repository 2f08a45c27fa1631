"""What an allocation holds until it is given back: memory of the device, or bytes of the host."""

from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from arenagen.runtime.cuda.device import Memory
    from arenagen.runtime.cuda.memory import Adopted
    from arenagen.runtime.fills import Fill
    from arenagen.runtime.prepared import Run


class Held:
    """The memory of one arena. Giving it back drops it here, whoever still looks at the
    allocation; views keep it alive for themselves.
    """

    __slots__ = ("fills", "host", "memory", "skip")

    def __init__(
        self, memory: Memory | None = None, host: NDArray[np.uint8] | None = None, skip: int = 0
    ) -> None:
        """Memory of the device from byte `skip` on, or bytes of the host."""
        self.memory = memory
        self.host = host
        self.skip = skip
        self.fills: dict[Fill, Run] = {}

    @property
    def pointer(self) -> int:
        """Address of the first byte."""
        if self.memory is not None:
            return self.memory.pointer + self.skip
        return 0 if self.host is None else self.host.ctypes.data

    def drop(self) -> None:
        """Gives it back."""
        self.memory = self.host = None
        self.fills.clear()


def aligned(block: NDArray[np.uint8], nbytes: int, align: int) -> NDArray[np.uint8]:
    """The part of a block that starts at a multiple of `align`."""
    skip = -block.ctypes.data % align
    return block[skip : skip + nbytes]


def bytes_at(place: Adopted) -> NDArray[np.uint8]:
    """Bytes of the host that something else owns, and which they keep alive."""
    raw: Any = (ctypes.c_uint8 * place.bytes).from_address(place.pointer)
    raw.owner = place.owner
    return np.frombuffer(raw, np.uint8)


def reach(shape: tuple[int, ...], strides: tuple[int, ...], item: int) -> int:
    """Bytes from the first to the last one of an array."""
    if 0 in shape:
        return 0
    steps = ((length - 1) * stride for length, stride in zip(shape, strides, strict=True))
    return sum(steps) + item
