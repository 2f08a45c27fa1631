"""Guards, poison and fingerprints of random layouts and values, against every byte on its own."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from arenagen.runtime import DebugOptions
from arenagen.runtime.debug.pieces import buffers_of, pieces_of
from arenagen.runtime.debug.records import RECORD, joined
from tests.python_target.packages import imported
from tests.runtime.debug.model import memory_of, owners, poisoned, rows_of, snapshot
from tests.runtime.debug.slow_record import slow_record
from tests.strategies import asked, compiled, layouts, values_for

MOST = 1 << 20
few = settings(max_examples=12)


def drawn(data: st.DataObject, layout: dict[str, Any], options: DebugOptions, *classes: str) -> Any:
    """An arena of a random layout, which poisons those of the classes that it has."""
    package = imported(compiled(layout))
    try:
        sizes = package.sizes(data.draw(values_for(layout), label="values"))
    except ValueError:
        assume(False)
    assume(sum(arena.bytes for arena in sizes.arenas.values()) < MOST)
    known = {clear.reset for clear in package.sub("resets").clears(sizes)}
    options = replace(options, poison_classes=tuple(sorted(known.intersection(classes))))
    return package.Arena.allocate(sizes.params, sizes.flags, debug=options)


@few
@given(layouts(), st.integers(1, 300), st.data())
def test_guards_see_every_byte_between_buffers(
    layout: dict[str, Any], guards: int, data: st.DataObject
) -> None:
    arena = drawn(data, layout, DebugOptions(guards=guards, names=False))
    sizes, memory = arena.sizes, memory_of(arena)
    owned = owners(sizes)
    for extent in buffers_of(sizes):
        start, end = extent.offset, extent.offset + extent.bytes
        assert start % extent.align == 0
        assert set(owned[extent.arena][max(start - guards, 0) : start]) <= {""}
        assert start >= guards
        assert owned[extent.arena][end : end + guards] == [""] * guards
    for name, block in memory.items():
        for i, owner in enumerate(owned[name]):
            if owner:
                block[i] ^= 0xFF
    assert arena.check_guards() == (), "writing into buffers harms no guard"
    name = data.draw(st.sampled_from(sorted(memory)), label="arena")
    places = [i for i, owner in enumerate(owned[name]) if not owner]
    hit = data.draw(st.sets(st.sampled_from(places), min_size=1, max_size=5), label="hit")
    for i in hit:
        memory[name][i] ^= data.draw(st.integers(1, 255))
    found = arena.check_guards()
    assert sum(damage.damaged for damage in found) == len(hit)
    for damage in found:
        near = [i for i in hit if between(owned[name], i) == (damage.after, damage.before)]
        assert damage.arena == name
        assert damage.damaged == len(near)
        ends = [i for i, owner in enumerate(owned[name]) if owner and owner == damage.buffer]
        edge = max(ends) if damage.overrun else min(ends)
        assert damage.reach == max(abs(i - edge) for i in near)
        assert damage.nearest == min(abs(i - edge) for i in near)


def between(owned: list[str], place: int) -> tuple[str, str]:
    first, last = place, place
    while first >= 0 and not owned[first]:
        first -= 1
    while last < len(owned) and not owned[last]:
        last += 1
    return (owned[first] if first >= 0 else "", owned[last] if last < len(owned) else "")


@few
@given(layouts(), st.data())
def test_poison_is_in_every_buffer_and_before_routines(
    layout: dict[str, Any], data: st.DataObject
) -> None:
    chosen = ("none", "step")
    arena = drawn(data, layout, DebugOptions(names=False), *chosen)
    sizes, memory = arena.sizes, memory_of(arena)
    made = poisoned(sizes, buffers_of(sizes))
    created = {
        (c.extent.arena, i)
        for c in arena._clears()
        if c.extent.exists and "on create" in c.routines
        for i in range(c.extent.offset, c.extent.offset + c.extent.bytes)
    }
    for (name, i), wanted in made.items():
        assert (name, i) in created or memory[name][i] in wanted
    assert arena.check_guards() == ()
    for plan in arena._routines():
        for block in memory.values():
            block[:] = 0x11
        told: tuple[Any, ...] = ()
        if plan.axis:
            call = data.draw(asked(sizes.axes[plan.axis]), label=plan.name)
            told = {"live": (call.live,), "padding": (call.live, call.padded), "rows": call.rows}[
                plan.mode
            ]
        arena._clear(plan, told, None)
        units = [c.extent for c in arena._clears() if c.reset in chosen and c.extent.exists]
        again = poisoned(sizes, units)
        written = {
            (fill.arena, i): fill.pattern[(i - fill.offset) % len(fill.pattern)]
            for fill in plan.ranges(sizes, arena._clears(), told)
            for i in range(fill.offset, fill.end)
        }
        for name, block in memory.items():
            for i, byte in enumerate(block.tolist()):
                if (name, i) in written:
                    assert byte == written[name, i]
                else:
                    assert byte in again.get((name, i), {0x11})


@few
@given(layouts(), st.data())
def test_rows_beyond_the_live_ones_are_poisoned(
    layout: dict[str, Any], data: st.DataObject
) -> None:
    arena = drawn(data, layout, DebugOptions(names=False))
    sizes, memory = arena.sizes, memory_of(arena)
    units = [c.extent for c in arena._clears() if not c.kept and c.extent.exists]
    for axis, most in sizes.axes.items():
        count = data.draw(st.integers(0, most), label=axis)
        for block in memory.values():
            block[:] = 0x11
        arena.poison_beyond(**{axis: count})
        may: set[tuple[str, int]] = set()
        for extent in units:
            for piece in pieces_of(extent, sizes):
                part = sizes.extents.get(piece.part)
                if part is not None and part.axis == axis and part.counted:
                    live = count if part.live is None else part.live(count)
                    live += -live % part.tile
                    may |= rows_of(part, set(range(live, part.rows)))
        for name, block in memory.items():
            for i, byte in enumerate(block.tolist()):
                assert (byte != 0x11) == ((name, i) in may)


@few
@given(layouts(), st.data())
def test_fingerprints_name_the_buffer_and_the_rows_that_changed(
    layout: dict[str, Any], data: st.DataObject
) -> None:
    guards = data.draw(st.sampled_from([0, 100]))
    arena = drawn(data, layout, DebugOptions(guards=guards, names=False))
    sizes, memory = arena.sizes, memory_of(arena)
    before = arena.fingerprint()
    raw = snapshot(memory)
    covered = [0] * len(before.plan.pieces)
    at = 0
    for p, (piece, chunks) in enumerate(zip(before.plan.pieces, before.plan.chunks, strict=True)):
        for chunk in chunks:
            start = piece.offset + chunk.offset
            text = raw[piece.arena][start : start + chunk.bytes].tobytes()
            assert before.records[at : at + RECORD.size] == slow_record(text, piece.dtype)
            assert chunk.offset == covered[p]
            covered[p] += chunk.bytes
            at += RECORD.size
        assert covered[p] == piece.bytes
    assert {n: b.bytes for n, b in before.buffers.items()} == {
        e.name: e.bytes for e in buffers_of(sizes)
    }
    extent = data.draw(st.sampled_from(buffers_of(sizes)), label="buffer")
    place = extent.offset + data.draw(st.integers(0, extent.bytes - 1), label="byte")
    memory[extent.arena][place] ^= 1
    after = arena.fingerprint()
    assert before != after
    (found,) = before.differences(after)
    assert found.buffer == extent.name
    start = sizes.extents[found.part].offset if found.part else 0
    if found.part:
        assert found.first <= place - start < found.end
    if found.rows is not None:
        part = sizes.extents[found.part]
        row = (place - part.offset) // part.row_bytes % part.rows
        assert found.rows[0] <= row < found.rows[1]
    changed = {n for n, b in after.buffers.items() if b.hash != before.buffers[n].hash}
    assert changed == {extent.name}
    memory[extent.arena][place] ^= 1
    assert arena.fingerprint() == before


def test_a_hash_of_hashes_depends_on_their_order() -> None:
    assert joined([1, 2]) != joined([2, 1])
    assert joined([1]) != joined([1, 1])
