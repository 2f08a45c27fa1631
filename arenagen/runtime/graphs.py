"""Replaying a captured CUDA graph only on arenas that look as they did when it was captured. Knows no
CUDA library.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from arenagen.runtime.errors import LayoutChangedError

if TYPE_CHECKING:
    from collections.abc import Callable

    from arenagen.runtime.layout_hash import LayoutHash


class Hashed(Protocol):
    """An arena."""

    @property
    def layout_hash(self) -> LayoutHash:
        """Where everything lies."""


class GuardedReplay:
    """A replay that is refused on arenas other than those that it was captured on.

        replay = GuardedReplay(graph.launch, arena)  # CuPy; graph.replay for PyTorch
        replay(arena)
        replay(arena, stream=stream)

    A captured graph holds addresses. Where an arena was made anew, with other parameters, at
    another address, or by code of another layout, it would write over whatever lies there now.
    """

    def __init__(self, replay: Callable[..., object], *arenas: Hashed) -> None:
        """Records the arenas that the graph was captured on."""
        self._replay = replay
        self._captured = tuple(arena.layout_hash for arena in arenas)

    def __call__(self, *arenas: Hashed, **options: object) -> None:
        """Replays. LayoutChangedError where an arena differs from the one in its place,
        ReleasedError where it has been released.
        """
        self.check(*arenas)
        self._replay(**options)

    def check(self, *arenas: Hashed) -> None:
        """Raises as the call does, and does nothing else."""
        if len(arenas) != len(self._captured):
            message = f"captured on {len(self._captured)} arenas, asked to replay on {len(arenas)}"
            raise LayoutChangedError(message)
        for captured, arena in zip(self._captured, arenas, strict=True):
            found = arena.layout_hash
            if found is not captured and found != captured:
                parts = ", ".join(captured.differences(found))
                raise LayoutChangedError(f"the graph was captured on another arena: {parts} differ")
