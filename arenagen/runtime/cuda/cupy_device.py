"""One CUDA device through CuPy, 14 or newer (the extras `cuda12` and `cuda13`)."""

from __future__ import annotations

import ctypes
from functools import partial
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Final, TypeAlias

# CuPy knows bf16 where ml_dtypes, which this needs, is there before it.
from arenagen.runtime.numpy_backend import DTYPES  # isort: split

import cupy
import numpy as np
from cupy.cuda import driver, runtime

from arenagen.runtime.cuda.device import SOURCES, Memory

if TYPE_CHECKING:
    from collections.abc import Sequence
    from contextlib import AbstractContextManager

    from numpy.typing import NDArray

    from arenagen.runtime.cuda.device import Launch, Memset

CupyArray: TypeAlias = cupy.ndarray

AS_BYTES: Final = frozenset({"f8e4m3", "f8e5m2", "f8e8m0"})
"""Types that CuPy does not have: their arrays are bytes."""

HOST_MEMORY: Final = 1
DEVICE_MEMORY: Final = (2, 3)
"""What CUDA calls page-locked memory of the host; memory of a device, and managed memory."""

if int(cupy.__version__.split(".")[0]) < 14:
    raise ImportError(f"CuPy {cupy.__version__} has no bf16; arenagen needs 14 or newer")


class StoredArray(cupy.ndarray):  # type: ignore[misc]
    """Bytes that stand for elements of another type: f8, packed types and blocks."""

    logical_dtype: str
    """The element type, as the layout calls it."""

    def __array_finalize__(self, source: object) -> None:
        self.logical_dtype = getattr(source, "logical_dtype", "")


class CupyDevice:
    """Allocates from CuPy's current allocator, by default its pool."""

    def __init__(self, index: int | None = None) -> None:
        """The device with a number, or the current one."""
        self.index: int = runtime.getDevice() if index is None else index
        self._device = cupy.cuda.Device(self.index)
        self.multiprocessors: int = self._device.attributes["MultiProcessorCount"]
        self.launch: Launch = driver.launchKernel
        self.memset: Memset = runtime.memsetAsync
        self.current_stream = partial(cupy.cuda.get_current_stream, self.index)
        self._kernels: dict[str, Any] = {}
        self._modules: dict[str, Any] = {}

    def is_current(self) -> bool:
        """Whether it is the current device of the thread."""
        return bool(runtime.getDevice() == self.index)

    def current(self) -> AbstractContextManager[object]:
        """The device is the current one of the thread inside the block."""
        device: AbstractContextManager[object] = cupy.cuda.Device(self.index)
        return device

    def function(self, name: str) -> int:
        """Handle of a kernel. It is compiled and loaded here, so that a launch may be captured."""
        if name not in self._kernels:
            self._kernels[name] = self._module(SOURCES[name]).get_function(name)
            _ = self._kernels[name].num_regs  # what it takes is known once it is loaded
        handle: int = self._kernels[name].kernel.ptr
        return handle

    def _module(self, file: str) -> Any:
        if file not in self._modules:
            source = files("arenagen.runtime.cuda").joinpath(file).read_text("utf-8")
            self._modules[file] = cupy.RawModule(code=source, options=("-std=c++17",))
        return self._modules[file]

    def allocate(self, nbytes: int) -> Memory:
        """Memory of the device."""
        return _memory(cupy.cuda.alloc(nbytes))

    def adopt(self, pointer: int, nbytes: int, owner: object) -> Memory:
        """Memory that something else owns; ValueError where it is not of this device."""
        found = runtime.pointerGetAttributes(pointer)
        if found.type not in DEVICE_MEMORY or found.device != self.index:
            raise ValueError(f"{pointer:#x} is no memory of device {self.index}")
        memory = cupy.cuda.UnownedMemory(pointer, nbytes, owner, self.index)
        return _memory(cupy.cuda.MemoryPointer(memory, 0))

    def require_host(self, pointer: int) -> None:
        """ValueError for memory that only a device reaches."""
        if runtime.pointerGetAttributes(pointer).type == DEVICE_MEMORY[0]:
            raise ValueError(f"{pointer:#x} is no memory of the host")

    def require_pinned(self, pointer: int) -> None:
        """ValueError for memory of the host that is not page-locked."""
        if runtime.pointerGetAttributes(pointer).type != HOST_MEMORY:
            raise ValueError(f"{pointer:#x} is no page-locked memory")

    def pinned(self, nbytes: int, *, mapped: bool) -> NDArray[np.uint8]:
        """Bytes of the host that the device reaches at the same address."""
        if mapped:
            flags = runtime.hostAllocMapped | runtime.hostAllocPortable
            block = cupy.cuda.PinnedMemoryPointer(cupy.cuda.PinnedMemory(nbytes, flags), 0)
        else:
            block = cupy.cuda.alloc_pinned_memory(nbytes)
        return np.frombuffer(block, np.uint8, nbytes)

    def upload(self, memory: Memory, data: bytes) -> None:
        """Copies to memory of the device, and waits."""
        source = np.frombuffer(data, np.uint8)
        stream = cupy.cuda.get_current_stream()
        address = ctypes.c_void_p(source.ctypes.data)
        memory.owner.copy_from_host_async(address, len(data), stream)
        stream.synchronize()

    def finish(self) -> None:
        """Waits for the current stream."""
        cupy.cuda.get_current_stream().synchronize()

    def wait(self, stream: int) -> None:
        """Waits for a stream."""
        runtime.streamSynchronize(stream)

    def view(
        self,
        memory: Memory,
        offset: int,
        dtype: str,
        shape: Sequence[int],
        strides: Sequence[int],
        logical: str,
    ) -> CupyArray:
        """An array over memory of the device; bytes where CuPy does not have the type."""
        if dtype in AS_BYTES:
            dtype, logical = "u8", logical or dtype
        place = (tuple(shape), DTYPES[dtype], memory.owner + offset, tuple(strides))
        if not logical:
            return cupy.ndarray(*place)
        stored = StoredArray(*place)
        stored.logical_dtype = logical
        return stored


def _memory(start: Any) -> Memory:
    """A MemoryPointer of CuPy."""
    return Memory(start.ptr, start)
