"""A captured graph is replayed only on arenas that look as they did."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from arenagen.runtime import GuardedReplay, LayoutChangedError, RecordingBackend, ReleasedError
from arenagen.runtime.recording import FIRST_ADDRESS
from tests.python_target.packages import shipped_package
from tests.python_target.values import LLAMA
from tests.runtime.test_arena import HIDDEN, Arena, sizes


def arena_at(first: int, **changes: Any) -> Arena:
    found = sizes()
    found.extents["hidden"] = replace(HIDDEN, **changes)
    return Arena(found, RecordingBackend(_next=first))


def test_equal_arenas_at_equal_addresses_have_equal_hashes() -> None:
    one, two = arena_at(FIRST_ADDRESS).layout_hash, arena_at(FIRST_ADDRESS).layout_hash
    assert one == two
    assert str(one) == str(two)
    assert one.differences(two) == ()


@pytest.mark.parametrize(
    ("changes", "parts"),
    [
        ({"offset": 16}, ("offsets",)),
        ({"dtype": "f16"}, ("offsets",)),
        ({"overread": 8}, ("offsets",)),
        ({"live": lambda n: n // 2}, ("offsets",)),
        ({"axis": "requests"}, ("spec",)),
        ({"exists": False}, ("spec",)),
    ],
)
def test_what_changes_is_named(changes: dict[str, Any], parts: tuple[str, ...]) -> None:
    before, after = arena_at(FIRST_ADDRESS).layout_hash, arena_at(FIRST_ADDRESS, **changes)
    assert before.differences(after.layout_hash) == parts
    assert str(before) != str(after.layout_hash)


def test_an_arena_at_another_address_differs_in_its_base_alone() -> None:
    one, two = arena_at(FIRST_ADDRESS), arena_at(2 * FIRST_ADDRESS)
    assert one.layout_hash.differences(two.layout_hash) == ("base",)


def test_parameters_of_generated_packages_are_covered() -> None:
    package = shipped_package("llama")

    def hash_of(**changes: Any) -> Any:
        params = package.Params(**{**LLAMA, **changes})
        return package.Arena.allocate(params, backend=RecordingBackend()).layout_hash

    assert hash_of() == hash_of()
    found = hash_of().differences(hash_of(max_batch_size=LLAMA["max_batch_size"] + 1))
    assert "parameters" in found
    assert "offsets" in found
    assert "spec" not in found


def test_a_replay_is_refused_on_an_arena_that_differs() -> None:
    calls: list[object] = []
    arena = arena_at(FIRST_ADDRESS)
    replay = GuardedReplay(lambda stream=None: calls.append(stream), arena)
    replay(arena)
    replay(arena_at(FIRST_ADDRESS), stream="s")
    assert calls == [None, "s"]
    with pytest.raises(LayoutChangedError, match="captured on another arena: base differ"):
        replay(arena_at(2 * FIRST_ADDRESS))
    with pytest.raises(LayoutChangedError, match="captured on another arena: offsets differ"):
        replay(arena_at(FIRST_ADDRESS, offset=16))
    with pytest.raises(LayoutChangedError, match="captured on 1 arenas, asked to replay on 0"):
        replay()
    arena.release()
    with pytest.raises(ReleasedError):
        replay(arena)
    assert len(calls) == 2
