"""JSON text reads well and says what it was given."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from arenagen.emit.json_text import WIDTH, json_text

plain = st.none() | st.booleans() | st.integers() | st.text()
values = st.recursive(
    plain, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner), max_leaves=30
)


@given(values)
def test_it_is_the_same_value(value: object) -> None:
    text = json_text(value)  # type: ignore[arg-type]
    assert json.loads(text) == value
    assert text.endswith("\n")


def test_one_key_a_line_but_short_records_and_plain_arrays_on_one() -> None:
    value = {"a": [1, 2], "b": [{"c": 1, "d": "x"}, {"e": "y" * WIDTH}], "f": {}, "g": []}
    assert json_text(value) == (
        '{\n  "a": [1, 2],\n  "b": [\n    {"c": 1, "d": "x"},\n'
        '    {\n      "e": "' + "y" * WIDTH + '"\n    }\n  ],\n  "f": {},\n  "g": []\n}\n'
    )
