"""Makes the routines of an arena ready for a CUDA device: the tables of all of them, in one piece of
its memory.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from arenagen.runtime.cuda import launches
from arenagen.runtime.cuda.jobs import Shape, Table, memset_of, same, starting
from arenagen.runtime.cuda.routines import CountedJobs, RowJobs, Work
from arenagen.runtime.cuda.segments import Segments, segments_of
from arenagen.runtime.cuda.table import live_table, packed, planned

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from arenagen.runtime.cuda.device import Device, Memory
    from arenagen.runtime.cuda.jobs import Job
    from arenagen.runtime.cuda.table import Plan
    from arenagen.runtime.fills import Fill
    from arenagen.runtime.layout import Live, SizesLike
    from arenagen.runtime.prepared import Run
    from arenagen.runtime.routine import Clear, Routine

COUNTED: Final = "clear_counted"
ROWS: Final = "clear_rows"
"""Kernels of clear.cu."""

TABLE_ALIGN: Final = 256
"""What addresses of tables are a multiple of."""


class _Planned(NamedTuple):
    """A routine with what it clears; `plan` is None where a memset, or nothing, will do."""

    routine: Routine
    segments: Segments
    plan: Plan | None

    @property
    def told(self) -> bool:
        """Whether it depends on what it is told."""
        return self.routine.mode not in ("whole", "overread")


def prepare_routines(
    routines: Iterable[Routine],
    sizes: SizesLike,
    clears: Sequence[Clear],
    device: Device[Any],
    base: Callable[[str], int],
) -> dict[str, Run]:
    """Routines by name; `base` gives addresses of arenas.

    ValueError where a routine cannot be written down as a table; errors of the device go through.
    """
    found = [_planned(routine, sizes, clears, device.multiprocessors) for routine in routines]
    tables = _tables(found, sizes, device, base)

    def run(p: _Planned) -> Run:
        table = tables.get(p.routine.name)
        if table is None:
            job = memset_of(p.segments.fixed, device, base)
            return same(device, () if job is None else (job,))
        if not p.told:
            return same(device, (table.job(device, launches.counts(table.address, 0, ())),))
        alone = len(p.segments.fixed) + len(p.segments.counted) == 1
        work = Work(p.routine, sizes, clears, table, base, alone)
        made = (RowJobs if p.routine.mode == "rows" else CountedJobs)(device, work)
        return starting(device, made.kept, made.asked)

    return {p.routine.name: run(p) for p in found}


def fill_job(fill: Fill, device: Device[Any], start: int) -> Job:
    """A single range, for the address of its arena."""
    job = memset_of((fill,), device, lambda _: start)
    if job is not None:
        return job
    plan = planned(Segments((fill,), ()), 0, device.multiprocessors)
    memory, first = _room(device, plan.table_bytes)
    data = packed(plan, memory.pointer + first, lambda _: start, lambda _: 0)
    device.upload(memory, bytes(first) + data)
    shape = Shape(len(plan.blocks), plan.threads)
    table = Table(memory, memory.pointer + first, shape, device.function(COUNTED))
    return table.job(device, launches.counts(table.address, 0, ()))


def _room(device: Device[Any], nbytes: int) -> tuple[Memory, int]:
    """Memory for tables, and where in it they start."""
    memory = device.allocate(nbytes + TABLE_ALIGN)
    return memory, -memory.pointer % TABLE_ALIGN


def _planned(
    routine: Routine, sizes: SizesLike, clears: Sequence[Clear], multiprocessors: int
) -> _Planned:
    found = _Planned(routine, segments_of(routine, sizes, clears), None)
    fixed = found.segments.fixed
    if not found.told and (not fixed or (len(fixed) == 1 and len(fixed[0].pattern) == 1)):
        return found
    most = sizes.axes[routine.axis] if found.told else 0
    return found._replace(plan=planned(found.segments, most, multiprocessors))


class _Image:
    """Pieces of data that go to the device together."""

    def __init__(self) -> None:
        self.size = 0

    def reserved(self, nbytes: int) -> int:
        """The place of so many more bytes."""
        place = self.size
        self.size += nbytes + -nbytes % TABLE_ALIGN
        return place


def _tables(
    found: Sequence[_Planned], sizes: SizesLike, device: Device[Any], base: Callable[[str], int]
) -> dict[str, Table]:
    """Tables by routine; those of live rows lie behind them all."""
    plans = {p.routine.name: p.plan for p in found if p.plan is not None}
    if not plans:
        return {}
    image = _Image()
    starts = {name: image.reserved(plan.table_bytes) for name, plan in plans.items()}
    live = _live_tables(found, sizes)
    places = {text: image.reserved(len(text)) for text in dict.fromkeys(live.values())}
    memory, first = _room(device, image.size)
    start = memory.pointer + first
    where = {key: start + places[text] for key, text in live.items()}
    pieces = {at: text for text, at in places.items()}
    for name, plan in plans.items():
        pieces[starts[name]] = packed(plan, start + starts[name], base, where.__getitem__)
    data = bytearray(first + image.size)
    for at, text in pieces.items():
        data[first + at : first + at + len(text)] = text
    device.upload(memory, bytes(data))
    kernels = {p.routine.name: ROWS if p.routine.mode == "rows" else COUNTED for p in found}
    return {
        name: Table(
            memory=memory,
            address=start + starts[name],
            shape=Shape(len(plan.blocks), plan.threads),
            function=device.function(kernels[name]),
        )
        for name, plan in plans.items()
    }


def _live_tables(found: Sequence[_Planned], sizes: SizesLike) -> dict[Live, bytes]:
    """Live rows by live count, for each rule that routines need."""
    tables: dict[Live, bytes] = {}
    for p in found:
        for segment in p.segments.counted:
            live = segment.live
            if live is not None and live not in tables:
                tables[live] = live_table(live, sizes.axes[p.routine.axis])
    return tables
