"""What parts take from what they lie in, what they share, and the references that lead nowhere."""

from __future__ import annotations

import pytest

from arenagen.api import load
from arenagen.elaborate import Elaborated
from arenagen.expressions import Name, to_text
from tests.builder import buffer, errors, layout, sound

X = ("buffers", "x")


def tree(*blocks: str) -> Elaborated:
    found = sound(*blocks).elaborated
    assert found is not None
    return found


def test_parts_take_dtype_axis_rows_and_conditions_from_around_them() -> None:
    found = tree(
        buffer(
            "x",
            """\
dtype = "f32"
axis = "requests"
rows = "r + 1"
live_rows = "requests + 1"
when = "moe"
sections = [
  { name = "a", row = [2] },
  { name = "b", dtype = "u8", axis = "tokens", row = [], when = "width > 0" },
]""",
        )
    )
    a, b = found.by_path["x.a"], found.by_path["x.b"]
    assert (a.dtype, a.axis, to_text(a.rows), to_text(a.live_rows)) == (  # type: ignore[arg-type]
        "f32",
        "requests",
        "r + 1",
        "requests + 1",
    )
    assert (b.dtype, b.axis, b.rows, b.live_rows) == ("u8", "tokens", Name(("n",)), None)
    assert [to_text(guard) for guard in b.guards] == ["moe", "width > 0"]


def test_live_rows_belong_to_the_rows_they_are_stated_with() -> None:
    keys = """\
dtype = "f32"
axis = "requests"
rows = "r + 1"
live_rows = "requests + 1"
sections = [{ name = "a", row = [] }, { name = "b", rows = "2 * r", row = [] }]"""
    found = tree(buffer("x", keys))
    assert found.by_path["x.a"].live_rows is not None
    assert found.by_path["x.b"].live_rows is None


def test_the_rows_of_a_token_major_buffer_are_tokens() -> None:
    node = tree(buffer("x", 'dtype = "f32"\nrow = [4]', token_major=True)).by_path["x"]
    assert (node.axis, node.rows, node.rowed) == ("tokens", Name(("n",)), True)


def test_paths_and_identifiers() -> None:
    found = tree(
        buffer(
            "scratch",
            "[buffers.scratch.uses.decode]\nsections = [{ name = 'ids', shape = [4], dtype = 'i32' }]",
        )
    )
    node = found.by_path["scratch.decode.ids"]
    assert (node.identifier, node.name, node.buffer) == ("scratch_decode_ids", "ids", "scratch")
    assert node.where == (*("buffers", "scratch"), "uses", "decode", "sections", 0)


def test_shared_parts_are_copied_and_point_to_where_they_are_written() -> None:
    found = tree(
        buffer("up", 'dtype = "bf16"\nuses = "gate"', token_major=True),
        buffer("gate", 'dtype = "f32"\nuses = { a = { row = [4] } }', token_major=True),
    )
    copy = found.by_path["up.a"]
    assert copy.dtype == "bf16"  # of what it lies in here, not there
    assert copy.where == ("buffers", "gate", "uses", "a")


def test_sections_have_the_class_of_their_buffer_unless_they_say_another() -> None:
    found = tree(
        buffer(
            "x",
            'dtype = "u8"\nsections = [{ name = "a", shape = [4] }, { name = "b", shape = [4], reset = "none" }]',
        )
    )
    assert [found.by_path[path].reset for path in ("x.a", "x.b")] == ["step", "none"]


def test_alignment_is_what_elements_and_parts_need() -> None:
    found = tree(
        buffer(
            "x",
            'uses = { a = { dtype = "i64", shape = [2] }, b = { dtype = "u8", shape = [2], align = 32 } }',
        )
    )
    assert [found.by_path[path].align for path in ("x.a", "x.b", "x")] == [8, 32, 32]


def test_a_dtype_parameter_stands_for_all_its_values() -> None:
    node = tree(buffer("x", 'dtype = "kv"\nshape = [4]')).by_path["x"]
    assert [dtype.name for dtype in node.dtypes] == ["bf16", "f8e4m3"]


@pytest.mark.parametrize(
    ("keys", "code", "where", "hint"),
    [
        ('dtype = "bf61"\nshape = [4]', "AG211", "dtype", "did you mean `bf16`?"),
        ('dtype = "f32"\naxis = "token"\nrow = [4]', "AG210", "axis", "did you mean `tokens`?"),
        ('dtype = "f32"\nshape = [4]\narena = "mian"', "AG216", "arena", "did you mean `main`?"),
        ('uses = "bsae"', "AG213", "uses", "did you mean `base`?"),
        ('uses = "base"', "AG213", "uses", None),
    ],
)
def test_references_that_lead_nowhere(keys: str, code: str, where: str, hint: str | None) -> None:
    (fault,) = errors(buffer("x", keys))
    assert (fault.code, fault.place.path) == (code, (*X, where))
    assert fault.hint == hint


def test_an_undeclared_axis_is_reported_once_for_a_buffer_and_its_parts() -> None:
    text = layout(
        buffer(
            "x", 'dtype = "f32"\naxis = "beams"\nuses = { a = { row = [4] }, b = { row = [8] } }'
        )
    )
    report = load(text).report
    assert [d.code for d in report.errors] == ["AG210"]


def test_a_token_major_buffer_with_rows_of_its_own_still_needs_the_axis() -> None:
    text = layout(buffer("x", 'dtype = "f32"\nrows = 4\nrow = [4]', token_major=True), base=False)
    report = load(text.replace('tokens = { max = "n" }\n', "")).report
    assert ("AG210", (*X, "token_major")) in [(d.code, d.place.path) for d in report.errors]


def test_parts_that_contain_themselves() -> None:
    faults = errors(buffer("x", 'uses = "y"'), buffer("y", 'uses = "x"'))
    assert {fault.code for fault in faults} == {"AG212"}


def test_names_of_one_namespace_are_declared_once() -> None:
    (fault,) = errors(buffer("width", 'dtype = "f32"\nshape = [4]'))
    assert (fault.code, fault.place.path) == ("AG203", ("buffers", "width"))
    assert fault.also[0].place.path == ("params", "width")


def test_derived_values_that_use_each_other() -> None:
    (fault,) = errors('[let]\na = "b + 1"\nb = "c"\nc = "a"\nd = "a"\n')
    assert fault.code == "AG202"
    assert "a -> b -> c -> a" in fault.message
    assert fault.place.path[:2] == ("let", "a")


def test_derived_values_may_be_declared_in_any_order() -> None:
    found = tree('[let]\na = "b + 1"\nb = "2 * n"\n', buffer("x", 'dtype = "u8"\nshape = ["a"]'))
    assert list(found.scope.definitions) == ["b", "a"]


def test_groups_are_runs_of_buffers() -> None:
    found = tree(
        *(buffer(name, 'dtype = "u8"\nshape = [4]') for name in "abc"),
        '[groups]\nfront = { first = "a" }\nback = { first = "c" }\n',
    )
    assert found.group_of == {"a": "front", "b": "front", "c": "back"}
