"""Work that is ready to be started on a stream: a memset, or a kernel over a table. Imports no CUDA
library.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arenagen.runtime.cuda.device import Device, Memory
    from arenagen.runtime.cuda.launches import Arguments
    from arenagen.runtime.fills import Fill

Job = Callable[[int], object]
"""Called with the handle of a stream."""

DEFAULT_STREAMS: Final = 2
"""Handles up to this one stand for streams of whichever device is current."""


class Shape(NamedTuple):
    """Blocks and threads of a launch."""

    blocks: int
    threads: int


class Table(NamedTuple):
    """A table in memory of the device, and the launch that reads it."""

    memory: Memory
    address: int
    shape: Shape

    def job(self, device: Device[Any], kernel: str, arguments: Arguments, rows: int = 1) -> Job:
        """A launch with these arguments, for so many rows at once."""
        blocks, threads = self.shape
        function = device.function(kernel)
        launch = partial(device.launch, function, blocks, rows, 1, threads, 1, 1, 0)
        address = arguments.address

        def job(stream: int, _held: object = (arguments, self.memory)) -> None:
            launch(stream, address, 0)

        return job


def memset_of(fills: Sequence[Fill], device: Device[Any], base: Callable[[str], int]) -> Job | None:
    """A memset, where a single range of equal bytes is all there is."""
    if len(fills) != 1 or len(fills[0].pattern) != 1:
        return None
    (fill,) = fills
    return partial(device.memset, base(fill.arena) + fill.offset, fill.pattern[0], fill.bytes)


class Starter:
    """Starts jobs of one device on the stream that a caller names."""

    def __init__(self, device: Device[Any]) -> None:
        self._device = device
        self._stream = device.stream

    def start(self, jobs: Sequence[Job], stream: object) -> None:
        """Starts jobs one after another; where the stream does not say which device it belongs to,
        with the right one as the current one.
        """
        handle = self._stream(stream)
        if handle > DEFAULT_STREAMS or self._device.is_current():
            for job in jobs:
                job(handle)
            return
        with self._device.current():
            for job in jobs:
                job(handle)
