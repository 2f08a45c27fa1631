"""Long layouts in many files: a new buffer changes its own part and, at most, the index."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arenagen.emit.split import Block, Part, split, total_lines
from tests.python_target.packages import files_of, imported
from tests.strategies import compiled

names = st.lists(st.text("abcdef", min_size=1, max_size=6), unique=True, min_size=2, max_size=60)


def blocks(found: list[str], lines: int = 4) -> list[Block]:
    return [Block(name, "", "\n" * (lines - 1)) for name in found]


@given(names, st.integers(10, 60))
def test_parts_hold_everything_in_order_and_fit(found: list[str], room: int) -> None:
    whole = blocks(found)
    parts = split(whole, room)
    assert [block for part in parts for block in part.blocks] == whole
    assert all(total_lines(part.blocks) <= room for part in parts)


def with_new(found: list[str], place: int, room: int) -> tuple[set[Part], set[Part]]:
    """Parts that go and that come when a block is put in."""
    grown = [*found[:place], f"new_{place}", *found[place:]]
    before, after = split(blocks(found), room), split(blocks(grown), room)
    return set(before) - set(after), set(after) - set(before)


@given(names, st.data())
def test_a_new_block_is_put_into_parts_and_nothing_is_lost(
    found: list[str], data: st.DataObject
) -> None:
    gone, made = with_new(found, data.draw(st.integers(0, len(found))), 40)
    assert sum(len(part.blocks) for part in made) == sum(len(part.blocks) for part in gone) + 1


def test_a_new_block_nearly_always_changes_one_part() -> None:
    found = [f"buffer_{i}" for i in range(400)]
    changed = [len(with_new(found, place, 200)[0]) for place in range(401)]
    assert sum(count <= 1 for count in changed) >= 0.95 * len(changed)


def test_groups_come_first_and_name_their_parts() -> None:
    found = [Block(f"{group}{i}", group, "\n\n") for group in "ab" for i in range(3)]
    assert [part.name for part in split(found, 15)] == ["a_a0", "b_b0"]
    assert [part.name for part in split(found[:1], 2)] == ["a_a0"], "longer than the room by itself"


def layout(buffers: list[str]) -> dict[str, Any]:
    """Many buffers of two groups."""
    return {
        "arenagen": 1,
        "layout": {"name": "many", "doc": "Many buffers."},
        "params": {"n": {"min": 1, "max": 64, "doc": "rows"}},
        "axes": {"tokens": {"max": "n"}},
        "reset": {
            "classes": {"step": {"doc": "holds one pass"}},
            "routines": {"zero": {"classes": ["step"]}},
        },
        "groups": {"early": {"first": buffers[0]}, "late": {"first": buffers[len(buffers) // 2]}},
        "buffers": {
            name: {
                "dtype": "f32",
                "token_major": True,
                "row": [8],
                "reset": "step",
                "doc": f"Rows of {name}.",
            }
            for name in buffers
        },
    }


@pytest.mark.parametrize("place", [1, 100, 399])
def test_adding_a_buffer_changes_one_part_and_the_index(place: int) -> None:
    before = [f"buffer_{i}" for i in range(400)]
    old = files_of(compiled(layout(before)))
    after = [*before[:place], "a_new_one", *before[place:]]
    # the groups must begin where they did
    new_layout = layout(before)
    new_layout["buffers"] = layout(after)["buffers"]
    new = files_of(compiled(new_layout))
    for kind in ("sizes", "views", "resets"):
        changed = {
            name
            for name in {*old, *new}
            if name.startswith(kind) and old.get(name) != new.get(name)
        }
        assert len(changed - {f"{kind}.py"}) in (1, 2), (
            "one part, or the two that it is divided into"
        )
    others = {name for name in {*old, *new} if old.get(name) != new.get(name)}
    assert all(name.split("_")[0].split(".")[0] in ("sizes", "views", "resets") for name in others)


def test_split_files_are_short_and_work() -> None:
    loaded = compiled(layout([f"buffer_{i}" for i in range(900)]))
    files = files_of(loaded, max_lines=300)
    assert max(text.count("\n") for text in files.values()) <= 300
    package = imported(loaded, max_lines=300)
    sizes = package.Sizes(package.Params(n=4))
    assert sizes.total_bytes == 900 * 4 * 32
    package.verify_layout(sizes)
    with package.Arena.allocate(package.Params(n=4)) as arena:
        arena.zero()
        assert arena.buffer_899.shape == (4, 8)
        assert float(arena.buffer_0.sum() + arena.buffer_899.sum()) == 0


@pytest.mark.slow
def test_very_many_parts_are_gathered_by_indexes_between() -> None:
    loaded = compiled(layout([f"buffer_{i}" for i in range(2000)]))
    files = files_of(loaded, max_lines=300)
    assert max(text.count("\n") for text in files.values()) <= 300
    assert any(name.startswith("sizes_from_") for name in files)
    package = imported(loaded, max_lines=300)
    sizes = package.Sizes(package.Params(n=1))
    assert list(sizes.buffers) == [f"buffer_{i}" for i in range(2000)]
    assert len(list(package.sub("resets").clears(sizes))) == 2000
    with package.Arena.allocate(package.Params(n=1)) as arena:
        assert arena.at(tokens=1).buffer_1999.shape == (1, 8)
