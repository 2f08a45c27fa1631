"""Random extents: leaves with rows or a shape, uses that take turns, sections one after another."""

from __future__ import annotations

from functools import cache
from typing import Any

from hypothesis import strategies as st

from tests.strategies.world import GRANULE, World, conditions, element_types, numbers, whole

Table = dict[str, Any]

_ROWS = (
    ("{m}", None),
    ("{m} + 1", "{a} + 1"),
    ("align_up({m}, 4)", "align_up({a}, 4)"),
    ("max({m}, 4)", None),
    ("2 * {m}", "min(2 * {a}, {m})"),
)
"""Rows of an axis with maximum m, and the live rows for a live count a; both as formulas."""


@cache
def dimensions(world: World, dtype: str, *, padded: bool = False) -> st.SearchStrategy[list[Any]]:
    """Dimensions that fill whole bytes and blocks of a dtype, or that need not because rows are padded."""
    dims = st.lists(numbers(world), max_size=2)
    if whole(dtype) or padded:
        return dims
    last = numbers(world).map(lambda d: f"align_up({d}, {GRANULE})") | st.just(GRANULE)
    return st.tuples(dims, last).map(lambda pair: [*pair[0][:1], pair[1]])


@cache
@st.composite
def rowed(draw: st.DrawFn, world: World, axis: str | None, *, strict: bool = False) -> Table:
    """Keys of something with rows of an axis; with `strict` those that token-major buffers and their uses may have."""
    dtype = draw(element_types(world))
    align = draw(st.none() | st.sampled_from((1, 8, 16))) if dtype != "kv" else 8
    if align == 1 and dtype not in ("u8", "i8", "bool", "i4", "u2", "f4e2m1", "f8e4m3", "f8e8m0"):
        align = 8
    table: Table = {"dtype": dtype, "row": draw(dimensions(world, dtype, padded=align is not None))}
    if align is not None:
        table["row_align"] = align
    if axis is not None and not strict:
        table |= draw(_beyond_rows(world, axis, table))
    if draw(st.booleans()):
        table["overread"] = draw(
            st.sampled_from((GRANULE, 2 * GRANULE, f"{GRANULE} * {world.ints[-1]}"))
        )
    return table


@st.composite
def _beyond_rows(draw: st.DrawFn, world: World, axis: str, table: Table) -> Table:
    """Rows of its own, planes, tiles."""
    keys: Table = {"axis": axis}
    rows, live = draw(st.sampled_from(_ROWS))
    tiled = world.tiles and draw(st.integers(0, 3)) > 0
    if tiled:
        rows, live = draw(st.sampled_from((("align_up({m}, 4)", None), _ROWS[2])))
        keys["tile"] = draw(st.sampled_from(([4, 1], [2, 2])))
        wide = draw(st.sampled_from((2, 8)))
        table["row"] = [
            *table["row"][:-1],
            f"align_up({table['row'][-1] if table['row'] else 1}, {wide})",
        ]
        if not whole(table["dtype"]) and "row_align" not in table:
            table["row"][-1] = GRANULE
    if rows != "{m}":
        keys["rows"] = rows.format(m=dict(world.axes)[axis])
        if live is not None:
            keys["live_rows"] = live.format(m=dict(world.axes)[axis], a=axis)
    if draw(st.booleans()):
        keys["planes"] = draw(planes(world))
    return keys


@cache
def planes(world: World) -> st.SearchStrategy[Table]:
    """Dimensions outside the rows."""
    return st.one_of(
        st.just({"kind": 2}),
        st.fixed_dictionaries({"layer": numbers(world)}),
        st.fixed_dictionaries({"layer": numbers(world), "parity": st.just(2)}),
    )


@cache
@st.composite
def shaped(draw: st.DrawFn, world: World) -> Table:
    """Keys of something without rows."""
    dtype = draw(element_types(world))
    table: Table = {"dtype": dtype, "shape": draw(dimensions(world, dtype))}
    if draw(st.integers(0, 3)) == 3:
        table["planes"] = draw(planes(world))
    return table


@cache
@st.composite
def common(draw: st.DrawFn, world: World) -> Table:
    """Keys that anything may have: a condition, floors, limits."""
    table: Table = {}
    for key, chance, values in (
        ("when", 1, conditions(world)),
        ("min_bytes", 5, st.sampled_from((1, 40, 256))),
        ("size_multiple", 5, st.sampled_from((3, 16))),
        ("align", 5, st.sampled_from((16, 64))),
        ("budget", 8, st.just("100000 * n")),
        ("index", 8, st.sampled_from(("i32", "u32_bytes", "i64"))),
    ):
        if draw(st.integers(0, chance)) == chance:
            table[key] = draw(values)
    if "when" in table and draw(st.booleans()):
        table["required_when"] = "n > 50"
    return table


def _aligned(part: Table) -> Table:
    """A part that asks for no less than the parts in it."""
    if "align" in part and ("uses" in part or "sections" in part):
        part["align"] = 64
    return part


@cache
@st.composite
def uses_of_rows(draw: st.DrawFn, world: World, *, token_major: bool) -> Table:
    """Uses that take turns in the rows of their buffer."""
    found: Table = {}
    for name in draw(st.lists(st.sampled_from(("one", "two", "three")), unique=True, min_size=1)):
        use = draw(rowed(world, None, strict=True)) | draw(common(world))
        if draw(st.integers(0, 3)) == 3:
            use |= {"planes": {"kind": 2}} | ({"reset": "none"} if token_major else {})
        found[name] = use
    return found


@cache
@st.composite
def uses(draw: st.DrawFn, world: World, depth: int = 2) -> Table:
    """Uses of bytes: of any make, at any place."""
    found: Table = {}
    for name in draw(st.lists(st.sampled_from(("one", "two", "three")), unique=True, min_size=1)):
        use = _aligned(draw(anything(world, depth - 1)) | draw(common(world)))
        if draw(st.integers(0, 3)) == 3:
            use["at"] = draw(st.sampled_from((64, 128, "64 * n")))
        found[name] = use
    return found


@cache
@st.composite
def sections(
    draw: st.DrawFn, world: World, depth: int = 2, classes: tuple[str, ...] = ()
) -> list[Table]:
    """Sections and gaps; with classes, some sections have one of their own."""
    found: list[Table] = []
    for name in draw(st.lists(st.sampled_from(("x", "y", "z", "gap")), unique=True, min_size=1)):
        if name == "gap":
            found.append({"gap": draw(numbers(world))} | draw(_only_when(world)))
            continue
        inner = classes if draw(st.booleans()) else ()
        part = _aligned(draw(anything(world, depth - 1, inner)) | draw(common(world)))
        if draw(st.booleans()) and classes:
            part["reset"] = draw(st.sampled_from(classes))
        if part.get("dtype") in _SIGNED and _undivided(part):
            part |= draw(_fills)
        found.append({"name": name, **part})
    if all("gap" in part for part in found):
        found.append({"name": "w", "dtype": "u8", "shape": [3]})
    return found


_SIGNED = ("i32", "i64", "i8", "f32", "bf16", "f64", "f8e4m3", "i4", "f4e2m1")
_fills = st.sampled_from(({}, {}, {"fill": -1}, {"fill": 2}))


@cache
def _only_when(world: World) -> st.SearchStrategy[Table]:
    return st.just({}) | st.fixed_dictionaries({"when": conditions(world)})


@cache
@cache
def anything(world: World, depth: int, classes: tuple[str, ...] = ()) -> st.SearchStrategy[Table]:
    """A part of any make: shape, rows of an axis, and inside that depth again uses or sections."""
    axes = st.sampled_from([axis for axis, _ in world.axes])
    leaves = shaped(world) | axes.flatmap(lambda axis: rowed(world, axis))
    if depth <= 0:
        return leaves
    return st.one_of(
        leaves, leaves, leaves, in_sections(world, depth, classes), in_uses(world, depth)
    )


def _undivided(part: Table) -> bool:
    return "uses" not in part and "sections" not in part


@cache
@st.composite
def in_uses(draw: st.DrawFn, world: World, depth: int = 2) -> Table:
    """Keys of something with uses; what a use has of a dtype may stand around them."""
    found = draw(uses(world, depth))
    return {**draw(_moved_up(list(found.values()), ("dtype",))), "uses": found}


@cache
@st.composite
def in_sections(
    draw: st.DrawFn, world: World, depth: int = 2, classes: tuple[str, ...] = ()
) -> Table:
    """Keys of something with sections; what a section says of dtype and rows may stand around them."""
    found = draw(sections(world, depth, classes))
    simple = all("uses" not in part and "sections" not in part for part in found)
    keys = ("dtype", "axis", "rows", "live_rows") if simple else ("dtype",)
    return {**draw(_moved_up(found, keys)), "sections": found}


@st.composite
def _moved_up(draw: st.DrawFn, parts: list[Table], keys: tuple[str, ...]) -> Table:
    """Takes keys from the first part that has a dtype, for what the parts lie in."""
    owners = [part for part in parts if "dtype" in part and _undivided(part)]
    if not owners or not draw(st.booleans()):
        return {}
    if "axis" in keys and "axis" not in owners[0]:
        keys = ("dtype",)
    return {key: owners[0].pop(key) for key in keys if key in owners[0]}
