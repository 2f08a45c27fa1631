"""Work that is ready to be started on a stream: a memset, or a kernel over a table. Imports no CUDA
library.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from arenagen.runtime.cuda.streams import handle_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from arenagen.runtime.counts import Chosen
    from arenagen.runtime.cuda.device import Device, Memory
    from arenagen.runtime.cuda.launches import Arguments
    from arenagen.runtime.fills import Fill
    from arenagen.runtime.prepared import Run


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


Jobs = Sequence[Job]


def starting(
    device: Device[Any], kept: Mapping[object, Jobs], asked: Callable[[Chosen], Jobs]
) -> Run:
    """A run that starts jobs on the stream of the caller: those that are kept for plain numbers of
    Python, in a tuple, or else those that it asks for.

    Where the stream does not say which device it belongs to, the right one is made the current one.
    This is all the Python that a call goes through, so it is one function.
    """
    current_stream, is_current = device.current_stream, device.is_current

    def run(chosen: Chosen, stream: object) -> None:
        jobs = None
        if type(chosen) is tuple and chosen and type(chosen[0]) is int and type(chosen[-1]) is int:
            jobs = kept.get(chosen)
        if jobs is None:
            jobs = asked(chosen)
        handle = current_stream().ptr if stream is None else handle_of(stream)
        if handle > DEFAULT_STREAMS or is_current():
            for start, rest, _ in jobs:
                start(handle, *rest)
        else:
            _start_elsewhere(device, jobs, handle)

    return run


def same(device: Device[Any], jobs: Jobs) -> Run:
    """A run that starts the same jobs whatever it is told, in the same way."""
    current_stream, is_current = device.current_stream, device.is_current

    def run(_chosen: Chosen, stream: object, /) -> None:
        handle = current_stream().ptr if stream is None else handle_of(stream)
        if handle > DEFAULT_STREAMS or is_current():
            for start, rest, _ in jobs:
                start(handle, *rest)
        else:
            _start_elsewhere(device, jobs, handle)

    return run


def _start_elsewhere(device: Device[Any], jobs: Jobs, handle: int) -> None:
    with device.current():
        for start, rest, _ in jobs:
            start(handle, *rest)
