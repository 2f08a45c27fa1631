"""Reading TOML into the model: what is refused, where the message points, and what help it gives."""

from __future__ import annotations

import pytest

from arenagen.diagnostics import Diagnostic, Place, Report
from arenagen.expressions import Int, Name
from arenagen.model import Layout
from arenagen.parse import parse_layout

HEAD = """\
arenagen = 1
[layout]
name = "example"
doc = "An example."
[reset.classes]
none = { doc = "written before read", cleared = "never" }
"""
SOUND = {
    "dtype": '"f32"',
    "token_major": "false",
    "shape": "[4]",
    "reset": '"none"',
    "doc": '"Four numbers."',
}
X = ("buffers", "x")


def buffer(name: str = "x", **changes: str | None) -> str:
    """A buffer; `changes` are TOML values, None leaves a key out."""
    keys = {**SOUND, **changes}
    return f"[buffers.{name}]\n" + "".join(f"{k} = {v}\n" for k, v in keys.items() if v is not None)


def read(text: str) -> tuple[Layout | None, tuple[Diagnostic, ...]]:
    report = Report("example.toml")
    return parse_layout(text, report), report.diagnostics


def sound(text: str) -> Layout:
    layout, found = read(text)
    assert found == ()
    assert layout is not None
    return layout


def fault(text: str) -> Diagnostic:
    """The only fault of a text, which then has no layout."""
    layout, found = read(text)
    assert layout is None
    (only,) = found
    return only


def test_a_layout_is_read() -> None:
    layout = sound(HEAD + buffer(fill="-1"))
    (x,) = layout.buffers
    assert (x.name, x.dtype, x.shape, x.fill, x.where) == ("x", "f32", (Int(4),), -1, X)
    assert layout.reset.classes[0].cleared == "never"


def test_windows_line_ends_and_a_byte_order_mark_change_nothing() -> None:
    text = HEAD + buffer()
    assert sound("\ufeff" + text.replace("\n", "\r\n")) == sound(text)


def test_order_of_the_file_is_kept() -> None:
    layout = sound(HEAD + buffer("b") + buffer("a") + buffer("c"))
    assert [b.name for b in layout.buffers] == ["b", "a", "c"]


def test_all_faults_are_reported_at_once() -> None:
    text = HEAD + buffer("x", dtype="7", min_byte="256") + buffer("y", reset=None, align="48")
    _, found = read(text)
    assert [d.code for d in found] == ["AG010", "AG011", "AG013", "AG400"]


@pytest.mark.parametrize(
    ("line", "at"),
    [("x = [1", (1, 7)), ("x = 1\ny = ", (2, 5)), ('x = "a\nb"', (1, 7)), ("x = 1\nx = 2", (2, 6))],
)
def test_a_syntax_error_has_line_and_column(line: str, at: tuple[int, int]) -> None:
    found = fault(line)
    assert found.code == "AG001"
    assert found.place.at == at


def test_digits_without_end_are_a_fault_of_the_text() -> None:
    assert fault("arenagen = " + "1" * 5000).code == "AG001"


def test_brackets_without_end_are_a_fault_of_the_text() -> None:
    assert fault("arenagen = " + "[" * 5000).code == "AG001"


@pytest.mark.parametrize("version", ["2", "-1"])
def test_another_version_of_the_language(version: str) -> None:
    found = fault(HEAD.replace("arenagen = 1", f"arenagen = {version}") + buffer(dtype="7"))
    assert (found.code, found.place.path) == ("AG014", ("arenagen",))


def test_an_unknown_key_names_the_nearest() -> None:
    found = fault(HEAD + buffer(min_byte="256"))
    assert (found.code, found.place) == ("AG010", Place((*X, "min_byte"), of="key"))
    assert found.hint == "did you mean `min_bytes`?"


def test_an_unknown_table_names_the_nearest() -> None:
    found = fault(HEAD + buffer() + "[parms]\nn = { max = 4, doc = '' }\n")
    assert (found.code, found.place.path) == ("AG010", ("parms",))
    assert found.hint == "did you mean `params`?"


@pytest.mark.parametrize(
    ("key", "code"), [("token_major", "AG300"), ("reset", "AG400"), ("doc", "AG012")]
)
def test_what_must_be_said_has_no_default(key: str, code: str) -> None:
    found = fault(HEAD + buffer("x", **{key: None}))
    assert (found.code, found.place) == (code, Place(X, of="key"))


@pytest.mark.parametrize(
    ("key", "value", "found_type"),
    [
        ("dtype", "7", "a whole number"),
        ("token_major", '"no"', "a string"),
        ("token_major", "0", "a whole number"),
        ("align", "true", "a boolean"),
        ("align", "64.0", "a float"),
        ("min_bytes", '"256"', "a string"),
        ("rows", "true", "a boolean"),
        ("when", "1", "a whole number"),
        ("uses", "[]", "an array"),
        ("sections", "{}", "a table"),
        ("planes", "[2]", "an array"),
        ("fill", "true", "a boolean"),
        ("doc", "1979-05-27", "a date or time"),
    ],
)
def test_types_are_never_bent(key: str, value: str, found_type: str) -> None:
    found = fault(HEAD + buffer(**{key: value}))
    assert (found.code, found.place.path) == ("AG011", (*X, key))
    assert f"found {found_type}" in found.message


def test_a_scalar_for_dimensions_is_told_how_to_write_them() -> None:
    assert fault(HEAD + buffer(row="4")).hint == "write [4]"
    assert fault(HEAD + buffer(shape='"n"')).hint == 'write ["n"]'


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("align", "48"),
        ("align", "0"),
        ("min_bytes", "0"),
        ("min_bytes", "9223372036854775808"),
        ("shape", "[9223372036854775808]"),
        ("fill", "-9223372036854775809"),
        ("tile", "[128]"),
        ("tile", "[0, 4]"),
        ("index", '"i16"'),
        ("mirror", '"device"'),
    ],
)
def test_values_that_a_key_does_not_take(key: str, value: str) -> None:
    found = fault(HEAD + buffer(**{key: value}))
    assert found.code == "AG013"
    assert found.place.path[:3] == (*X, key)


def test_a_word_that_is_nearly_right() -> None:
    found = fault(HEAD + buffer(index='"i32_byte"'))
    assert found.hint == "did you mean `i32_bytes`?"


@pytest.mark.parametrize("name", ['"x-y"', '""', '"1x"', '"x y"', '"ä"', '"x\\n"', "_x"])
def test_names_become_identifiers(name: str) -> None:
    found = fault(HEAD + buffer(name))
    assert (found.code, found.place.of) == ("AG020", "key")


def test_a_fault_inside_an_expression_is_pointed_at() -> None:
    found = fault(HEAD + buffer(shape='[4, "2 * (n + 1"]'))
    assert found.place.path == (*X, "shape", 1)
    assert found.place.span is not None
    assert found.code == "AG106"


def test_an_expression_with_the_operators_of_another_language() -> None:
    found = fault(HEAD + buffer(when='"a && b"'))
    assert found.place.span == (2, 4)
    assert found.hint is not None
    assert "and" in found.hint


def test_numbers_and_expressions_may_stand_in_each_others_place() -> None:
    layout = sound(HEAD + buffer(shape='["n", 4, "4"]', fill='"7"', pad='"n"'))
    (x,) = layout.buffers
    assert x.shape == (Name(("n",)), Int(4), Int(4))
    assert (x.fill, x.pad) == (7, Name(("n",)))


def test_keep_is_a_word_for_padding_only() -> None:
    (x,) = sound(HEAD + buffer(pad='"keep"', fill='"keep"')).buffers
    assert x.pad == "keep"
    assert x.fill == Name(("keep",))  # an ordinary name, which nothing declares


def test_short_and_long_derived_values() -> None:
    layout = sound(
        HEAD + '[let]\na = "n + 1"\nb = { value = 2, doc = "two" }\nc = true\n' + buffer()
    )
    assert [let.name for let in layout.let] == ["a", "b", "c"]
    assert layout.let[1].doc == "two"


def test_sections_know_where_they_stand() -> None:
    layout = sound(
        HEAD + buffer(shape=None, sections='[{ name = "a", shape = [4] }, { gap = 64 }]')
    )
    sections = layout.buffers[0].sections
    assert isinstance(sections, tuple)
    first, gap = sections
    assert (first.where, gap.where) == ((*X, "sections", 0), (*X, "sections", 1))
    assert gap.gap == Int(64)


def test_parts_that_nest_without_end_are_a_fault() -> None:
    text = HEAD + buffer(shape=None) + "[buffers.x" + ".uses.a" * 400 + "]\nshape = [4]\n"
    assert fault(text).code == "AG231"
