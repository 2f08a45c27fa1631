"""Routines made ready for one arena: the seam where a backend can do better than to fill one range
after another.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from arenagen.runtime.routine import Routine

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from arenagen.runtime.backend import Allocation, Backend
    from arenagen.runtime.counts import Chosen
    from arenagen.runtime.fills import Fill
    from arenagen.runtime.layout import SizesLike
    from arenagen.runtime.routine import Clear


class Run(Protocol):
    """A routine that is ready: called with what it is told, as in `Routine.ranges`, and a stream."""

    def __call__(self, chosen: Chosen, stream: object, /) -> None:
        """Clears. Raises TypeError or ValueError for what is no count or row."""


@runtime_checkable
class Preparing(Protocol):
    """A backend that makes the routines of an arena ready when the arena is made.

    Other backends are asked for one fill after another.
    """

    def prepare(
        self,
        routines: Iterable[Routine],
        sizes: SizesLike,
        clears: Sequence[Clear],
        memory: Mapping[str, Allocation],
    ) -> Mapping[str, Run]:
        """Each routine by name, ready for allocations by arena.

        What it takes for that it holds through what it returns. Work that was started must be done
        when it returns, for routines run on any stream.
        """

    def finish(self) -> None:
        """Called once when an arena is complete: waits for what making it has started."""


class OneByOne:
    """A routine on a backend that only knows fills."""

    def __init__(
        self,
        routine: Routine,
        sizes: SizesLike,
        clears: Sequence[Clear],
        memory: Mapping[str, Allocation],
        backend: Backend[Any],
    ) -> None:
        self._routine = routine
        self._sizes = sizes
        self._clears = clears
        self._memory = dict(memory)
        self._backend = backend
        self._same: tuple[Fill, ...] | None = None

    def __call__(self, chosen: Chosen, stream: object) -> None:
        """Clears, one range after another."""
        for fill in self._ranges(chosen):
            block = self._memory[fill.arena]
            self._backend.fill(block, fill.offset, fill.bytes, fill.pattern, stream)

    def _ranges(self, chosen: Chosen) -> tuple[Fill, ...]:
        """Its ranges; those that depend on no count are worked out once."""
        if self._routine.mode not in ("whole", "overread"):
            return self._routine.ranges(self._sizes, self._clears, chosen)
        if self._same is None:
            self._same = self._routine.ranges(self._sizes, self._clears)
        return self._same


def prepared(
    routines: Sequence[Routine],
    sizes: SizesLike,
    clears: Sequence[Clear],
    memory: Mapping[str, Allocation],
    backend: Backend[Any],
) -> Mapping[str, Run]:
    """Routines by name, ready for an arena: by the backend where it can."""
    if isinstance(backend, Preparing):
        return backend.prepare(routines, sizes, clears, memory)
    return {r.name: OneByOne(r, sizes, clears, memory, backend) for r in routines}
