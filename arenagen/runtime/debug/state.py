"""What a debug arena has besides its memory. Loaded only when an arena is debugged."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from arenagen.runtime.debug import names, poison
from arenagen.runtime.debug.guards import damage_of
from arenagen.runtime.debug.pieces import buffers_of, gaps_of, outermost, pieces_of
from arenagen.runtime.debug.probing import Probing
from arenagen.runtime.errors import NotDebuggedError
from arenagen.runtime.prepared import prepared
from arenagen.runtime.routine import Routine

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from arenagen.runtime.backend import Allocation, Backend
    from arenagen.runtime.counts import Chosen, Count
    from arenagen.runtime.debug.guards import GuardDamage
    from arenagen.runtime.debug.options import DebugOptions
    from arenagen.runtime.debug.pieces import Piece
    from arenagen.runtime.debug.probing import GuardCheck
    from arenagen.runtime.layout import SizesLike
    from arenagen.runtime.prepared import Run
    from arenagen.runtime.routine import Clear


class Debugged:
    """The routines that poison, and the check of guards, of one arena."""

    def __init__(
        self,
        options: DebugOptions,
        sizes: SizesLike,
        clears: Sequence[Clear],
        backend: Backend[Any],
        memory: Mapping[str, Allocation],
    ) -> None:
        """Makes everything ready; writes guards and poison for a start."""
        self._options = options
        self._sizes = sizes
        self._units = clears
        self._refuse_unknown_classes()
        self._gaps = tuple(gaps_of(sizes)) if options.guards else ()
        self._check = self._guard_check(backend, memory) if options.guards else None
        routines, clears = tuple(self._routines()), tuple(self._clears())
        self._runs = dict(prepared(routines, poison.Poisonable(sizes), clears, memory, backend))
        self._runs[poison.CREATE]((), None)
        self._nvtx = names.library() if options.names else None
        if self._nvtx is not None:
            names.mark_all(self._nvtx, self._places(memory))

    def _refuse_unknown_classes(self) -> None:
        kept = {unit.reset: unit.kept for unit in self._units}
        for name in self._options.poison_classes:
            if name not in kept:
                known = ", ".join(sorted(kept))
                raise ValueError(f"poison_classes: {name!r} is no reset class; there are {known}")
            if kept[name]:
                raise ValueError(f"poison_classes: class {name!r} is kept, poison would destroy it")

    def _guard_check(self, backend: object, memory: Mapping[str, Allocation]) -> GuardCheck:
        if not isinstance(backend, Probing):
            raise TypeError(f"{type(backend).__name__} cannot read memory, so it has no guards")
        words = [poison.guard_word(i) for i in range(len(self._gaps))]
        return backend.guard_check(self._gaps, words, memory)

    def _routines(self) -> Iterator[Routine]:
        yield Routine(poison.CREATE)
        yield Routine(poison.AGAIN)
        if self._options.poison:
            yield from map(poison.beyond, self._sizes.axes)

    def _clears(self) -> Iterator[Clear]:
        sizes = self._sizes
        yield from poison.guard_areas(self._gaps)
        if self._options.poison:
            everything = (p for b in buffers_of(sizes) for p in pieces_of(b, sizes))
            yield from poison.areas(everything, Routine(poison.CREATE))
            passing = self._pieces(unit for unit in self._units if not unit.kept)
            yield from poison.rows_beyond(passing, sizes)
        chosen = self._options.poison_classes
        again = self._pieces(unit for unit in self._units if unit.reset in chosen)
        yield from poison.areas(again, Routine(poison.AGAIN))

    def _pieces(self, units: Iterable[Clear]) -> Iterator[Piece]:
        """What is made of some units, where they exist; sections within others are named once."""
        extents = [unit.extent for unit in units if unit.extent.exists]
        for extent in outermost(extents):
            yield from pieces_of(extent, self._sizes)

    def _places(self, memory: Mapping[str, Allocation]) -> Iterator[str]:
        for buffer in buffers_of(self._sizes):
            start = memory[buffer.arena].pointer + (buffer.offset or 0)
            yield f"{buffer.arena}.{buffer.name} {start:#x} {buffer.bytes} bytes"

    def changed(self, runs: Mapping[str, Run], routines: Sequence[Routine]) -> Iterator[Any]:
        """(name, run) of the runs that are not to be as they are: those that poison first, and those
        that have names.
        """
        known = {routine.name for routine in routines}
        for name in self._options.poison_routines:
            if name not in known:
                raise ValueError(
                    f"poison_routines: {name!r} is no routine; there are {', '.join(sorted(known))}"
                )
        for name in known:
            run = runs[name]
            if self._options.poison_classes and name in (self._options.poison_routines or known):
                run = Poisoning(self._runs[poison.AGAIN], run)
            if self._nvtx is not None:
                run = names.Named(self._nvtx, name, run)
            yield name, run

    def check_guards(self, stream: object) -> tuple[GuardDamage, ...]:
        """What is damaged."""
        if self._check is None:
            raise NotDebuggedError("this arena was made without guards")
        return tuple(damage_of(self._gaps, self._check(stream)))

    def poison_beyond(self, axis: str, count: Count, stream: object) -> None:
        """Poisons the rows of an axis that are not live."""
        if not self._options.poison:
            raise NotDebuggedError("this arena was made without poison")
        everything = self._sizes.axes[axis] + 1
        self._runs[poison.beyond(axis).name]((count, everything), stream)


class Poisoning:
    """A routine that poisons before it clears."""

    def __init__(self, first: Run, then: Run) -> None:
        self._first = first
        self._then = then

    def __call__(self, chosen: Chosen, stream: object) -> None:
        """Both."""
        self._first((), stream)
        self._then(chosen, stream)
