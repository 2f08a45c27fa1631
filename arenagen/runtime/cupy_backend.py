"""Memory of a CUDA device through CuPy: what engines run on.

Needs CuPy, 14 or newer (the extra `cuda12` or `cuda13`). Importing this imports CuPy.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from arenagen.runtime.cuda.backend import CudaBackend
from arenagen.runtime.cuda.cupy_device import CupyArray, CupyDevice

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["CupyArray", "CupyBackend"]


class CupyBackend(CudaBackend[CupyArray]):
    """One allocation an arena, from CuPy's current allocator, or memory that is adopted.

    Streams are those of CuPy or PyTorch, their handles, or None for CuPy's current one. Clearing
    never waits, and takes nothing while it runs; making an arena waits for its tables.
    """

    def __init__(
        self, device: int | None = None, *, adopt: Mapping[str, object] | None = None
    ) -> None:
        """A device by its number, or the current one.

        `adopt` gives memory by arena: (pointer, bytes, owner), an array or tensor, or a buffer of
        RMM. It is used by one arena at a time, and its owner keeps it.
        """
        super().__init__(CupyDevice(device), adopt)
