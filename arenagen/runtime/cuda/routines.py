"""Routines as they run on a CUDA device.

A run allocates and uploads nothing, never waits, and can be captured.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from arenagen.runtime.counts import described
from arenagen.runtime.cuda import launches, numbers
from arenagen.runtime.cuda.jobs import memset_of, starter
from arenagen.runtime.cuda.launches import INLINE_ROWS, Given
from arenagen.runtime.kept import make_room
from arenagen.runtime.rows import checked_count

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from arenagen.runtime.counts import Chosen, Count
    from arenagen.runtime.cuda.device import Device
    from arenagen.runtime.cuda.jobs import Job, Table
    from arenagen.runtime.layout import SizesLike
    from arenagen.runtime.routine import Clear, Routine

JOBS_KEPT: Final = 256
"""Jobs are kept for this many different counts or rows."""


class Same:
    """A routine that does the same every time."""

    def __init__(self, device: Device[Any], *jobs: Job) -> None:
        """Starts these jobs, if there are any."""
        self._start = starter(device)
        self._jobs = jobs

    def __call__(self, chosen: Chosen, stream: object) -> None:
        """Clears."""
        self._start(self._jobs, stream)


class Work(NamedTuple):
    """What a routine of an axis clears, and how."""

    routine: Routine
    sizes: SizesLike
    clears: Sequence[Clear]
    table: Table
    base: Callable[[str], int]
    alone: bool
    """Whether there is only one range, so that a memset may do."""


class _Told:
    """A routine that is told numbers of an axis. Jobs are made once for each of them, and kept."""

    def __init__(self, device: Device[Any], work: Work) -> None:
        self._device = device
        self._start = starter(device)
        self._work = work
        self._most = work.sizes.axes[work.routine.axis]
        self._jobs: dict[object, Sequence[Job]] = {}

    def _keep(self, key: object, jobs: Sequence[Job]) -> Sequence[Job]:
        make_room(self._jobs, JOBS_KEPT)
        self._jobs[key] = jobs
        return jobs

    def _without_kernel(self, chosen: Sequence[int]) -> Sequence[Job] | None:
        """Jobs where there is nothing to clear, or a memset does; None where it takes a kernel."""
        work = self._work
        fills = work.routine.ranges(work.sizes, work.clears, chosen)
        if not fills:
            return ()
        job = memset_of(fills, self._device, work.base)
        return None if job is None else (job,)


class Counted(_Told):
    """A routine that is told one or two live counts, each by the host or in memory of the device.

    Counts of the device are brought into the range of the axis.
    """

    def __call__(self, chosen: Chosen, stream: object) -> None:
        """Clears."""
        counts = chosen if type(chosen) is tuple else _listed(chosen)
        plain = type(counts[0]) is int and type(counts[-1]) is int
        jobs = self._jobs.get(counts) if plain else None
        self._start(self._asked(counts) if jobs is None else jobs, stream)

    def _asked(self, counts: tuple[Count, ...]) -> Sequence[Job]:
        """Jobs for counts that are none of Python's own, or not met before."""
        names = self._work.routine.counts
        given = tuple(self._given(n, name) for n, name in zip(counts, names, strict=True))
        if any(one.kind for one in given):
            return self._jobs.get(given) or self._keep(given, (self._kernel(given),))
        values = tuple(one.value for one in given)
        return self._jobs.get(values) or self._keep(values, self._made(values, given))

    def _given(self, count: Count, name: str) -> Given:
        place = None if type(count) is int else described(count)
        if place is not None:
            return numbers.count_at(place, name)
        return Given(checked_count(count, self._most, name))

    def _made(self, values: tuple[int, ...], given: tuple[Given, ...]) -> Sequence[Job]:
        self._work.routine.check_order(values)
        no_rows = values[-1] == (values[0] if len(values) > 1 else 0)
        jobs = self._without_kernel(values) if self._work.alone or no_rows else None
        return (self._kernel(given),) if jobs is None else jobs

    def _kernel(self, given: Sequence[Given]) -> Job:
        table = self._work.table
        return table.job(self._device, launches.counts(table.address, self._most, given))


class Rows(_Told):
    """A routine that is told row numbers, by the host or in memory of the device.

    Row numbers of the device that the axis does not have are passed over. Those of the host are
    passed to launches of up to INLINE_ROWS rows.
    """

    def __call__(self, chosen: Chosen, stream: object) -> None:
        """Clears."""
        place = None if type(chosen) in (list, tuple) else described(chosen)
        if place is not None:
            self._start(self._followed(place), stream)
            return
        rows = _listed(chosen)
        plain = len(rows) == 1 and type(rows[0]) is int
        jobs = self._jobs.get(rows) if plain else None
        self._start(self._made(rows) if jobs is None else jobs, stream)

    def _followed(self, described: dict[str, Any]) -> Sequence[Job]:
        """Jobs that read the row numbers when they run."""
        place, count = numbers.rows_at(described, "rows")
        if count == 0:
            return self._made(())
        kept = self._jobs.get((place, count))
        if kept is not None:
            return kept
        table = self._work.table
        arguments = launches.rows_at(table.address, self._most, place)
        return self._keep((place, count), (table.job(self._device, arguments, count),))

    def _made(self, rows: tuple[Count, ...]) -> Sequence[Job]:
        found = self._work.routine.checked(self._work.sizes, rows)
        jobs = self._without_kernel(found) if self._work.alone or not found else None
        if jobs is None:
            starts = range(0, max(len(found), 1), INLINE_ROWS)
            jobs = tuple(self._kernel(found[i : i + INLINE_ROWS]) for i in starts)
        return self._keep(tuple(found), jobs) if len(found) == 1 else jobs

    def _kernel(self, rows: Sequence[int]) -> Job:
        table = self._work.table
        arguments = launches.listed_rows(table.address, self._most, rows)
        return table.job(self._device, arguments, max(len(rows), 1))


def _listed(chosen: Chosen) -> tuple[Count, ...]:
    if isinstance(chosen, Iterable):
        return tuple(chosen)
    raise TypeError("counts are given one by one, rows as a collection")
