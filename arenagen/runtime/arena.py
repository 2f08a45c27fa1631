"""The life of an arena: allocated once, read as attributes, cleared, released once. Knows no
backend by name.
"""

from __future__ import annotations

from abc import abstractmethod
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any, Final, Generic, NoReturn, Self, TypeVar
from weakref import WeakSet

from arenagen.runtime.clearing import Clearing
from arenagen.runtime.debug.methods import Debugging
from arenagen.runtime.errors import ReleasedError
from arenagen.runtime.kept import make_room
from arenagen.runtime.layout import ExtentLike, SizesLike
from arenagen.runtime.layout_hash import LayoutHash, layout_hash
from arenagen.runtime.passes import BasePass
from arenagen.runtime.prepared import Preparing, prepared
from arenagen.runtime.routine import ON_CREATE, Routine
from arenagen.runtime.storage import picked, storage
from arenagen.runtime.views import BaseViews

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from types import TracebackType

    from arenagen.runtime.backend import Allocation, Backend
    from arenagen.runtime.counts import Chosen
    from arenagen.runtime.debug.options import DebugOptions
    from arenagen.runtime.prepared import Run

ArrayT = TypeVar("ArrayT")
SizesT = TypeVar("SizesT", bound=SizesLike)
PassT = TypeVar("PassT", bound=BasePass[Any])

PASSES_KEPT: Final = 256
"""Views are kept for this many different live counts; beyond that, those made first make room."""


class BaseArena(BaseViews[ArrayT], Clearing, Debugging, Generic[ArrayT, SizesT, PassT]):
    """Memory for every buffer of a layout.

    The generated class names the views as attributes: one for each buffer, use and section, None
    for what is absent. They are plain instance attributes, set when the arena is made and gone when
    it is released. An arena never grows and is never copied.
    """

    sizes: SizesT

    def __init__(
        self, sizes: SizesT, backend: Backend[ArrayT], debug: DebugOptions | None = None
    ) -> None:
        """Allocates; when anything fails, what was allocated so far is given back before the error
        goes on. Guards have to be in the sizes.
        """
        self.sizes = sizes
        self._backend = backend
        self._released = False
        self._hash: LayoutHash | None = None
        self._runs: dict[str, Run] = {}
        self._allocations: dict[str, Allocation] = {}
        self._passes: dict[object, PassT] = {}
        self._carvings: dict[object, ArrayT | None] = {}
        self._all_passes: WeakSet[PassT] = WeakSet()
        with ExitStack() as memory:
            self._allocations.update(self._allocate(memory))
            memory.callback(self._forget)
            self._prepare(Routine(ON_CREATE), *self._routines())
            if debug is not None:
                self._start_debugging(debug)
            self._clear(Routine(ON_CREATE), (), None)
            self.__dict__.update(self._all_views())
            if isinstance(backend, Preparing):
                backend.finish()
            self._memory = memory.pop_all()

    def _allocate(self, memory: ExitStack) -> Iterator[tuple[str, Allocation]]:
        """An arena of no bytes is given one where it has views, so that these lie somewhere."""
        placed = {e.arena for e in self.sizes.extents.values() if e.offset is not None}
        for arena in self.sizes.arenas.values():
            if arena.bytes > 0 or arena.name in placed:
                made = self._backend.allocate(
                    max(arena.bytes, 1), align=arena.align, memory=arena.memory, name=arena.name
                )
                memory.callback(self._backend.free, made)
                if made.pointer % arena.align:
                    raise ValueError(f"arena {arena.name} is not aligned to {arena.align} bytes")
                yield arena.name, made

    def _start_debugging(self, debug: DebugOptions) -> None:
        from arenagen.runtime.debug.state import Debugged

        memory = self._allocations
        made = Debugged(debug, self.sizes, self._clears(), self._backend, memory)
        self._runs.update(made.changed(self._runs, self._routines()))
        self._debugged = made

    def _looked_at(self) -> tuple[SizesT, object, dict[str, Allocation]]:
        return self.sizes, self._backend, self._allocations

    def _all_views(self) -> dict[str, ArrayT | None]:
        """Views by attribute; extents that the class reaches through methods are left out."""
        return {
            name: self._view(extent)
            for name, extent in self.sizes.extents.items()
            if not hasattr(type(self), name)
        }

    def _view(
        self, extent: ExtentLike, rows: int | None = None, chosen: Sequence[int] = ()
    ) -> ArrayT | None:
        """The view of an extent, or of its first rows in each plane; None where it is absent.

        `chosen` are places in its first dimensions, which the view then lacks.
        """
        self._refuse_if_released()
        if not extent.exists or extent.offset is None:
            return None
        offset, seen = picked(storage(extent, rows), chosen)
        block, place = self._allocations[extent.arena], extent.offset + offset
        logical = extent.dtype if seen.dtype != extent.dtype else ""
        return self._backend.view(block, place, seen.dtype, seen.shape, seen.strides, logical)

    def _carved(self, buffer: str, name: str, **values: int) -> ArrayT | None:
        self._refuse_if_released()
        key = (name, *values.items())
        kept = self._carvings.get(key)
        if kept is not None or key in self._carvings:
            return kept
        carved = self.sizes.carve(buffer, **values).get(name)
        view = None if carved is None else self._view(carved)
        make_room(self._carvings, PASSES_KEPT)
        self._carvings[key] = view
        return view

    def _picked_or_none(self, name: str, *chosen: int) -> ArrayT | None:
        return self._view(self.sizes.extents[name], None, chosen)

    def pointer(self, extent: ExtentLike) -> int:
        """Address of an extent of `sizes`; 0 where nothing is allocated for it."""
        self._refuse_if_released()
        if extent.offset is None:
            return 0
        return self._allocations[extent.arena].pointer + extent.offset

    @property
    def layout_hash(self) -> LayoutHash:
        """Where everything lies, as digests of spec, parameters, offsets and addresses: what a
        captured graph relies on. It is worked out once.
        """
        self._refuse_if_released()
        if self._hash is None:
            pointers = {name: block.pointer for name, block in self._allocations.items()}
            self._hash = layout_hash(self.sizes, self._clears(), self._routines(), pointers)
        return self._hash

    def _prepare(self, *routines: Routine) -> None:
        self._refuse_if_released()
        made = prepared(routines, self.sizes, self._clears(), self._allocations, self._backend)
        self._runs.update(made)

    def _clear(self, routine: Routine, chosen: Chosen, stream: object) -> None:
        try:
            run = self._runs[routine.name]
        except KeyError:
            self._prepare(routine)
            run = self._runs[routine.name]
        run(chosen, stream)

    @abstractmethod
    def _new_pass(self, counts: tuple[int | None, ...]) -> PassT:
        """Views for live counts, one for each axis, None for all rows."""

    def _make_pass(self, key: object, counts: tuple[int | None, ...]) -> PassT:
        """The views for `counts`, kept under `key`."""
        self._refuse_if_released()
        made = self._new_pass(counts)
        make_room(self._passes, PASSES_KEPT)
        self._passes[key] = made
        self._all_passes.add(made)
        return made

    @property
    def released(self) -> bool:
        """Whether the memory has been given back."""
        return self._released

    def release(self) -> None:
        """Gives the memory back. Calling it again does nothing; using a view's name afterwards is a
        ReleasedError.
        """
        if self._released:
            return
        self._released = True
        self._memory.close()

    def _forget(self) -> None:
        """Drops everything that holds on to the memory."""
        for name in self.sizes.extents:
            self.__dict__.pop(name, None)
        for made in self._all_passes:
            made._forget()
        self._debugged = self._printing = None
        for kept in (self._passes, self._carvings, self._runs, self._allocations):
            kept.clear()

    def _refuse_if_released(self) -> None:
        if self._released:
            raise ReleasedError(f"this {type(self).__name__} has been released")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.release()

    def __copy__(self) -> NoReturn:
        raise TypeError(f"an {type(self).__name__} owns its memory and is never copied")

    def __deepcopy__(self, memo: object) -> NoReturn:
        self.__copy__()

    def __reduce__(self) -> NoReturn:
        self.__copy__()

    if not TYPE_CHECKING:

        def __getattr__(self, name):
            """Only reached for names that are not there: the views of a released arena, and
            mistakes.
            """
            state = self.__dict__
            if state.get("_released") and name in state["sizes"].extents:
                self._refuse_if_released()
            raise AttributeError(f"{type(self).__name__} has no attribute {name!r}")
