"""What a routine clears: by class, by name, by section; whole, by rows, or not at all."""

from __future__ import annotations

from tests.builder import buffer, sound


def targets(routine: str, *blocks: str) -> list[tuple[str, str]]:
    """(path, mode) of what the routine `try` clears."""
    found = sound(f"[reset.routines.try]\n{routine}\n", *blocks).elaborated
    assert found is not None
    plan = next(p for p in found.plans if p.routine.name == "try")
    return [(target.node.dotted, target.mode) for target in plan.targets]


ROWS = buffer("rows", 'dtype = "f32"\nrow = [4]\noverread = 8', token_major=True)
TABLE = buffer("table", 'dtype = "f32"\nshape = [4]')
SEATS = buffer("seats", 'dtype = "f32"\naxis = "requests"\nrow = [4]')
KEPT = buffer("kept", 'dtype = "f32"\nshape = [4]', reset="once")


def test_by_class_and_by_name() -> None:
    assert targets('classes = ["step"]', ROWS, TABLE, KEPT) == [
        ("rows", "whole"),
        ("table", "whole"),
    ]
    assert targets('buffers = ["table"]', ROWS, TABLE) == [("table", "whole")]


def test_a_range_of_rows_takes_those_of_its_axis_and_others_whole_or_not() -> None:
    live = 'classes = ["step"]\nrange = "live"\naxis = "tokens"\n'
    assert targets(f'{live}fixed = "skip"', ROWS, TABLE, SEATS) == [("rows", "live")]
    assert targets(f'{live}fixed = "whole"', ROWS, TABLE, SEATS) == [
        ("rows", "live"),
        ("table", "whole"),
        ("seats", "whole"),
    ]


def test_overread_is_cleared_where_there_is_some() -> None:
    assert targets('classes = ["step"]\nrange = "overread"', ROWS, TABLE) == [("rows", "overread")]


def test_padding_that_is_kept_is_left_alone() -> None:
    padding = 'classes = ["step"]\nrange = "padding"\naxis = "requests"\nfixed = "skip"'
    kept = buffer("bounds", 'dtype = "i32"\naxis = "requests"\nrow = []\npad = "keep"')
    assert targets(padding, SEATS, kept) == [("seats", "padding")]


def test_sections_of_another_class_or_value_are_cleared_by_themselves() -> None:
    parts = buffer(
        "parts",
        """\
dtype = "i32"
sections = [
  { name = "a", shape = [4] },
  { name = "b", shape = [4], reset = "none" },
  { name = "c", shape = [4], fill = -1 },
]""",
    )
    assert targets('classes = ["step"]', parts) == [("parts.a", "whole"), ("parts.c", "whole")]


def test_sections_of_one_class_are_cleared_by_themselves_to_values_of_their_own() -> None:
    parts = buffer(
        "parts",
        'dtype = "i32"\nsections = [{ name = "a", shape = [4] }, { name = "b", shape = [4], fill = -1 }]',
    )
    assert targets('classes = ["step"]', parts) == [("parts.a", "whole"), ("parts.b", "whole")]


def test_rows_of_sections_are_those_of_each_section() -> None:
    parts = buffer(
        "parts",
        """\
dtype = "i32"
axis = "requests"
sections = [{ name = "a", row = [] }, { name = "b", shape = [4] }]""",
    )
    single = 'classes = ["step"]\nrange = "rows"\naxis = "requests"\nfixed = "skip"'
    assert targets(single, parts) == [("parts.a", "rows")]


def test_rows_of_a_use_among_others_are_not_those_of_its_section() -> None:
    parts = buffer(
        "parts",
        """\
dtype = "u8"
sections = [{ name = "a", uses = { b = { axis = "tokens", row = [] }, c = { shape = [4] } } }]""",
    )
    live = 'classes = ["step"]\nrange = "live"\naxis = "tokens"\nfixed = "whole"'
    assert targets(live, parts)[-1:] == [("parts", "whole")]


def test_host_memory_is_never_touched() -> None:
    arenas = '[arenas.main]\n[arenas.host]\nmemory = "pinned"\n'
    blocks = [block + f'arena = "{arena}"\n' for block, arena in ((TABLE, "main"), (KEPT, "main"))]
    there = buffer("there", 'dtype = "f32"\nshape = [4]\narena = "host"')
    found = sound(
        arenas,
        *blocks,
        there,
        buffer("base2", 'dtype = "u8"\nshape = [1]\narena = "main"', reset="carried"),
        base=False,
    ).elaborated
    assert found is not None
    (plan,) = found.plans
    assert [target.node.name for target in plan.targets] == ["table", "base2"]
    assert [node.name for node in plan.on_host] == ["there"]
