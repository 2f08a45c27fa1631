"""Layouts made from the records of the language's keys: most values have the kind that is due, few have a meaning."""

from __future__ import annotations

from random import Random
from typing import Any

import arenagen.model as model
from arenagen.model import keys
from arenagen.model.keys import Kind, keys_of
from tests.fuzz.words import NUMBERS, TEXTS, WORDS, anything, number, truth

_REFERENCES: dict[str, tuple[str, ...]] = {
    "dtype": ("f32", "u8", "bf16", "i64", "i4", "blk", "kv", "f8e8m0"),
    "axis": ("tokens", "requests", "tokens"),
    "reset": ("step", "none"),
    "classes": ("step",),
    "arena": ("main",),
    "buffers": ("x",),
    "first": ("x", "y"),
    "carve": ("n", "b"),
    "phase": ("decode", "prefill"),
    "live_in": ("decode",),
    "names": ("decode", "prefill"),
    "of": ("x", "y", "x.a"),
    "uses": ("x", "y"),
    "sections": ("x", "y"),
    "at": ("layer", "kind", "tokens"),
}
"""What the keys that name something usually name."""

_BASE: dict[str, Any] = {
    "arenagen": 1,
    "layout": {"name": "fuzz", "doc": ""},
    "params": {
        "n": {"max": 9, "doc": ""},
        "a": {"min": 1, "max": 2**40, "doc": ""},
        "p": {"type": "bool", "doc": ""},
        "kv": {"type": "dtype", "values": ["bf16", "i4"], "doc": ""},
    },
    "flags": {"fast": {"env": "FAST", "on": ["1"], "doc": ""}},
    "consts": {"rungs": {"value": [2, 4, 8], "doc": ""}},
    "let": {"b": "n + 1", "q": "n > 4"},
    "dtypes": {"blk": {"block": 4, "bytes": 6}},
    "axes": {"tokens": {"max": "n"}, "requests": {"max": 4}},
    "phases": {"names": ["decode", "prefill"]},
    "reset": {
        "classes": {
            "step": {"doc": "", "stale_read": True},
            "none": {"doc": "", "cleared": "never"},
        },
        "routines": {"clear": {"classes": ["step"]}},
    },
}


def layout(random: Random) -> dict[str, Any]:
    """A whole layout: declarations that are sound, and buffers and the rest at random."""
    data = {
        **_BASE,
        "buffers": {name: _buffer(random) for name in ("x", "y")[: random.randint(1, 2)]},
    }
    for key in ("arenas", "views", "require", "laws", "groups"):
        if random.random() < 0.2:
            data[key] = _of(keys_of(model.Layout)[key][1].kind, random, 3, key)
    if random.random() < 0.5:
        routine = _table("Routine", random, 0.3, 1)
        routines = {**_BASE["reset"]["routines"], "more": {"classes": ["step"], **routine}}
        data["reset"] = {**_BASE["reset"], "routines": routines}
    return data


def _buffer(random: Random) -> dict[str, Any]:
    """A buffer whose extent is in order, with a few other keys; some of these do not go with it."""
    extent = _extent(random, 2)
    order = {"token_major": "row" in extent and "axis" not in extent}
    return {"reset": "step", "doc": "", **order, **extent, **_extras("Buffer", extent, random)}


def _extent(random: Random, depth: int) -> dict[str, Any]:
    """An extent of one make."""
    make = random.randrange(5 if depth else 3)
    if make == 0:
        return {"dtype": "f32", "row": _row(random)}
    if make == 1:
        return {"dtype": "f32", "axis": random.choice(("tokens", "requests")), "row": _row(random)}
    if make == 2:
        return {"dtype": "f32", "shape": _row(random)}
    parts = [_sound_part(random, depth - 1) for _ in range(random.randint(1, 3))]
    names = "abc"[: len(parts)]
    if make == 3:
        return {"uses": dict(zip(names, parts, strict=True))}
    return {"sections": [{"name": name, **part} for name, part in zip(names, parts, strict=True)]}


def _sound_part(random: Random, depth: int) -> dict[str, Any]:
    extent = _extent(random, depth)
    if "row" in extent:
        extent |= {"axis": "tokens"}
    return {**extent, **_extras("Use", extent, random)}


def _row(random: Random) -> list[Any]:
    return [_formula(keys.Formula(), random) for _ in range(random.randint(0, 2))]


_GO_WITH: dict[str, tuple[str, ...]] = {
    "row": ("live_rows", "row_align", "overread", "when", "planes", "rows", "tile"),
    "shape": ("when", "planes"),
    "uses": ("when", "dtype"),
    "sections": ("when", "carve"),
}
_ANYWHERE = (
    "min_bytes",
    "size_multiple",
    "align",
    "index",
    "budget",
    "fill",
    "phase",
    "required_when",
)


def _extras(cls: str, extent: dict[str, Any], random: Random) -> dict[str, Any]:
    """Keys that may go with an extent, and now and then one that does not."""
    kinds = {toml: key.kind for toml, (_, key) in keys_of(getattr(model, cls)).items()}
    pool = [key for key in _ANYWHERE if key in kinds]
    for key in extent:
        pool += [more for more in _GO_WITH.get(key, ()) if more not in extent]
    found = {key: _of(kinds[key], random, 2, key) for key in pool if random.random() < 0.1}
    return found | (_table(cls, random, 0.1, 2) if random.random() < 0.15 else {})


def _table(cls: str, random: Random, chance: float, depth: int) -> dict[str, Any]:
    found = {}
    for toml, (_, key) in keys_of(getattr(model, cls)).items():
        nested = toml in ("uses", "sections") and depth <= 0
        if not nested and random.random() < chance:
            found[toml] = _of(key.kind, random, depth, toml)
    return found


def _of(kind: Kind, random: Random, depth: int, key: str = "") -> Any:
    """A value of a kind, nearly always."""
    if random.random() < 0.01:
        return anything(random)
    match kind:
        case keys.Text():
            return random.choice(TEXTS)
        case keys.Integer():
            return random.choice((1, 2, 4, 16, 64, 256, random.choice(NUMBERS)))
        case keys.Boolean():
            return random.random() < 0.5
        case keys.OneOf():
            return random.choice(kind.words)
        case keys.Identifier():
            return random.choice(_REFERENCES.get(key, WORDS) if random.random() < 0.97 else WORDS)
        case keys.Formula():
            return _formula(kind, random)
        case keys.Fill():
            return random.choice((0, 1, -1, 1.5, "n", "keep", number(random)))
        case _:
            return _collection(kind, random, depth, key)


def _formula(kind: keys.Formula, random: Random) -> Any:
    if kind.type == "bool":
        return random.choice((True, False, truth(random)))
    return random.choice((random.choice((1, 2, 3, 8)), "n", "b", number(random, 2)))


def _collection(kind: Kind, random: Random, depth: int, key: str) -> Any:
    match kind:
        case keys.ListOf():
            many = kind.length or random.choice((0, 1, 2, 2, 3))
            return [_of(kind.item, random, depth - 1, key) for _ in range(many)]
        case keys.Either():
            return _of(random.choice(kind.kinds[-1:] * 3 + kind.kinds), random, depth, key)
        case keys.MapOf():
            return {name: _of(kind.value, random, depth - 1) for name in ("layer", "kind")}
        case keys.TableOf():
            return _part(kind.cls, random, depth)
        case keys.NamedTables():
            names = ("main", "one", "two")[: random.randint(1, 3)]
            return {name: _part(kind.cls, random, depth) for name in names}
    raise AssertionError(kind)


def _part(cls: str, random: Random, depth: int) -> dict[str, Any]:
    """A table with an extent if it needs one, its required keys, and some of the others."""
    found: dict[str, Any] = {}
    if cls in ("Use", "Section"):
        found = dict(random.choice(({"row": [4]}, {"shape": [8]}, {"shape": ["n", 2]}, {})))
    if cls == "Section":
        found["name"] = random.choice("abcd")
    needed = {
        t: _of(k.kind, random, depth - 1, t)
        for t, (_, k) in keys_of(getattr(model, cls)).items()
        if k.required
    }
    return {**found, **needed, **_table(cls, random, 0.1, depth - 1)}
