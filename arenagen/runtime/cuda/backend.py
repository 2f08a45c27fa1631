"""Memory of one CUDA device, and of the host for it, through whatever `Device` it is given."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Generic, TypeVar, cast

import numpy as np

from arenagen.runtime.backend import Allocation
from arenagen.runtime.cuda import probes
from arenagen.runtime.cuda.held import Held, aligned, bytes_at, reach
from arenagen.runtime.cuda.jobs import same
from arenagen.runtime.cuda.memory import Adopted, described
from arenagen.runtime.cuda.prepare import fill_job, prepare_routines
from arenagen.runtime.cuda.probes import Place
from arenagen.runtime.errors import ReleasedError
from arenagen.runtime.fills import Fill
from arenagen.runtime.numpy_backend import DTYPES, array_over, write
from arenagen.runtime.prepared import OneByOne

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from arenagen.runtime.counts import Chosen
    from arenagen.runtime.cuda.device import Device
    from arenagen.runtime.debug.chunks import Span
    from arenagen.runtime.debug.pieces import Gap
    from arenagen.runtime.debug.probing import GuardCheck, Printing
    from arenagen.runtime.layout import SizesLike
    from arenagen.runtime.prepared import Run
    from arenagen.runtime.routine import Clear, Routine

ArrayT = TypeVar("ArrayT")


class CudaBackend(Generic[ArrayT]):
    """One allocation an arena, or memory that is adopted.

    Arenas in device memory are shown as arrays of the device. Those in pinned, mapped and host
    memory are shown as NumPy arrays; addresses of pinned and mapped ones are good on the device
    too, and clearing them takes its turn on the stream.
    """

    def __init__(self, device: Device[ArrayT], adopt: Mapping[str, object] | None = None) -> None:
        """`adopt` has memory by arena, as in `cuda.memory.described`; all others are allocated."""
        self._device = device
        self._adopt = dict(adopt or {})
        self._taken: set[str] = set()

    def allocate(self, nbytes: int, *, align: int, memory: str, name: str) -> Allocation:
        """Memory of a kind; what it contains is what was there.

        ValueError for memory to adopt that is too small, not aligned, elsewhere, or in use by
        another arena; what the library raises where there is not enough.
        """
        with self._device.current():
            if name in self._adopt:
                held = self._adopted(nbytes, align, memory, name)
            elif memory == "device":
                held = self._on_device(nbytes, align)
            else:
                held = self._on_host(nbytes, align, memory)
        return Allocation(name, memory, held.pointer, nbytes, held)

    def _on_device(self, nbytes: int, align: int) -> Held:
        memory = self._device.allocate(nbytes)
        if memory.pointer % align == 0:
            return Held(memory)
        del memory
        memory = self._device.allocate(nbytes + align - 1)
        return Held(memory, skip=-memory.pointer % align)

    def _on_host(self, nbytes: int, align: int, memory: str) -> Held:
        room = nbytes + align - 1
        if memory == "host":
            return Held(host=aligned(np.empty(room, np.uint8), nbytes, align))
        block = self._device.pinned(room, mapped=memory == "mapped")
        return Held(host=aligned(block, nbytes, align))

    def _adopted(self, nbytes: int, align: int, memory: str, name: str) -> Held:
        place = described(self._adopt[name])
        if name in self._taken:
            raise ValueError(f"memory for arena {name} is in use by another arena")
        if place.bytes < nbytes:
            raise ValueError(f"arena {name} needs {nbytes} bytes, {place.bytes} are there to adopt")
        if place.pointer <= 0 or place.pointer % align:
            message = f"arena {name} starts at a multiple of {align}, {place.pointer:#x} is none"
            raise ValueError(message)
        held = self._held(Adopted(place.pointer, nbytes, place.owner), memory)
        self._taken.add(name)
        return held

    def _held(self, place: Adopted, memory: str) -> Held:
        if memory == "device":
            return Held(self._device.adopt(*place))
        if memory == "host":
            self._device.require_host(place.pointer)
        else:
            self._device.require_pinned(place.pointer)
        return Held(host=bytes_at(place))

    def free(self, allocation: Allocation) -> None:
        """Lets go of the memory; it returns to where it came from once no view shows it."""
        _held_by(allocation).drop()
        self._taken.discard(allocation.name)

    def fill(
        self, allocation: Allocation, offset: int, nbytes: int, pattern: bytes, stream: object
    ) -> None:
        """Writes a pattern. A pattern of more than one byte takes a table, which stays with the
        allocation; routines are made ready with theirs.
        """
        held = _held_by(allocation)
        if offset + nbytes > allocation.bytes:
            raise ValueError(f"{offset} + {nbytes} bytes end behind arena {allocation.name}")
        if allocation.memory == "host" and held.host is not None:
            write(held.host[offset : offset + nbytes], pattern)
            return
        fill = Fill(allocation.name, offset, nbytes, pattern)
        if fill not in held.fills:
            with self._device.current():
                job = fill_job(fill, self._device, allocation.pointer)
                held.fills[fill] = same(self._device, (job,))
        held.fills[fill]((), stream)

    def view(
        self,
        allocation: Allocation,
        offset: int,
        dtype: str,
        shape: Sequence[int],
        strides: Sequence[int],
        logical: str = "",
    ) -> ArrayT:
        """An array of the device, or of NumPy for memory of the host; ValueError where it would
        reach behind the arena.
        """
        held = _held_by(allocation)
        if held.host is not None:
            return cast("ArrayT", array_over(held.host, offset, dtype, shape, strides, logical))
        if held.memory is None:
            raise ReleasedError(f"the memory of arena {allocation.name} has been given back")
        end = offset + reach(tuple(shape), tuple(strides), DTYPES[dtype].itemsize)
        if end > allocation.bytes:
            raise ValueError(f"an array up to byte {end} ends behind arena {allocation.name}")
        place = held.skip + offset
        with self._device.current():
            return self._device.view(held.memory, place, dtype, shape, strides, logical)

    def prepare(
        self,
        routines: Iterable[Routine],
        sizes: SizesLike,
        clears: Sequence[Clear],
        memory: Mapping[str, Allocation],
    ) -> Mapping[str, Run]:
        """Routines as single launches; what lies in host memory is cleared by the host at once."""
        asked = tuple(routines)
        hosts = {name for name, block in memory.items() if block.memory == "host"}
        near = tuple(clear for clear in clears if clear.extent.arena in hosts)
        far = tuple(clear for clear in clears if clear.extent.arena not in hosts)
        with self._device.current():
            runs = prepare_routines(
                asked, sizes, far, self._device, lambda name: memory[name].pointer
            )
        for routine in asked:
            if any(True for _ in routine.cleared(near)):
                here = OneByOne(routine, sizes, near, memory, self)
                runs[routine.name] = _Both(here, runs[routine.name])
        return runs

    def guard_check(
        self, gaps: Sequence[Gap], words: Sequence[int], memory: Mapping[str, Allocation]
    ) -> GuardCheck:
        """One launch; what lies in host memory is compared by the host."""
        with self._device.current():
            return probes.GuardChecks(self._device, gaps, words, _places(memory))

    def printing(self, spans: Sequence[Span], memory: Mapping[str, Allocation]) -> Printing:
        """One launch; what lies in host memory is read by the host."""
        with self._device.current():
            return probes.Printings(self._device, spans, _places(memory))

    def finish(self) -> None:
        """Waits for the current stream of the device."""
        with self._device.current():
            self._device.finish()


class _Both:
    """A routine that clears memory of the host and of the device."""

    def __init__(self, *runs: Run) -> None:
        self._runs = runs

    def __call__(self, chosen: Chosen, stream: object) -> None:
        """Clears both."""
        if isinstance(chosen, Iterator):
            chosen = tuple(chosen)  # it is read twice
        for run in self._runs:
            run(chosen, stream)


def _places(memory: Mapping[str, Allocation]) -> dict[str, Place]:
    found = {}
    for name, block in memory.items():
        near = _held_by(block).host if block.memory == "host" else None
        found[name] = Place(block.pointer, near)
    return found


def _held_by(allocation: Allocation) -> Held:
    if isinstance(allocation.owner, Held):
        return allocation.owner
    raise TypeError(f"arena {allocation.name} does not hold memory of a CUDA backend")
