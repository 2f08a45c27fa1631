"""Random values in the domains of a layout, arguments for its routines, and layouts as text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import tomli_w
from hypothesis import strategies as st

from arenagen.api import Given, Loaded, load
from arenagen.verify import Asked


def written(data: Mapping[str, Any]) -> str:
    """The layout as TOML text."""
    return tomli_w.dumps(dict(data))


def compiled(data: Mapping[str, Any]) -> Loaded:
    """The layout taken through all phases; a fault fails the test."""
    loaded = load(written(data), "random.toml")
    assert loaded.report.errors == ()
    return loaded


def values_for(data: Mapping[str, Any]) -> st.SearchStrategy[Given]:
    """A value for every parameter that has no default, and for some that have; flags by name or by environment."""
    params = {name: _param(table) for name, table in data["params"].items()}
    optional = {name for name, table in data["params"].items() if "default" in table}
    given = st.fixed_dictionaries(
        {name: s for name, s in params.items() if name not in optional},
        optional={name: params[name] for name in sorted(optional)},
    )
    flags = st.fixed_dictionaries(
        {}, optional={name: st.booleans() for name in data.get("flags", {})}
    )
    env = st.sampled_from(({}, {"FAST": "1"}, {"FAST": "0"}))
    return st.builds(Given, given, flags, env)


def _param(table: Mapping[str, Any]) -> st.SearchStrategy[Any]:
    if table.get("type") == "bool":
        return st.booleans()
    if "values" in table:
        return st.sampled_from(table["values"])
    step = table.get("multiple_of", 1)
    return st.sampled_from(range(-(-table.get("min", 0) // step) * step, table["max"] + 1, step))


@st.composite
def asked(draw: st.DrawFn, most: int) -> Asked:
    """Arguments of a routine whose axis counts up to `most`."""
    live = draw(st.integers(0, most))
    rows = draw(st.lists(st.integers(0, most - 1), unique=True, max_size=3))
    return Asked(live, draw(st.integers(live, most)), tuple(rows))
