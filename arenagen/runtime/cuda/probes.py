"""Reads an arena with the kernels of debug.cu: tasks in a table, results in memory of the host that the
device reaches. A call starts one launch, waits for it, and takes no memory.
"""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from arenagen.runtime.cuda.launches import Arguments, Results
from arenagen.runtime.cuda.streams import handle_of
from arenagen.runtime.debug.guards import Marks
from arenagen.runtime.debug.host import marks_of, records_of
from arenagen.runtime.debug.records import KINDS, LANES, RECORD

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from arenagen.runtime.cuda.device import Device
    from arenagen.runtime.debug.chunks import Span
    from arenagen.runtime.debug.pieces import Gap

GUARD: Final = struct.Struct("<3Q")
TASK: Final = struct.Struct("<Q2I")
MARK: Final = struct.Struct("<4I")
"""`Guard`, `Task` and `Mark` of debug.cu."""

SLICE: Final = 4096
"""Bytes of a gap that one block looks at: a multiple of 8, so that each slice begins with the word."""

ALIGN: Final = 16

WHOLE: Final = Marks(0, 0, 0)
"""Nothing is damaged."""


class Place(NamedTuple):
    """Where an arena lies; `host` is its memory where the device does not reach it."""

    pointer: int
    host: NDArray[np.uint8] | None


class Probe:
    """A kernel that is ready to look at so many tasks."""

    def __init__(
        self, device: Device[Any], kernel: str, tasks: Sequence[bytes], result: struct.Struct
    ) -> None:
        table = b"".join(tasks)
        self._device = device
        self._function = device.function(kernel)
        self._blocks = len(tasks)
        self._memory = device.allocate(len(table) + ALIGN)
        skip = -self._memory.pointer % ALIGN
        device.upload(self._memory, bytes(skip) + table)
        self._room = device.pinned(result.size * len(tasks) + ALIGN, mapped=True)
        first = -self._room.ctypes.data % ALIGN
        self.results = self._room[first : first + result.size * len(tasks)]
        place = Results(self.results.ctypes.data)
        self._arguments = Arguments(self._memory.pointer + skip, place)

    def start(self, stream: object) -> int:
        """Starts it on the current device, and gives the handle of the stream."""
        device = self._device
        handle = device.current_stream().ptr if stream is None else handle_of(stream)
        address = self._arguments.address
        device.launch(self._function, self._blocks, 1, 1, LANES, 1, 1, 0, handle, address, 0)
        return handle

    def __call__(self, stream: object) -> None:
        """Starts it and waits."""
        with self._device.current():
            self._device.wait(self.start(stream))


class GuardChecks:
    """A check of all gaps: by the device, and by the host for memory that only it reaches."""

    def __init__(
        self,
        device: Device[Any],
        gaps: Sequence[Gap],
        words: Sequence[int],
        places: Mapping[str, Place],
    ) -> None:
        self._gaps = tuple(zip(gaps, words, strict=True))
        self._places = places
        self._near = [
            (number, host[gap.offset : gap.offset + gap.bytes], word)
            for number, (gap, word) in enumerate(self._gaps)
            if (host := places[gap.arena].host) is not None
        ]
        self._slices = [
            (number, first)
            for number, gap in enumerate(gaps)
            if places[gap.arena].host is None
            for first in range(0, gap.bytes, SLICE)
        ]
        tasks = [self._task(*found) for found in self._slices]
        self.probe = Probe(device, "check_guards", tasks, MARK) if tasks else None
        if self.probe is not None:
            self.probe.results[:] = 0

    def _task(self, number: int, first: int) -> bytes:
        gap, word = self._gaps[number]
        start = self._places[gap.arena].pointer + gap.offset + first
        return GUARD.pack(start, min(gap.bytes - first, SLICE), word)

    def __call__(self, stream: object) -> Sequence[Marks]:
        """Marks of each gap, once the stream is done."""
        if self.probe is not None:
            self.probe(stream)
        found = [WHOLE] * len(self._gaps)
        for number, place, word in self._near:
            found[number] = marks_of(place, word)
        if self.probe is not None and self.probe.results.any():
            _spread(found, self._slices, self.probe.results.tobytes())
            self.probe.results[:] = 0  # marks of whole guards are not written
        return found


def _spread(found: list[Marks], slices: Sequence[tuple[int, int]], results: bytes) -> None:
    """Puts the marks of slices into those of their gaps."""
    for (number, start), mark in zip(slices, MARK.iter_unpack(results), strict=True):
        first, last, damaged, _ = mark
        if damaged:
            before = found[number]
            first = before.first if before.damaged else start + first
            found[number] = Marks(first, start + last, before.damaged + damaged)


class Printings:
    """The way to records of all spans: by the device, and by the host for what only it reaches."""

    def __init__(
        self, device: Device[Any], spans: Sequence[Span], places: Mapping[str, Place]
    ) -> None:
        self._hosts = {name: place.host for name, place in places.items() if place.host is not None}
        self._near = [i for i, span in enumerate(spans) if span.arena in self._hosts]
        self._far = [i for i, span in enumerate(spans) if span.arena not in self._hosts]
        self._spans = spans
        tasks = [_task(spans[i], places) for i in self._far]
        self.probe = Probe(device, "fingerprint", tasks, RECORD) if tasks else None

    def __call__(self, stream: object) -> bytes:
        """A record of each span, once the stream is done."""
        if self.probe is not None:
            self.probe(stream)
            if not self._near:
                return self.probe.results.tobytes()
        records = np.empty((len(self._spans), RECORD.size), np.uint8)
        if self.probe is not None:
            records[self._far] = self.probe.results.reshape(-1, RECORD.size)
        if self._near:
            raw = records_of([self._spans[i] for i in self._near], self._hosts)
            records[self._near] = np.frombuffer(raw, np.uint8).reshape(-1, RECORD.size)
        return records.tobytes()


def _task(span: Span, places: Mapping[str, Place]) -> bytes:
    start = places[span.arena].pointer + span.offset
    return TASK.pack(start, span.bytes, KINDS.get(span.dtype, 0))
