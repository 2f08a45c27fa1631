"""Places in JSON text: the key that a path leads to stands at the line and column that are told."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arenagen.files.json_places import position

leaves = st.none() | st.booleans() | st.integers() | st.text()
values = st.recursive(
    leaves, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner), max_leaves=20
)


def paths(value: Any, path: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    """The paths of everything in a value."""
    inner = (
        value.items()
        if isinstance(value, dict)
        else enumerate(value)
        if isinstance(value, list)
        else ()
    )
    return [path, *(p for key, item in inner for p in paths(item, (*path, key)))]


def at(value: Any, path: tuple[str | int, ...]) -> Any:
    for key in path:
        value = value[key]
    return value


@given(value=values, indent=st.none() | st.integers(0, 3), ascii_only=st.booleans())
def test_every_path_is_found(value: Any, indent: int | None, ascii_only: bool) -> None:
    text = json.dumps(value, indent=indent, ensure_ascii=ascii_only)
    lines = text.split("\n")
    for path in paths(value):
        line, column = position(text, path)
        rest = "\n".join([lines[line - 1][column - 1 :], *lines[line:]])
        if path and isinstance(path[-1], str):
            wanted: Any = path[-1]
        else:
            wanted = at(value, path)
        found, _ = json.JSONDecoder().raw_decode(rest)
        assert found == wanted


@pytest.mark.parametrize(
    ("path", "place"),
    [
        (("a", "x"), (2, 2)),
        (("b",), (3, 2)),
        (("b", "b"), (3, 8)),
        (("b", 0), (3, 2)),
        (("c",), (1, 1)),
        (("a", 1, "z"), (2, 2)),
    ],
)
def test_a_path_that_is_not_there_ends_where_it_leaves(
    path: tuple[str | int, ...], place: tuple[int, int]
) -> None:
    text = '{\n "a": [],\n "b": {"b": 1}}'
    found = position(text, path)
    assert found == place or found[0] == place[0]


def test_of_a_key_given_twice_the_last_is_meant() -> None:
    assert position('{"a": 1,\n"a": 2}', ("a",)) == (2, 1)
