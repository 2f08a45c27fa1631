"""A CUDA device without a GPU: its memory is memory of the host, its kernels run by a function.

It counts what is alive, can fail at a chosen step, and can capture launches for a later replay.
"""

from __future__ import annotations

import ctypes
import weakref
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from arenagen.runtime.cuda.device import SOURCES, Memory
from arenagen.runtime.cuda.launches import Counts, Results, Rows
from arenagen.runtime.numpy_backend import array_over
from tests.runtime.cuda import kernel_model

KERNELS = tuple(SOURCES)
TOLD = {
    "clear_counted": Counts,
    "clear_rows": Rows,
    "check_guards": Results,
    "fingerprint": Results,
}

Kernel = Callable[[str, tuple[bytes, bytes], int, int], None]


class StepError(RuntimeError):
    """The step that was chosen to fail."""


class Stream(NamedTuple):
    ptr: int


@dataclass(eq=False)
class FakeDevice:
    """One multiprocessor takes eight blocks. `shift` makes every address a little less aligned."""

    multiprocessors: int = 1
    kernel: Kernel = kernel_model.launch
    shift: int = 0
    index: int = 0
    fail_at: int | None = None
    steps: list[str] = field(default_factory=list)
    streams: list[int] = field(default_factory=list)
    alive: set[int] = field(default_factory=set)
    captured: list[Callable[[], None]] | None = None
    is_the_current: bool = True

    def _step(self, what: str) -> None:
        if len(self.steps) == self.fail_at:
            raise StepError(what)
        self.steps.append(what)

    def _start(self, work: Callable[[], None], stream: int) -> None:
        self.streams.append(stream)
        if self.captured is None:
            work()
        else:
            self.captured.append(work)

    def is_current(self) -> bool:
        return self.is_the_current

    def current(self) -> AbstractContextManager[object]:
        return nullcontext()

    def current_stream(self) -> Stream:
        return Stream(7)

    def function(self, name: str) -> int:
        self._step("function")
        return KERNELS.index(name) + 1

    def launch(
        self, function: int, x: int, y: int, z: int, tx: int, ty: int, tz: int, shared: int,
        stream: int, arguments: int, extra: int,
    ) -> None:  # fmt: skip
        self._step("launch")
        assert (z, ty, tz, shared, extra) == (1, 1, 1, 0, 0)
        name = KERNELS[function - 1]
        places = (ctypes.c_void_p * 2).from_address(arguments)
        size = ctypes.sizeof(TOLD[name])
        copied = (ctypes.string_at(places[0], 8), ctypes.string_at(places[1], size))
        self._start(lambda: self.kernel(name, copied, x, y), stream)

    def memset(self, address: int, value: int, nbytes: int, stream: int) -> None:
        self._step("memset")
        self._start(lambda: ctypes.memset(address, value, nbytes) and None, stream)

    def _watched(self, raw: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """Bytes that count as alive for as long as anything shows them."""
        self.alive.add(id(raw))
        weakref.finalize(raw, self.alive.discard, id(raw))
        return raw

    def _bytes(self, nbytes: int) -> NDArray[np.uint8]:
        raw = self._watched(np.full(nbytes + 64 + self.shift, 0xA5, np.uint8))
        skip = -raw.ctypes.data % 64 + self.shift
        return raw[skip : skip + nbytes]

    def allocate(self, nbytes: int) -> Memory:
        self._step("allocate")
        made = self._bytes(nbytes)
        return Memory(made.ctypes.data, made)

    def pinned(self, nbytes: int, *, mapped: bool) -> NDArray[np.uint8]:
        self._step("mapped" if mapped else "pinned")
        return self._bytes(nbytes)

    def require_host(self, pointer: int) -> None:
        self._step("require_host")

    def require_pinned(self, pointer: int) -> None:
        self._step("require_pinned")

    def adopt(self, pointer: int, nbytes: int, owner: object) -> Memory:
        self._step("adopt")
        raw: Any = (ctypes.c_uint8 * nbytes).from_address(pointer)
        raw.owner = owner
        return Memory(pointer, self._watched(np.frombuffer(raw, np.uint8)))

    def upload(self, memory: Memory, data: bytes) -> None:
        self._step("upload")
        memory.owner[: len(data)] = np.frombuffer(data, np.uint8)

    def finish(self) -> None:
        self._step("finish")

    def wait(self, stream: int) -> None:
        self._step("wait")

    def view(
        self, memory: Memory, offset: int, dtype: str, shape: Sequence[int],
        strides: Sequence[int], logical: str,
    ) -> NDArray[Any]:  # fmt: skip
        self._step("view")
        return array_over(memory.owner, offset, dtype, shape, strides, logical)


class Numbers:
    """Numbers in memory of the device."""

    def __init__(self, values: Sequence[int], dtype: str = "u4") -> None:
        self.values = np.array(values, dtype)

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        return {**self.values.__array_interface__, "version": 3}
