"""What an arena offers to find stale and out-of-bounds bytes. Loads the rest of this package only when
it is used.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

from arenagen.runtime.counts import on_device
from arenagen.runtime.errors import NotDebuggedError
from arenagen.runtime.rows import checked_count

if TYPE_CHECKING:
    from collections.abc import Mapping

    from arenagen.runtime.backend import Allocation
    from arenagen.runtime.counts import Count
    from arenagen.runtime.debug.chunks import Plan
    from arenagen.runtime.debug.fingerprint import Fingerprint
    from arenagen.runtime.debug.guards import GuardDamage
    from arenagen.runtime.debug.probing import Printing
    from arenagen.runtime.debug.state import Debugged
    from arenagen.runtime.layout import SizesLike


class Debugging(ABC):
    """Methods of an arena that is debugged; fingerprints can be taken of every arena."""

    _debugged: Debugged | None = None
    _printing: tuple[Plan, Printing] | None = None

    @abstractmethod
    def _refuse_if_released(self) -> None:
        """Raises ReleasedError where that is so."""

    @abstractmethod
    def _looked_at(self) -> tuple[SizesLike, object, Mapping[str, Allocation]]:
        """The sizes of the arena, its backend and its memory."""

    def _debug(self) -> Debugged:
        self._refuse_if_released()
        if self._debugged is None:
            raise NotDebuggedError(f"this {type(self).__name__} was allocated without `debug`")
        return self._debugged

    def check_guards(self, *, stream: object = None) -> tuple[GuardDamage, ...]:
        """Which buffers were overrun or underrun, and how far; empty where every guard is whole.

        One launch; waits for the stream. NotDebuggedError for an arena without guards.
        """
        return self._debug().check_guards(stream)

    def fingerprint(self, *, stream: object = None) -> Fingerprint:
        """What every buffer holds: hashes, counts and sums, by runs of rows.

        One launch; waits for the stream. The first call of an arena takes memory for it, which
        stays with the arena. TypeError for a backend that cannot read.
        """
        from arenagen.runtime.debug.fingerprint import Fingerprint

        self._refuse_if_released()
        if self._printing is None:
            self._printing = _new_printing(*self._looked_at())
        plan, printing = self._printing
        return Fingerprint(plan, printing(stream))

    def _poison_beyond(self, axis: str, count: Count | None, stream: object) -> None:
        """Poisons the rows of an axis that are not live, where a count is given."""
        debugged = self._debug()
        if count is None:
            return
        if not on_device(count):
            count = checked_count(count, self._looked_at()[0].axes[axis], axis)
        debugged.poison_beyond(axis, count, stream)


def _new_printing(
    sizes: SizesLike, backend: object, memory: Mapping[str, Allocation]
) -> tuple[Plan, Printing]:
    from arenagen.runtime.debug.chunks import planned
    from arenagen.runtime.debug.pieces import buffers_of, pieces_of
    from arenagen.runtime.debug.probing import Probing

    if not isinstance(backend, Probing):
        raise TypeError(f"{type(backend).__name__} cannot read memory")
    plan = planned(p for buffer in buffers_of(sizes) for p in pieces_of(buffer, sizes))
    return plan, backend.printing(tuple(plan.spans), memory)
