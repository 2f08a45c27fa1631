"""Work shared among processes that take turns; results come in order.

Each process is a fork of this one, so that what was loaded need not be loaded or sent again; results come through
pipes, which hold back those who are ahead. Standard library only.
"""

from __future__ import annotations

import itertools
import os
import pickle
import signal
from collections.abc import Callable, Iterator
from typing import Any, BinaryIO, NoReturn, TypeVar

T = TypeVar("T")
MAX_PROCESSES = 8


class LostWorkerError(RuntimeError):
    """A process ended before its work was done; the message is the fault that it met, if it could tell."""


def processes() -> int:
    """How many processes can work side by side; 1 where processes cannot be forked."""
    if not hasattr(os, "fork") or not hasattr(os, "sched_getaffinity"):
        return 1
    return min(len(os.sched_getaffinity(0)), MAX_PROCESSES)


def in_turns(count: int, work: Callable[[int], Iterator[T]]) -> Iterator[T]:
    """Results of `count` processes in turns. `work` is called in each with its number, from 0.

    The work of process i yields results i, i + count, i + 2 * count, ... and ends when there are no more.
    """
    workers: list[tuple[int, BinaryIO]] = []
    try:
        for number in range(count):
            workers.append(_start(number, work, workers))
        for turn in itertools.count():
            kind, value = _received(workers[turn % count][1])
            if kind == "end":
                return
            if kind == "fault":
                raise LostWorkerError(value)
            yield value
    finally:
        for _, results in workers:
            results.close()  # who goes on writing is ended by that
        for process, _ in workers:
            os.waitpid(process, 0)


def _received(results: BinaryIO) -> tuple[str, Any]:
    try:
        received: tuple[str, Any] = pickle.load(results)  # noqa: S301 - a fork of this process wrote it
    except EOFError:
        raise LostWorkerError("a process ended early") from None
    return received


def _start(
    number: int, work: Callable[[int], Iterator[T]], others: list[tuple[int, BinaryIO]]
) -> tuple[int, BinaryIO]:
    reading, writing = os.pipe()
    process = os.fork()
    if process == 0:
        for end in (reading, *(results.fileno() for _, results in others)):
            os.close(
                end
            )  # a pipe must have one reader, or its writer would not notice that it left
        _serve(number, work, writing)
    os.close(writing)
    return process, os.fdopen(reading, "rb")


def _serve(number: int, work: Callable[[int], Iterator[T]], writing: int) -> NoReturn:
    """The life of a process: it ends quietly with the one that started it, and never returns to its callers."""
    for name in (signal.SIGINT, signal.SIGPIPE):
        signal.signal(name, signal.SIG_DFL)
    try:
        with os.fdopen(writing, "wb") as results:
            try:
                for value in work(number):
                    pickle.dump(("result", value), results, pickle.HIGHEST_PROTOCOL)
                    results.flush()
                pickle.dump(("end", None), results)
            except Exception as fault:
                pickle.dump(("fault", f"{type(fault).__name__}: {fault}"), results)
    finally:
        os._exit(0)
