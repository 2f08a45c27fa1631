"""What routines are told: live counts and row numbers, in Python or in memory of the device.

Standard library only.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from operator import index
from typing import Any, Protocol, SupportsIndex, TypeGuard


class DeviceNumbers(Protocol):
    """Whole numbers in memory of the device: an array of CuPy, PyTorch, Numba and others.

    A count is the first element of an array of u32, i32, u64 or i64; row numbers are all of its
    elements. They are read when the clearing runs, not when it is asked for, so that a captured
    graph follows them.
    """

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        """Address, shape and type, as CUDA libraries tell each other."""


Count = SupportsIndex | DeviceNumbers
"""A live count. Arrays of one element will do; those of the device are not read by the host."""

RowNumbers = Iterable[SupportsIndex] | DeviceNumbers
"""Row numbers."""

Chosen = Iterable[Count] | DeviceNumbers
"""What a routine is told: its live counts, or row numbers."""


def on_device(value: object) -> TypeGuard[DeviceNumbers]:
    """Whether a count or row numbers lie in memory of the device."""
    return hasattr(value, "__cuda_array_interface__")


def described(value: object) -> dict[str, Any] | None:
    """Where numbers lie in memory of the device; None for those of the host."""
    found: dict[str, Any] | None = getattr(value, "__cuda_array_interface__", None)
    return found


def whole(value: object, name: str) -> int:
    """A whole number, also one that is the only element of an array; TypeError otherwise."""
    if on_device(value):
        raise TypeError(f"{name} lies in device memory, which this backend does not read")
    if isinstance(value, bool) or str(getattr(value, "dtype", "")).endswith("bool"):
        raise TypeError(f"{name} must be a whole number, not {value}")
    if getattr(value, "size", None) == 1 and hasattr(value, "item"):
        value = value.item()
    if isinstance(value, SupportsIndex):
        with suppress(TypeError):  # arrays of more than one element
            return index(value)
    raise TypeError(f"{name} must be a whole number, not {type(value).__name__}")
