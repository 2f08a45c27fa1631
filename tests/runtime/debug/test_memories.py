"""Guards and fingerprints of arenas in every kind of memory, and of gaps that are long."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from arenagen.runtime import DebugOptions
from arenagen.runtime.cuda.backend import CudaBackend
from arenagen.runtime.cuda.probes import SLICE
from arenagen.runtime.numpy_backend import NumpyBackend
from tests.runtime.cuda.fake_device import FakeDevice
from tests.runtime.cuda.test_backend import ALL, Arena
from tests.runtime.layouts import ToyArena, ToySizes

KINDS = ("pinned", "mapped", "host")
FRONT = 64


def sizes(behind: int) -> ToySizes:
    """Buffers with room in front of them and behind."""
    arenas = {"main": ToyArena("main", 512 + FRONT + behind)}
    arenas |= {kind: ToyArena(kind, 128 + FRONT + behind, memory=kind) for kind in KINDS}
    moved = {e.name: replace(e, offset=(e.offset or 0) + FRONT) for e in ALL}
    return ToySizes(moved, arenas, {"tokens": 8})


class Moved(Arena):
    def _clears(self) -> tuple[Any, ...]:
        found = self.sizes.extents
        return tuple(replace(c, extent=found[c.extent.name]) for c in super()._clears())


def both(behind: int) -> tuple[Moved, Moved]:
    options = DebugOptions(names=False)
    device = Moved(sizes(behind), CudaBackend(FakeDevice()), options)
    return device, Moved(sizes(behind), NumpyBackend(), options)


def damage(arena: Moved, name: str, *places: int) -> None:
    for place in places:
        block = arena._allocations[name]
        arena._backend.view(block, place, "u8", (1,), (1,))[:] = 0


def test_every_kind_of_memory_is_looked_at() -> None:
    arena, twin = both(64)
    assert arena.fingerprint() == twin.fingerprint()
    assert arena.check_guards() == twin.check_guards() == ()
    for one in (arena, twin):
        for kind in KINDS:
            damage(one, kind, FRONT - 2, FRONT + 128, FRONT + 133)
    found = arena.check_guards()
    assert found == twin.check_guards()
    assert [(d.arena, d.overrun, d.reach) for d in found] == [
        (kind, overrun, reach) for kind in KINDS for overrun, reach in ((False, 2), (True, 6))
    ]
    arena.host[:] = 5
    assert [d.buffer for d in arena.fingerprint().differences(twin.fingerprint())] == ["host"]


def test_long_gaps_are_looked_at_by_several_blocks() -> None:
    arena, twin = both(3 * SLICE + 5)
    end = FRONT + 384
    for one in (arena, twin):
        damage(one, "main", end + 7, end + SLICE, end + 3 * SLICE + 1)
    (found,) = arena.check_guards()
    assert (found,) == twin.check_guards()
    assert (found.buffer, found.first, found.damaged) == ("other", 7, 3)
    assert found.reach == 3 * SLICE + 2
    assert arena.check_guards() == (found,)


def test_a_guard_that_is_put_right_is_whole_again() -> None:
    arena, _ = both(64)
    memory = arena._backend.view(arena._allocations["main"], FRONT - 1, "u8", (1,), (1,))
    written = int(memory[0])
    memory[0] = 0
    assert [d.buffer for d in arena.check_guards()] == ["hidden"]
    memory[0] = written
    assert arena.check_guards() == ()


def test_an_arena_of_the_host_alone_starts_nothing() -> None:
    given = sizes(64)
    alone = ToySizes({"host": given.extents["host"]}, {"host": given.arenas["host"]}, {"tokens": 8})

    class Alone(Moved):
        def _clears(self) -> tuple[Any, ...]:
            return ()

        def _routines(self) -> tuple[Any, ...]:
            return ()

    device = FakeDevice()
    arena = Alone(alone, CudaBackend(device), DebugOptions(names=False))
    before = len(device.steps)
    assert arena.check_guards() == ()
    damage(arena, "host", 0)
    assert [d.reach for d in arena.check_guards()] == [FRONT]
    assert list(arena.fingerprint().buffers) == ["host"]
    assert device.steps[before:] == [], "only the host looks"
