"""What routines start on a CUDA device for the numbers that they are told.

Making a job allocates and uploads nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from arenagen.runtime.counts import described
from arenagen.runtime.cuda import launches, numbers
from arenagen.runtime.cuda.jobs import memset_of
from arenagen.runtime.cuda.launches import INLINE_ROWS, Given
from arenagen.runtime.kept import make_room
from arenagen.runtime.rows import checked_count

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from arenagen.runtime.counts import Chosen, Count
    from arenagen.runtime.cuda.device import Device
    from arenagen.runtime.cuda.jobs import Job, Jobs, Table
    from arenagen.runtime.layout import SizesLike
    from arenagen.runtime.routine import Clear, Routine

JOBS_KEPT: Final = 256
"""Jobs are kept for this many different counts or rows."""


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
    """Jobs of a routine that is told numbers of an axis: made once for each of them, and kept."""

    def __init__(self, device: Device[Any], work: Work) -> None:
        self._device = device
        self._work = work
        self._most = work.sizes.axes[work.routine.axis]
        self.kept: dict[object, Jobs] = {}

    def _keep(self, key: object, jobs: Jobs) -> Jobs:
        make_room(self.kept, JOBS_KEPT)
        self.kept[key] = jobs
        return jobs

    def _without_kernel(self, chosen: Sequence[int]) -> Jobs | None:
        """Jobs where there is nothing to clear, or a memset does; None where it takes a kernel."""
        work = self._work
        fills = work.routine.ranges(work.sizes, work.clears, chosen)
        if not fills:
            return ()
        job = memset_of(fills, self._device, work.base)
        return None if job is None else (job,)


class CountedJobs(_Told):
    """For one or two live counts, each told by the host or in memory of the device.

    Counts of the device are brought into the range of the axis.
    """

    def asked(self, chosen: Chosen) -> Jobs:
        """Jobs for counts."""
        names = self._work.routine.counts
        pairs = zip(_listed(chosen), names, strict=True)
        given = tuple(self._given(count, name) for count, name in pairs)
        if any(one.kind for one in given):
            return self.kept.get(given) or self._keep(given, (self._kernel(given),))
        values = tuple(one.value for one in given)
        return self.kept.get(values) or self._keep(values, self._made(values, given))

    def _given(self, count: Count, name: str) -> Given:
        place = None if type(count) is int else described(count)
        if place is not None:
            return numbers.count_at(place, name)
        return Given(checked_count(count, self._most, name))

    def _made(self, values: tuple[int, ...], given: tuple[Given, ...]) -> Jobs:
        self._work.routine.check_order(values)
        no_rows = values[-1] == (values[0] if len(values) > 1 else 0)
        jobs = self._without_kernel(values) if self._work.alone or no_rows else None
        return (self._kernel(given),) if jobs is None else jobs

    def _kernel(self, given: Sequence[Given]) -> Job:
        table = self._work.table
        return table.job(self._device, launches.counts(table.address, self._most, given))


class RowJobs(_Told):
    """For row numbers, told by the host or in memory of the device.

    Row numbers of the device that the axis does not have are passed over. Those of the host are
    passed to launches of up to INLINE_ROWS rows.
    """

    def asked(self, chosen: Chosen) -> Jobs:
        """Jobs for row numbers."""
        place = None if type(chosen) in (list, tuple) else described(chosen)
        if place is not None:
            return self._followed(*numbers.rows_at(place, "rows"))
        rows = _listed(chosen)
        plain = len(rows) == 1 and type(rows[0]) is int
        kept = self.kept.get(rows) if plain else None
        return self._made(rows) if kept is None else kept

    def _followed(self, place: Given, count: int) -> Jobs:
        """Jobs that read `count` row numbers when they run."""
        if count == 0:
            return self._made(())
        kept = self.kept.get((place, count))
        if kept is not None:
            return kept
        table = self._work.table
        arguments = launches.rows_at(table.address, self._most, place)
        return self._keep((place, count), (table.job(self._device, arguments, count),))

    def _made(self, rows: tuple[Count, ...]) -> Jobs:
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
