"""Work that is ready to be started on a stream: a memset, or a kernel over a table. Imports no CUDA
library.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from arenagen.runtime.cuda.device import Device, Memory
    from arenagen.runtime.cuda.launches import Arguments
    from arenagen.runtime.fills import Fill


class Job(NamedTuple):
    """Started as `start(stream, *rest)`, with the handle of a stream: no function of Python lies in
    between.
    """

    start: Callable[..., object]
    rest: tuple[int, ...] = ()
    held: object = None
    """What must live for as long as it can be started."""


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
    function: int
    """Handle of the kernel."""

    def job(self, device: Device[Any], arguments: Arguments, rows: int = 1) -> Job:
        """A launch with these arguments, for so many rows at once."""
        blocks, threads = self.shape
        launch = partial(device.launch, self.function, blocks, rows, 1, threads, 1, 1, 0)
        return Job(launch, (arguments.address, 0), (arguments, self.memory))


def memset_of(fills: Sequence[Fill], device: Device[Any], base: Callable[[str], int]) -> Job | None:
    """A memset, where a single range of equal bytes is all there is."""
    if len(fills) != 1 or len(fills[0].pattern) != 1:
        return None
    (fill,) = fills
    address = base(fill.arena) + fill.offset
    return Job(partial(device.memset, address, fill.pattern[0], fill.bytes))


def starter(device: Device[Any]) -> Callable[[Iterable[Job], object], None]:
    """A function that starts jobs one after another on the stream that a caller names; where the
    stream does not say which device it belongs to, with the right one as the current one.
    """
    stream_of, is_current, current = device.stream, device.is_current, device.current

    def start(jobs: Iterable[Job], stream: object) -> None:
        handle = stream_of(stream)
        if handle > DEFAULT_STREAMS or is_current():
            for job, rest, _ in jobs:
                job(handle, *rest)
            return
        with current():
            for job, rest, _ in jobs:
                job(handle, *rest)

    return start
