"""Sizes and places as expressions are, for any values, the numbers that resolve gives."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from arenagen.api import Given, Loaded, resolve
from arenagen.expressions import Definitions
from arenagen.laws.symbols import SymbolicLayout
from arenagen.resolve import ResolvedLayout
from arenagen.rules.domains import domains_of
from tests.strategies import compiled, layouts, values_for


def _symbols(loaded: Loaded) -> SymbolicLayout:
    assert loaded.elaborated is not None
    return SymbolicLayout(loaded.elaborated, domains_of(loaded.elaborated))


def _numbers(resolved: ResolvedLayout) -> dict[str, object]:
    """Every property of every node, by the name that statements use."""
    found: dict[str, object] = {}
    for path, made in resolved.nodes.items():
        root = resolved.buffers[made.node.buffer]
        found |= {
            f"{path}.at": made.at,
            f"{path}.bytes": made.bytes,
            f"{path}.end": made.at + made.bytes,
            f"{path}.rows": made.rows,
            f"{path}.row_bytes": made.row_bytes,
            f"{path}.exists": made.exists,
            f"{path}.offset": 0 if made.offset is None else made.offset - (root.offset or 0),
        }
        if made.node.kind == "buffer" and not made.exists:
            found[f"{path}.offset"] = 0
    found |= {
        f"{arena.name}.:arena": resolved.arenas[arena.name].bytes
        for arena in resolved.elaborated.arenas
    }
    return found


@settings(max_examples=60, deadline=None)
@given(layouts(), st.data())
def test_expressions_say_what_resolve_says(layout: dict[str, Any], data: st.DataObject) -> None:
    loaded = compiled(layout)
    given_values: Given = data.draw(values_for(layout), label="values")
    resolved = resolve(loaded, given_values)
    bound = Definitions(_symbols(loaded).definitions).bind(resolved.values)
    numbers = _numbers(resolved)
    assert {name: bound[name] for name in numbers} == numbers
