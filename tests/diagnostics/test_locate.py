from __future__ import annotations

import tomllib
from typing import Any

import pytest
import tomli_w
from hypothesis import assume, given
from hypothesis import strategies as st

from arenagen.diagnostics import Diagnostic, Note, Place
from arenagen.diagnostics.locate import Region, Sources, SourceText, locate

from .documents import cut, documents, leaves, read_alone, string_literals

DATA = st.dictionaries(
    st.text(st.characters(exclude_categories=["Cs"]), max_size=4),
    st.recursive(
        st.integers(-(2**63), 2**63 - 1)
        | st.booleans()
        | st.floats(allow_nan=False)
        | st.datetimes()
        | st.text(st.characters(exclude_categories=["Cs"]), max_size=6),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(st.text("ab.\"' é\n", max_size=3), inner, max_size=3)
        ),
        max_leaves=12,
    ),
    max_size=4,
)


def data_of(text: str) -> dict[str, Any]:
    return tomllib.loads(text.removeprefix("\ufeff").replace("\r\n", "\n"))


def at(text: str, *path: str | int, **more: Any) -> str:
    return cut(text, SourceText(text).region(Place(path, **more)))


@given(DATA, st.booleans())
def test_leaves_of_written_data(data: dict[str, Any], multiline: bool) -> None:
    text = tomli_w.dumps(data, multiline_strings=multiline)
    source = SourceText(text)
    for path, value in leaves(data_of(text)):
        assert read_alone(cut(text, source.region(Place(path)))) == value


@given(documents())
def test_leaves_in_any_style(text: str) -> None:
    try:
        data = data_of(text)
    except tomllib.TOMLDecodeError:
        assume(False)
    source = SourceText(text)
    for path, value in leaves(data):
        assert read_alone(cut(text, source.region(Place(path)))) == value
        if isinstance(path[-1], str):
            key = cut(text, source.region(Place(path, of="key")))
            assert tomllib.loads(f"{key} = 1") == {path[-1]: 1}


@given(string_literals(), st.data())
def test_spans_of_strings(literal: str, data: st.DataObject) -> None:
    text = f'"é" = [\t"ü", {literal}]'
    value = data_of(text)["é"][1]
    first = data.draw(st.integers(0, len(value)))
    last = data.draw(st.integers(first, len(value)))
    found = at(text, "é", 1, span=(first, last))
    if literal.startswith("'"):
        assert found.replace("\r\n", "\n") == value[first:last]
    else:
        assert tomllib.loads(f'v = """\n{found}"""')["v"] == value[first:last]


@given(
    documents() | st.text(max_size=40),
    st.lists(st.sampled_from(["a", "b", "c d", "ü", 0, 1]), max_size=3),
    st.sampled_from(["key", "value"]),
    st.none() | st.tuples(st.integers(-1, 5), st.integers(-1, 5)),
)
def test_any_place_in_any_text_is_somewhere(text: str, path: Any, of: Any, span: Any) -> None:
    region = SourceText(text).region(Place(tuple(path), of=of, span=span))
    lines = text.removeprefix("\ufeff").split("\n")
    assert 1 <= region.line <= region.end_line <= len(lines)
    assert (region.line, region.column) <= (region.end_line, region.end_column)
    assert 1 <= region.column <= len(lines[region.line - 1]) + 1


LAYOUT = """\
[params]
n = { max = 64, doc = "é" }
[buffers.x] # the first
row = ["n", "wide + 1"]
uses.a.row = [4]
[[list]]
[[list]]
inner.deep = 1
[list.sub]
m = 2
"""


@pytest.mark.parametrize(
    ("place", "found"),
    [
        (Place(("params", "n", "max")), "64"),
        (Place(("params", "n", "max"), of="key"), "max"),
        (Place(("params", "n")), '{ max = 64, doc = "é" }'),
        (Place(("buffers", "x")), "[buffers.x]"),
        (Place(("buffers", "x"), of="key"), "[buffers.x]"),
        (Place(("buffers",)), "buffers"),
        (Place(("buffers", "x", "row", 1)), '"wide + 1"'),
        (Place(("buffers", "x", "row", 1), span=(0, 4)), "wide"),
        (Place(("buffers", "x", "row", 1), of="key"), '"wide + 1"'),
        (Place(("buffers", "x", "uses", "a")), "a"),
        (Place(("list",)), "list"),
        (Place(("list", 1)), "[[list]]"),
        (Place(("list", 1, "inner", "deep")), "1"),
        (Place(("list", 1, "sub", "m")), "2"),
    ],
)
def test_what_a_place_covers(place: Place, found: str) -> None:
    assert cut(LAYOUT, SourceText(LAYOUT).region(place)) == found


@pytest.mark.parametrize(
    ("place", "found"),
    [
        (Place(("buffers", "x", "reset"), of="key"), "[buffers.x]"),
        (Place(("buffers", "y", "reset")), "buffers"),
        (Place(("params", "n", "min")), "n"),
        (Place(("list", 0, "m")), "[[list]]"),
        (Place(("buffers", "x", "row", 1, "value"), span=(5, 8)), "+ 1"),
        (Place(("buffers", "x", "uses", "a", "row", 7)), "row"),
        (Place(("nowhere",)), ""),
        (Place(()), ""),
    ],
)
def test_what_is_missing_is_where_it_would_be(place: Place, found: str) -> None:
    assert cut(LAYOUT, SourceText(LAYOUT).region(place)) == found


def test_columns_are_characters_with_tabs_and_crlf_and_a_byte_order_mark() -> None:
    text = '\ufeff# é\r\n\t"ü" = "😀漢 x"\r\n'
    region = SourceText(text).region(Place(("ü",), span=(3, 4)))
    assert region == Region(2, 12, 2, 13)


def test_a_span_may_start_on_a_later_line() -> None:
    text = 'a = """\nfirst \\\n   second"""'
    region = SourceText(text).region(Place(("a",), span=(6, 12)))
    assert region == Region(3, 4, 3, 10)


def test_a_known_position_needs_no_path() -> None:
    assert SourceText("a = ").region(Place(at=(1, 5))) == Region(1, 5, 1, 6)


def test_order_is_by_file_then_position_then_code() -> None:
    one = Diagnostic("AG010", "m", Place(("b",)), source="one.toml")
    two = Diagnostic("AG011", "m", Place(("a",)), source="one.toml")
    three = Diagnostic("AG010", "m", Place(("a",)), source="one.toml")
    other = Diagnostic("AG010", "m", Place(("a",)), source="another.toml")
    nowhere = Diagnostic("AG603", "m", Place())
    texts = {"one.toml": "a = 1\nb = 2", "another.toml": "a = 1"}
    found = Sources(texts).locate([one, two, three, other, nowhere])
    assert [each.diagnostic for each in found] == [nowhere, other, three, two, one]
    assert found[0].region is None


def test_notes_may_lie_in_another_file() -> None:
    note = Note(Place(("x",), source="preset.toml"), "set here")
    fault = Diagnostic("AG502", "m", Place(("a",)), also=(note,), source="layout.toml")
    (found,) = Sources({"layout.toml": "a = 1", "preset.toml": "\nx = 1"}).locate([fault])
    assert found.region == Region(1, 5, 1, 6)
    assert found.notes[0].region == Region(2, 5, 2, 6)
    assert found.notes[0].source == "preset.toml"


def test_places_of_one_text() -> None:
    first, second = locate(
        "a = 1\nb = 2", [Diagnostic("AG011", "m", Place((key,))) for key in ("b", "a")]
    )
    assert first.region == Region(1, 5, 1, 6)
    assert second.region == Region(2, 5, 2, 6)
