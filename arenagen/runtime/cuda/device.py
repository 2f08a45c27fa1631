"""What the backend for CUDA asks of a CUDA library: one device, seen through it. Imports nothing.

Addresses and streams are plain numbers here. `tests/runtime/fake_device.py` is an implementation
without a GPU.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from contextlib import AbstractContextManager

    import numpy as np
    from numpy.typing import NDArray

ArrayT_co = TypeVar("ArrayT_co", covariant=True)


SOURCES: Final = {
    "clear_counted": "clear.cu",
    "clear_rows": "clear.cu",
    "check_guards": "debug.cu",
    "fingerprint": "debug.cu",
}
"""Kernels, and the file that each is in."""


class Launch(Protocol):
    """Starts a kernel: function, blocks in x, y and z, threads in x, y and z, bytes of shared
    memory, stream, address of an array of addresses of arguments, and 0.
    """

    def __call__(
        self,
        function: int,
        blocks_x: int,
        blocks_y: int,
        blocks_z: int,
        threads_x: int,
        threads_y: int,
        threads_z: int,
        shared: int,
        stream: int,
        arguments: int,
        extra: int,
        /,
    ) -> None:
        """Returns once it is on its way."""


class Memset(Protocol):
    """Writes a byte value over and over: address, value, number of bytes, stream."""

    def __call__(self, address: int, value: int, nbytes: int, stream: int, /) -> None:
        """Returns once it is on its way."""


class HasHandle(Protocol):
    """A stream."""

    @property
    def ptr(self) -> int:
        """Its handle."""


@dataclass(frozen=True, slots=True)
class Memory:
    """Memory of the device, alive as long as this, its owner, or a view over it."""

    pointer: int
    owner: Any
    """What the library knows it as."""


class Device(Protocol[ArrayT_co]):
    """One device."""

    @property
    def index(self) -> int:
        """Its number."""

    @property
    def multiprocessors(self) -> int:
        """How many blocks run side by side, at least."""

    @property
    def launch(self) -> Launch:
        """Starts a kernel."""

    @property
    def memset(self) -> Memset:
        """Writes bytes of one value."""

    def is_current(self) -> bool:
        """Whether it is the current device of the thread."""

    def current(self) -> AbstractContextManager[object]:
        """The device is the current one of the thread inside the block."""

    @property
    def current_stream(self) -> Callable[[], HasHandle]:
        """The current stream of the device in this thread."""

    def function(self, name: str) -> int:
        """Handle of a kernel of SOURCES."""

    def allocate(self, nbytes: int) -> Memory:
        """Memory of the device."""

    def pinned(self, nbytes: int, *, mapped: bool) -> NDArray[np.uint8]:
        """Bytes of the host that the device reaches at the same address."""

    def adopt(self, pointer: int, nbytes: int, owner: object) -> Memory:
        """Memory of the device that something else owns; ValueError where it lies elsewhere."""

    def require_host(self, pointer: int) -> None:
        """ValueError for memory that the host does not reach."""

    def require_pinned(self, pointer: int) -> None:
        """ValueError for memory of the host that the device does not reach."""

    def upload(self, memory: Memory, data: bytes) -> None:
        """Copies to the start of memory of the device; done when it returns."""

    def finish(self) -> None:
        """Waits for the current stream."""

    def wait(self, stream: int) -> None:
        """Waits for a stream, by its handle."""

    def view(
        self,
        memory: Memory,
        offset: int,
        dtype: str,
        shape: Sequence[int],
        strides: Sequence[int],
        logical: str,
    ) -> ArrayT_co:
        """An array over memory of the device; its elements are `dtype` and stand for `logical`."""
