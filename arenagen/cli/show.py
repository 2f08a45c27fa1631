"""`arenagen show`: what a layout comes to, in terms of its parameters."""

from __future__ import annotations

import sys
from argparse import Namespace

from arenagen.cli.main import BAD_INPUT, FINE
from arenagen.cli.output import put
from arenagen.cli.sources import Stop, load_layout
from arenagen.elaborate import Elaborated, Node
from arenagen.emit.json_text import Json, json_text
from arenagen.emit.layout_json import buffer_data, layout_data
from arenagen.files.problem import nearest


def run(options: Namespace) -> int:
    """Prints the layout, one buffer or part of it, or its table of resets."""
    try:
        _, layout = load_layout(options)
    except Stop:
        return BAD_INPUT
    node = None
    if options.buffer is not None:
        node = layout.by_path.get(options.buffer)
        if node is None:
            return _unknown(options.buffer, layout)
    if options.format == "json":
        put(json_text(_data(layout, node, resets=options.resets)))
        return FINE
    from arenagen.cli.show_text import layout_text, node_text, resets_text

    if options.resets:
        put(resets_text(layout, node))
    else:
        put(layout_text(layout) if node is None else node_text(layout, node))
    return FINE


def _unknown(path: str, layout: Elaborated) -> int:
    hint = nearest(path, layout.by_path)
    put(
        f"arenagen: layout {layout.name} has no buffer, use or section `{path}`; {hint}\n",
        sys.stderr,
    )
    return BAD_INPUT


def _data(layout: Elaborated, node: Node | None, *, resets: bool) -> Json:
    if node is None:
        whole = layout_data(layout)
        return whole["routines"] if resets else whole
    buffer = buffer_data(layout, layout.by_path[node.buffer])
    return buffer["routines"] if resets else _find(buffer, node.dotted)


def _find(data: Json, path: str) -> Json:
    """The record of a path in that of its buffer."""
    assert isinstance(data, dict)  # noqa: S101 - records of nodes are
    if data.get("path") == path:
        return data
    parts = data.get("uses") or data.get("sections") or []
    assert isinstance(parts, list)  # noqa: S101 - records of parts are in arrays
    inside = (p for p in parts if isinstance(p, dict) and _leads(str(p.get("path")), path))
    return _find(next(inside), path)


def _leads(above: str, path: str) -> bool:
    return path == above or path.startswith(f"{above}.")
