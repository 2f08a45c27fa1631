"""Presence, places in arenas, totals and twins."""

from __future__ import annotations

from arenagen.resolve import ResolvedLayout
from tests.builder import buffer, numbers, refused


def offsets(resolved: ResolvedLayout) -> dict[str, int | None]:
    return {name: made.offset for name, made in resolved.buffers.items() if name != "base"}


def bytes_of(name: str, size: int, more: str = "", **keys: str) -> str:
    return buffer(name, f'dtype = "u8"\nshape = [{size}]\n{more}', **keys)  # type: ignore[arg-type]


def test_buffers_lie_class_by_class_and_as_declared_within_one() -> None:
    found = numbers(
        bytes_of("a", 10, reset="none"),
        bytes_of("b", 300, reset="step"),
        bytes_of("c", 10, reset="carried"),
        bytes_of("d", 10, reset="step"),
    )
    assert offsets(found) == {"c": 256, "b": 512, "d": 1024, "a": 1280}
    assert found.arenas["main"].bytes == 1290
    assert found.total_bytes == 10 + 10 + 300 + 10 + 10


def test_an_arena_may_keep_the_order_of_the_file() -> None:
    found = numbers(
        '[arenas.main]\norder = "declared"\nalign = 16\nsize_multiple = 64\n',
        bytes_of("a", 10, reset="none"),
        bytes_of("b", 10, reset="carried"),
    )
    assert offsets(found) == {"a": 16, "b": 32}
    assert found.arenas["main"].bytes == 64


def test_a_buffer_may_ask_for_more_alignment_or_less() -> None:
    found = numbers(bytes_of("a", 1, "align = 1024"), bytes_of("b", 1, "align = 1"))
    assert offsets(found) == {"a": 1024, "b": 1025}
    assert found.arenas["main"].base_align == 1024


def test_what_is_absent_takes_nothing_and_its_placeholder_lies_behind_all_others() -> None:
    blocks = (
        bytes_of("a", 10, 'when = "moe"\nplaceholder = 16', reset="carried"),
        bytes_of("b", 10, 'when = "moe"'),
        bytes_of("c", 10, reset="none"),
    )
    assert offsets(numbers(*blocks)) == {"a": 256, "b": 512, "c": 768}
    found = numbers(*blocks, moe=False)
    assert offsets(found) == {"a": 512, "b": None, "c": 256}
    a = found.buffers["a"]
    assert (a.exists, a.bytes, a.shape) == (False, 16, ())
    assert found.total_bytes == 10 + 16 + 10


def test_what_needs_no_bytes_is_absent_although_its_condition_holds() -> None:
    keys = 'dtype = "u8"\nrow = ["width"]\nmin_bytes = 256\nwhen = "moe"\nplaceholder = 32'
    found = numbers(buffer("x", keys, token_major=True), width=0).buffers["x"]
    assert (found.exists, found.bytes) == (False, 32)


def test_parts_of_what_is_absent_are_known_and_absent() -> None:
    keys = 'when = "moe"\nsections = [{ name = "a", dtype = "u8", shape = [4] }]'
    found = numbers(buffer("x", keys), moe=False).nodes
    assert [(path, node.exists, node.offset) for path, node in found.items()][1:] == [
        ("x", False, None),
        ("x.a", False, None),
    ]


def test_parts_lie_in_their_buffer() -> None:
    keys = 'sections = [{ name = "a", dtype = "u8", shape = [4] }, { name = "b", dtype = "i64", shape = [1] }]'
    found = numbers(buffer("x", keys)).nodes
    assert (found["x"].offset, found["x.a"].offset, found["x.b"].offset) == (256, 256, 264)


def test_twins_lie_in_host_memory_in_the_order_of_their_originals() -> None:
    blocks = (
        bytes_of("a", 10, 'mirror = "pinned"', reset="none"),
        bytes_of("b", 10, 'mirror = "pinned"\nwhen = "moe"', reset="step"),
        bytes_of("c", 10, 'mirror = "host"', reset="step"),
    )
    found = numbers(*blocks)
    assert found.twins == {"b": 0, "a": 256, "c": 0}
    assert {name: size.bytes for name, size in found.arenas.items()} == {
        "main": 778,
        "main_pinned": 266,
        "main_host": 10,
    }
    assert found.total_bytes == 40  # the plain sum over buffers, twins left out
    assert numbers(*blocks, moe=False).twins == {"a": 0, "c": 0}


def test_arenas_are_laid_out_apart() -> None:
    found = numbers(
        '[arenas.main]\n[arenas.side]\nalign = 64\nbase_align = 4096\nmemory = "mapped"\n',
        bytes_of("a", 10, 'arena = "main"'),
        bytes_of("b", 10, 'arena = "side"'),
        bytes_of("c", 10, 'arena = "side"'),
        base=False,
    )
    assert offsets(found) == {"a": 0, "b": 0, "c": 64}
    assert {name: (a.bytes, a.base_align) for name, a in found.arenas.items()} == {
        "main": (10, 256),
        "side": (74, 4096),
    }


def test_a_budget_may_be_reached_and_not_exceeded() -> None:
    block = bytes_of("a", 200, 'budget = "10 * n"')
    assert numbers(block, n=20).buffers["a"].bytes == 200
    (fault,) = refused(block, n=19)
    assert (fault.code, fault.place.path) == ("AG504", ("buffers", "a", "budget"))
    assert "10 over its budget of 190" in fault.message


def test_a_budget_names_the_section_that_crosses_it() -> None:
    keys = """\
budget = 12
dtype = "u8"
sections = [{ name = "a", shape = [8] }, { name = "b", shape = ["width"] }]"""
    (fault,) = refused(buffer("x", keys), width=5)
    assert fault.hint is not None
    assert "`x.b`" in fault.hint
