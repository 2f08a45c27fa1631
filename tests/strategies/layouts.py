"""Whole random layouts: declarations, arenas, classes, routines, buffers, and what is stated about them."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from tests.strategies.buffers import CLEARED, buffers
from tests.strategies.world import World, conditions, declarations

Table = dict[str, Any]

_NAMES = ("hidden", "scores", "cache", "scratch", "table")

_CLASSES: Table = {
    "carried": {"doc": "carries state", "stale_read": True},
    "step": {"doc": "holds one pass", "stale_read": True},
    "once": {"doc": "set once", "cleared": "create", "keep": True},
    "none": {"doc": "written before read", "cleared": "never"},
}

_PHASES = ("prefill", "decode", "load", "serve")

_ARENAS: Table = {
    "main": {},
    "side": {"align": 64, "order": "declared", "size_multiple": 512, "budget": "1000000 * n"},
    "staging": {"memory": "pinned", "align": 16, "base_align": 4096, "doc": "on the host"},
}


@st.composite
def layouts(draw: st.DrawFn, *, most_buffers: int = 4) -> Table:
    """A sound layout as TOML data.

    The buffer `first`, always there, has rows of tokens with an overread; `second` rows of requests where there is that
    axis: each routine has something to clear.
    """
    declared, world = draw(declarations())
    arenas = draw(st.sampled_from(({}, {"main": {"align": 32}}, _ARENAS)))
    found = tuple((name, table.get("memory", "device")) for name, table in arenas.items())
    tiles = draw(st.booleans())
    world = World(
        world.ints, world.bools, world.dtypes, world.axes, found if len(found) > 1 else (), tiles
    )
    made = _anchors(world)
    names = draw(st.lists(st.sampled_from(_NAMES), unique=True, max_size=most_buffers))
    for name in names:
        made[name] = draw(buffers(world))
        if draw(st.booleans()):
            _place_last(name, made[name])
    made |= draw(_shared(made))
    data = {
        "arenagen": 1,
        "layout": {"name": "random", "doc": "A random layout."},
        **declared,
        **({"arenas": arenas} if arenas else {}),
        "reset": {"classes": _CLASSES, "routines": draw(_routines(world, made))},
        "buffers": made,
    }
    return data | draw(_statements(world, made)) | draw(_phases(made))


def _anchors(world: World) -> Table:
    arena = {"arena": "main"} if world.arenas else {}
    rows = {"dtype": "u8", "row": [3], "overread": 8, "size_multiple": 16, "doc": "Rows.", **arena}
    found: Table = {"first": {**rows, "token_major": True, "reset": "carried"}}
    if "requests" in dict(world.axes):
        found["second"] = {**rows, "token_major": False, "axis": "requests", "reset": "step"}
    return found


@st.composite
def _phases(draw: st.DrawFn, made: Table) -> Table:
    """Phases in which uses take turns, and in which other buffers are written."""
    if not draw(st.booleans()):
        return {}
    for table in made.values():
        parts = table.get("uses", {})
        if isinstance(parts, dict) and parts:
            for use, phase in zip(parts.values(), _PHASES, strict=False):
                use["phase"] = [phase]
        elif draw(st.booleans()) and not isinstance(parts, str):
            table |= {"phase": ["prefill"], "live_in": ["serve"]}
    return {"phases": {"names": list(_PHASES), "concurrent": [["load", "serve"]]}}


def _place_last(name: str, table: Table) -> None:
    """Puts the last section behind all others by their ends, if no sections have classes of their own."""
    parts = table.get("sections", [])
    named = [part for part in parts if "name" in part]
    if len(named) < 3 or "uses" in named[-1] or any(_has_class(part) for part in named):
        return
    ends = ", ".join(f"{name}.{part['name']}.end" for part in named[:-1])
    named[-1]["at"] = f"align_up(max({ends}), 64)"


def _has_class(part: Table) -> bool:
    return "reset" in part or any(_has_class(inner) for inner in part.get("sections", []))


_SHARED_KEYS = ("token_major", "axis", "rows", "live_rows", "dtype", "arena", "doc")


@st.composite
def _shared(draw: st.DrawFn, made: Table) -> Table:
    """A buffer that shares the parts of another one."""
    owners = [
        (name, kind) for name, t in made.items() for kind in ("uses", "sections") if kind in t
    ]
    owners = [
        (name, kind)
        for name, kind in owners
        if not made[name]["token_major"] and "shape" not in made[name]
    ]
    if not owners or not draw(st.booleans()):
        return {}
    name, kind = draw(st.sampled_from(owners))
    kept = {k: v for k, v in made[name].items() if k in _SHARED_KEYS}
    return {
        "echo": {**kept, kind: name, "reset": "none" if kind == "uses" else made[name]["reset"]}
    }


@st.composite
def _routines(draw: st.DrawFn, world: World, made: Table) -> Table:
    """One that clears all that must be cleared, and others of any range."""
    found: Table = {"clear_all": {"classes": list(CLEARED)}}
    ranges = ["whole", "live", "overread", *([] if _taking_turns(made) else ["padding"])]
    ranges += [] if world.tiles or _taking_turns(made) else ["rows"]
    for i, kind in enumerate(draw(st.lists(st.sampled_from(ranges), max_size=3))):
        classes = draw(st.sampled_from((["carried", "step"], ["carried"], ["step"])))
        routine: Table = {"classes": classes, "range": kind, "doc": "Now and then."}
        if kind in ("live", "padding", "rows"):
            routine |= {
                "axis": draw(st.sampled_from([axis for axis, _ in world.axes])),
                "fixed": draw(_fixed),
            }
        anchor = "second" if routine.get("axis") == "requests" else "first"
        if made[anchor]["reset"] not in classes:
            routine["buffers"] = [anchor]
        found[f"clear_{i}"] = routine
    return found


def _taking_turns(made: Table) -> bool:
    """Whether uses take turns in rows: rows of different sizes that are not the first cannot be cleared."""
    return any("uses" in t and (t["token_major"] or "axis" in t) for t in made.values())


_fixed = st.sampled_from(("whole", "skip"))


@st.composite
def _statements(draw: st.DrawFn, world: World, made: Table) -> Table:
    """What holds whatever the values are; views; groups."""
    data: Table = {}
    names = sorted(made)
    one = draw(st.sampled_from(names))
    if draw(st.booleans()):
        data["require"] = {
            "sized": {"that": f"{one}.bytes >= 0", "doc": "of course"},
            "sound": {
                "that": f"{one}.end == {one}.at + {one}.bytes or not {one}.exists",
                "doc": "its end",
            },
        }
    if draw(st.booleans()):
        data["laws"] = {
            "counted": {
                "forall": {"i": [0, "n"]},
                "that": f"i <= n and {one}.rows >= 0",
                "when": draw(conditions(world)),
                "doc": "counts",
            }
        }
    if draw(st.booleans()):
        data["groups"] = {"all": {"first": next(iter(made)), "doc": "all of them"}}
    if draw(st.booleans()):
        data["assume"] = {"known": {"that": "n <= 6", "reason": "its domain"}}
    planar = [name for name in names if "planes" in made[name]]
    if draw(st.booleans()) and planar:
        of = draw(st.sampled_from(planar))
        data["views"] = {
            "slice": {"of": of, "at": list(made[of]["planes"])[:1], "doc": "one plane"}
        }
    return data
