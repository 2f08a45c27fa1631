"""The names that expressions of a random layout may use, and random expressions over them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

from hypothesis import strategies as st

PLAIN = ("u8", "f32", "bf16", "i32", "i64", "f8e4m3", "bool", "f64", "i8")
PACKED = ("i4", "f4e2m1", "u2")
BLOCK = "blk"
GRANULE = 8
"""A number of elements that fills whole bytes and whole blocks of every type used here."""

_INT_FORMS = (
    "{x} + 1",
    "2 * {x}",
    "max({x}, {y})",
    "min({x}, {y} + 1)",
    "ceil_div({x}, 2)",
    "{x} // 2",
    "align_up({x}, 2)",
    "max({x} - 1, 0)",
    "{x} if {c} else {y}",
    "rung(min({x}, 8), rungs)",
    "{x} % 3",
    "2 * {x} / 2",
)
_BOOL_FORMS = ("{x} > 1", "not {c}", "{c} and {x} > 0", "{c} or {x} == 2", "{x} <= {y}")


@dataclass(frozen=True)
class World:
    """Names by what they stand for. Whole numbers are never negative and at most 3."""

    ints: tuple[str, ...]
    bools: tuple[str, ...]
    dtypes: tuple[str, ...]
    axes: tuple[tuple[str, str], ...]
    """(axis, name of its maximum)."""
    arenas: tuple[tuple[str, str], ...] = ()
    """(name, memory) of the arenas that are declared."""
    tiles: bool = False
    sharing: tuple[str, ...] = ()


@cache
def numbers(world: World) -> st.SearchStrategy[int | str]:
    """A dimension: a literal, a name or a small formula; rarely 0."""
    names = st.sampled_from(world.ints)
    simple = st.integers(1, 3) | names
    return st.one_of(simple, simple, _formula(world, _INT_FORMS), st.just(0))


@cache
def conditions(world: World) -> st.SearchStrategy[str]:
    """A condition: a switch or a small formula."""
    return st.one_of(st.sampled_from(world.bools), _formula(world, _BOOL_FORMS))


@cache
def _formula(world: World, forms: tuple[str, ...]) -> st.SearchStrategy[str]:
    names = st.sampled_from(world.ints)
    return st.builds(
        lambda form, x, y, c: form.format(x=x, y=y, c=c),
        st.sampled_from(forms),
        names,
        names,
        st.sampled_from(world.bools),
    )


@cache
def element_types(world: World) -> st.SearchStrategy[str]:
    """Names of dtypes: built in, declared, or a parameter."""
    return st.sampled_from((*PLAIN, *PACKED, *world.dtypes))


def whole(dtype: str) -> bool:
    """Whether any number of elements fills whole bytes."""
    return dtype in PLAIN


@st.composite
def declarations(draw: st.DrawFn) -> tuple[dict[str, Any], World]:
    """Parameters, flags, constants, derived values, axes, block types; and the world they make."""
    data: dict[str, Any] = {"params": {"n": {"min": 1, "max": 6, "doc": "most tokens"}}}
    ints, bools = ["n"], ["n > 2"]
    axes = {"tokens": "n"}
    if draw(st.booleans()):
        data["params"]["r"] = {"min": 1, "max": 4, "doc": "most requests"}
        axes["requests"] = "r"
    for name in draw(st.lists(st.sampled_from("abc"), unique=True, max_size=3)):
        data["params"][name] = draw(_int_param())
        ints.append(name)
    for name in draw(st.lists(st.sampled_from("pq"), unique=True, max_size=2)):
        data["params"][name] = {"type": "bool", "default": False, "hf": True, "doc": "a switch"}
        bools.append(name)
    if draw(st.booleans()):
        data["flags"] = {"fast": {"env": "FAST", "on": ["1", "yes"], "doc": "another switch"}}
        bools.append("fast")
    data["params"]["kv"] = {"type": "dtype", "values": draw(_type_lists), "doc": "cache element"}
    data["consts"] = {
        "rungs": {"value": [2, 4, 8], "doc": "sizes"},
        "three": {"value": 3, "doc": "3"},
    }
    data["dtypes"] = {BLOCK: draw(_blocks)}
    data["axes"] = {name: {"max": most, "doc": "rows"} for name, most in axes.items()}
    world = World(tuple(ints), tuple(bools), ("kv", BLOCK), tuple(axes.items()))
    if draw(st.booleans()):
        data["let"] = {
            "width": draw(numbers(world)),
            "wide": {"value": draw(conditions(world)), "doc": ""},
        }
        world = World((*ints, "width"), (*bools, "wide"), world.dtypes, world.axes)
    return data, world


_type_lists = st.lists(
    st.sampled_from(("bf16", "f8e4m3", "f32", "i4")), unique=True, min_size=1, max_size=3
)
_blocks = st.sampled_from(
    (
        {"block": 4, "bytes": 6},
        {"block": 2, "bytes": 2},
        {"block": 8, "bytes": 9, "doc": "nine bytes"},
    )
)


def _int_param() -> st.SearchStrategy[dict[str, Any]]:
    return st.sampled_from(
        (
            {"max": 3, "doc": "a size"},
            {"min": 1, "max": 2, "default": 1, "hf": ["width", "text.width"], "doc": "a size"},
            {"values": [0, 3], "doc": "one of two"},
            {"max": 2, "multiple_of": 2, "default": 2, "doc": "an even size"},
        )
    )
