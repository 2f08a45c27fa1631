"""Sizes of buffers and parts for given values: each rule of an extent with one example."""

from __future__ import annotations

import pytest

from arenagen.api import Given, resolve
from arenagen.resolve import Resolved
from tests.builder import buffer, numbers, refused, sound

Q8 = "[dtypes.q8]\nblock = 32\nbytes = 36\n"


def made(keys: str, *others: str, token_major: bool = False, **params: object) -> Resolved:
    """The buffer `x` with the keys, resolved."""
    blocks = (buffer("x", keys, token_major=token_major), *others)
    return numbers(*blocks, base=True, **params).nodes["x"]


@pytest.mark.parametrize(
    ("keys", "shape", "size"),
    [
        ('dtype = "f32"\nshape = [3, "width"]', (3, 4), 48),
        ('dtype = "f32"\nshape = []', (), 4),
        ('dtype = "bf16"\naxis = "tokens"\nrow = [2, 3]', (10, 2, 3), 120),
        ('dtype = "i64"\naxis = "requests"\nrow = []', (3,), 24),
        ('dtype = "u8"\naxis = "requests"\nrows = "r + 1"\nrow = []', (4,), 4),
        ('dtype = "kv"\nshape = [8]', (8,), 16),
        ('dtype = "i4"\nshape = [8]', (8,), 4),
        ('dtype = "q8"\nshape = [64]', (64,), 72),
        (
            'dtype = "u8"\naxis = "requests"\nplanes = { kv = 2, layer = 5 }\nrow = [7]',
            (2, 5, 3, 7),
            210,
        ),
        ('dtype = "u8"\nplanes = { kv = 2 }\nshape = [7]', (2, 7), 14),
    ],
)
def test_extents(keys: str, shape: tuple[int, ...], size: int) -> None:
    found = made(keys, Q8)
    assert (found.shape, found.bytes) == (shape, size)


@pytest.mark.parametrize(
    ("keys", "row_bytes"),
    [
        ('dtype = "bf16"\nrow = [5]', 10),
        ('dtype = "bf16"\nrow = [5]\nrow_align = 16', 16),
        ('dtype = "i4"\nrow = [7]\nrow_align = 1', 4),
        ('dtype = "i4"\nrow = [7]\nrow_align = 8', 8),
        ('dtype = "q8"\nrow = [33]\nrow_align = 16', 80),
    ],
)
def test_rows_are_as_far_apart_as_they_are_padded(keys: str, row_bytes: int) -> None:
    found = made(keys, Q8, token_major=True)
    assert (found.row_bytes, found.bytes) == (row_bytes, 10 * row_bytes)


def test_behind_the_extent_come_overread_floor_and_rounding_in_this_order() -> None:
    keys = 'dtype = "f32"\nrow = [4]\noverread = 3\nmin_bytes = 170\nsize_multiple = 50'
    found = made(keys, token_major=True)
    assert (found.extent_bytes, found.overread_bytes, found.bytes) == (160, 12, 200)
    assert made(keys, token_major=True, n=1).bytes == 200  # 28 bytes, at least 170, rounded up
    assert (
        made('dtype = "f32"\nrow = [4]\noverread = 3\nmin_bytes = 170', token_major=True).bytes
        == 172
    )


def test_users_take_turns_in_the_bytes_of_the_largest_active_one() -> None:
    keys = """\
[buffers.x.uses]
routed = { dtype = "bf16", row = [4, "width"], when = "moe" }
dense = { dtype = "f32", row = [3] }"""
    assert (made(keys, token_major=True).row_bytes, made(keys, token_major=True).bytes) == (32, 320)
    assert made(keys, token_major=True, moe=False).bytes == 120
    found = numbers(buffer("x", keys, token_major=True), moe=False).nodes
    assert (found["x.routed"].exists, found["x.dense"].shape) == (False, (10, 3))


def test_a_use_with_planes_counts_with_all_of_them() -> None:
    keys = """\
[buffers.x.uses]
plain = { dtype = "u8", row = [5] }
planar = { dtype = "u8", planes = { kv = 2 }, row = [3], reset = "none" }"""
    assert made(keys, token_major=True).row_bytes == 6


def test_a_buffer_reaches_as_far_as_its_furthest_use() -> None:
    keys = '[buffers.x.uses]\na = { dtype = "u8", row = [4] }\nb = { dtype = "u8", row = [4], overread = 9 }'
    assert made(keys, token_major=True).bytes == 49


def test_sections_follow_each_other_at_their_alignment() -> None:
    keys = """\
sections = [
  { name = "ids", dtype = "u8", shape = [3] },
  { name = "scale", dtype = "f32", shape = [2] },
  { gap = 5 },
  { name = "flags", dtype = "u8", shape = ["width"], when = "moe" },
  { name = "last", dtype = "i64", shape = [1], align = 1 },
]"""
    found = numbers(buffer("x", keys)).nodes
    starts = {path: (node.at, node.bytes) for path, node in found.items() if "." in path}
    assert starts == {"x.ids": (0, 3), "x.scale": (4, 8), "x.flags": (17, 4), "x.last": (21, 8)}
    assert found["x"].bytes == 29
    without = numbers(buffer("x", keys), moe=False).nodes
    assert (without["x.last"].at, without["x"].bytes) == (17, 25)


def test_a_gap_with_a_condition_leaves_room_only_then() -> None:
    keys = """\
dtype = "u8"
sections = [{ name = "a", shape = [4] }, { gap = 60, when = "moe" }, { name = "b", shape = [4] }]"""
    assert (made(keys).bytes, made(keys, moe=False).bytes) == (68, 8)


def test_a_part_may_be_placed_in_terms_of_those_before_it() -> None:
    keys = """\
sections = [
  { name = "a", dtype = "u8", shape = ["width"] },
  { name = "b", dtype = "u8", shape = [4], at = "align_up(x.a.end, 32)" },
]"""
    assert numbers(buffer("x", keys), width=33).nodes["x.b"].at == 64


def test_a_stated_size_holds_its_uses_or_they_are_absent() -> None:
    keys = """\
dtype = "u8"
shape = [64]
[buffers.x.uses]
small = { dtype = "f32", shape = [4], at = 16 }
large = { dtype = "f32", shape = ["width"], if_fits = true }"""
    found = numbers(buffer("x", keys), width=17).nodes
    assert (found["x"].bytes, found["x.small"].at) == (64, 16)
    large = found["x.large"]
    assert (large.exists, large.bytes, large.rows, large.shape) == (False, 0, 0, ())


def test_values_for_which_a_use_does_not_fit() -> None:
    keys = 'dtype = "u8"\nshape = [64]\nuses = { large = { shape = ["min(width, 64)"], at = "moe_at" } }\n'
    (fault,) = refused(buffer("x", keys), '[let]\nmoe_at = "64 if moe else 0"\n', width=1)
    assert (fault.code, fault.place.path) == ("AG352", ("buffers", "x", "uses", "large"))


def test_shared_parts_have_the_dtype_and_rows_of_where_they_are_used() -> None:
    gate = buffer("gate", 'dtype = "bf16"\nuses = { a = { row = [4] } }', token_major=True)
    assert made('dtype = "f32"\naxis = "requests"\nuses = "gate"', gate).bytes == 3 * 16


@pytest.mark.parametrize("value", ["bf16", "f8e4m3"])
def test_a_dtype_parameter_decides(value: str) -> None:
    found = made('dtype = "kv"\nrow = [4]', token_major=True, kv=value)
    assert found.dtype is not None
    assert (found.dtype.name, found.row_bytes) == (value, {"bf16": 8, "f8e4m3": 4}[value])


def test_a_flag_is_on_for_the_listed_words_only() -> None:
    loaded = sound(buffer("x", 'dtype = "u8"\nshape = [8]\nwhen = "fast"'))
    for text, there in (("1", True), ("yes", True), ("true", False), ("", False), (" 1", False)):
        found = resolve(loaded, Given(env={"FAST": text}, source="values"))
        assert found.nodes["x"].exists is there
    assert not resolve(loaded, Given(source="values")).nodes["x"].exists
    assert resolve(loaded, Given(flags={"fast": True}, source="values")).nodes["x"].exists
