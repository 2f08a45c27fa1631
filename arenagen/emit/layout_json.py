"""layout.json: the layout with everything inherited, shared and implied filled in, still in terms of its parameters.

For tools and for people who compare two versions of a layout: arrays in the order of the file, one block of lines for
a buffer, expressions as canonical text. A key is left out where it has nothing to say.

May import dtypes, expressions, model, elaborate and resolve.
"""

from __future__ import annotations

import math
from typing import Any, Final

from attrs import AttrsInstance

from arenagen.elaborate import Elaborated, Node, Plan
from arenagen.emit.conditions import condition
from arenagen.emit.json_text import Json
from arenagen.expressions import Bool, Expr, Int, to_text
from arenagen.model import Buffer, Item, Section, Use, keys
from arenagen.model.keys import Key, keys_of
from arenagen.resolve.placement import base_align, buffer_align

FORMAT_VERSION: Final = 1
"""Rises when a key of layout.json changes its meaning or goes away."""


def layout_data(layout: Elaborated) -> dict[str, Json]:
    """The content of layout.json, without a header."""
    written = layout.layout
    clearing = _clearing(layout)
    return {
        "format": FORMAT_VERSION,
        "language": written.version,
        "name": layout.name,
        "doc": written.layout.doc,
        "params": [item_data(param) for param in written.params],
        "flags": [item_data(flag) for flag in written.flags],
        "consts": [item_data(const) for const in written.consts],
        "lets": [
            {**item_data(let), "type": layout.scope.types[let.name]}  # in the order of the file
            for let in written.let
        ],
        "axes": [item_data(axis) for axis in written.axes],
        "dtypes": [item_data(block) for block in written.dtypes],
        **({"phases": item_data(written.phases)} if written.phases is not None else {}),
        "arenas": _arenas(layout),
        "classes": [item_data(cls) for cls in layout.classes],
        "routines": [plan_data(plan) for plan in layout.plans],
        "groups": [item_data(group) for group in written.groups],
        "buffers": [
            _buffer_data(layout, buffer, clearing.get(buffer.name, [])) for buffer in layout.buffers
        ],
        "views": [item_data(view) for view in written.views],
        "require": [item_data(item) for item in written.require],
        "laws": [item_data(item) for item in written.laws],
        "assume": [item_data(item) for item in written.assume],
    }


def _arenas(layout: Elaborated) -> list[Json]:
    found: list[Json] = []
    for arena in layout.arenas:
        here = [b for b in layout.buffers if layout.arena_of(b) == arena.name]
        found.append({**item_data(arena), "base_align": base_align(arena, here)})
    return found


def item_data(item: AttrsInstance) -> dict[str, Json]:
    """A table of the language with its defaults filled in."""
    data: dict[str, Json] = {"name": item.name} if isinstance(item, Item) else {}
    for toml, (attribute, key) in keys_of(type(item)).items():
        value = getattr(item, attribute)
        if value is not None and value not in ((), ""):
            data[toml] = _value(key, value)
    return data


def _value(key: Key, value: Any) -> Json:
    if isinstance(key.kind, keys.MapOf):
        return [{"name": name, **_ends(item)} for name, item in value]
    return plain(value)


def _ends(value: Any) -> dict[str, Json]:
    if isinstance(value, tuple):
        return {"first": plain(value[0]), "last": plain(value[1])}
    return {"size": plain(value)}


def plain(value: Any) -> Json:
    """A value of the model as JSON: expressions as text, literals as themselves."""
    if isinstance(value, Int | Bool):
        return value.value
    if isinstance(value, Expr):
        return to_text(value)
    if isinstance(value, tuple):
        return [plain(item) for item in value]
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    assert value is None or isinstance(value, bool | int | float | str)  # noqa: S101
    return value


def plan_data(plan: Plan) -> dict[str, Json]:
    """A routine with what it clears, in the order of the file."""
    targets: list[Json] = [
        {"path": target.node.dotted, "mode": target.mode} for target in plan.targets
    ]
    data = item_data(plan.routine)
    if plan.axis is not None and plan.routine.range in ("live", "padding", "rows"):
        data["axis"] = plan.axis
    return {**data, "targets": targets}


def _clearing(layout: Elaborated) -> dict[str, list[Json]]:
    """Buffer -> which routines clear it or parts of it, and how."""
    found: dict[str, list[Json]] = {}
    for plan in layout.plans:
        for target in plan.targets:
            path, mode = target.node.dotted, target.mode
            line: Json = {"name": plan.routine.name, "path": path, "mode": mode}
            found.setdefault(target.node.buffer, []).append(line)
    return found


def buffer_data(layout: Elaborated, buffer: Node) -> dict[str, Json]:
    """A buffer and everything in it."""
    return _buffer_data(layout, buffer, _clearing(layout).get(buffer.name, []))


def _buffer_data(layout: Elaborated, buffer: Node, clearing: list[Json]) -> dict[str, Json]:
    written = buffer.written
    assert isinstance(written, Buffer)  # noqa: S101 - only roots are asked
    arena = next(a for a in layout.arenas if a.name == layout.arena_of(buffer))
    own: dict[str, Json] = {
        "group": layout.group_of.get(buffer.name),
        "arena": arena.name,
        "token_major": buffer.token_major,
        "placeholder": written.placeholder,
        "pad": None if written.pad == 0 else plain(written.pad),
        "mirror": written.mirror,
    }
    return {
        **_node_data(buffer),
        **_said(own),
        "align": buffer_align(arena, buffer),
        "routines": clearing,
        **_parts(buffer),
    }


def _part_data(node: Node) -> dict[str, Json]:
    return {**_node_data(node), **_parts(node)}


def _parts(node: Node) -> dict[str, Json]:
    if node.composed is None:
        return {}
    return {node.composed: [_part_data(child) for child in node.children]}


def _node_data(node: Node) -> dict[str, Json]:
    if node.kind == "gap":
        return _gap_data(node)
    written = node.written
    data: dict[str, Json] = {
        "name": node.name,
        "path": node.dotted,
        "kind": node.kind,
        "identifier": node.identifier,
        "doc": written.doc,
        "shares": _shares(written),
        **_extent_data(node),
        "when": plain(node.when),
        "condition": plain(condition(node)),
        "required_when": plain(written.required_when),
        "align": node.align,
        "min_bytes": written.min_bytes,
        "size_multiple": written.size_multiple,
        "overread": plain(written.overread),
        "budget": plain(written.budget),
        "index": written.index,
        "phase": plain(written.phase) or None,
        "live_in": plain(written.live_in) or None,
        "carve": plain(written.carve) or None,
        "reset": node.reset,
        **_place_data(written),
    }
    return _said(data)


def _extent_data(node: Node) -> dict[str, Json]:
    many = len(node.dtypes) > 1
    return {
        "dtype": node.dtype,
        "dtypes": [dtype.name for dtype in node.dtypes] if many else None,
        "axis": node.axis,
        "rows": plain(node.rows) if node.row is not None or node.rowed else None,
        "row": plain(node.row),
        "shape": plain(node.shape),
        "planes": [{"name": name, "size": plain(size)} for name, size in node.planes] or None,
        "tile": plain(node.written.tile),
        "row_align": node.written.row_align,
        "live_rows": plain(node.live_rows),
    }


def _place_data(written: Buffer | Use | Section) -> dict[str, Json]:
    fill = None if isinstance(written, Use) or written.fill == 0 else plain(written.fill)
    if isinstance(written, Buffer):
        return {"fill": fill}
    fits = isinstance(written, Use) and written.if_fits
    claim = written.reset if isinstance(written, Use) else None
    return {
        "at": plain(written.at),
        "if_fits": fits or None,
        "claim": claim,
        "fill": fill,
    }


def _gap_data(node: Node) -> dict[str, Json]:
    assert isinstance(node.written, Section)  # noqa: S101 - only sections are gaps
    return {"kind": "gap", "bytes": plain(node.written.gap)}


def _shares(written: Buffer | Use | Section) -> str | None:
    """The path of the node whose parts it has."""
    return next((s for s in (written.uses, written.sections) if isinstance(s, str)), None)


def _said(data: dict[str, Json]) -> dict[str, Json]:
    """Without the keys that have nothing to say."""
    return {key: value for key, value in data.items() if value is not None and value != ""}
