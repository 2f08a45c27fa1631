"""Formatting: white space in order, everything else as it was, and the result is its own format."""

from __future__ import annotations

import tomllib
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest
import tomli_w
from hypothesis import given, settings
from hypothesis import strategies as st

from arenagen.diagnostics import Report
from arenagen.parse import formatting, parse_layout
from arenagen.parse.formatting import FormattingError, formatted, same_meaning
from arenagen.parse.toml_tokens import comments, tokens
from tests.strategies import layouts

ROOT = Path(__file__).parents[2]
TEXTS = [*(ROOT / "layouts").glob("*.toml"), *(ROOT / "tests" / "cases").rglob("layout.toml")]


def shown(text: str) -> str:
    return dedent(text).lstrip("\n")


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_layouts_of_the_project_keep_their_meaning(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    found = formatted(text)
    assert formatted(found) == found
    assert parse_layout(found, Report()) == parse_layout(text, Report())
    if path.parent.name == "layouts":
        assert found == text


BEFORE = '''


  #   kept   as it is  \t
[ a . "b c" ]   # of the table
k=1
   long.key   =    "  two  spaces  "#close


x = { }
y={a=1,b = [1,2 , 3,],c="}"}
d = 1979-05-27 07:32:00
z = [ ]
m = """
  text   \x20\x20
# no comment
"""
[[ t . u ]]
v=[ # first
1,2,   # of a line

# alone


3

  , [ 4,
5 ], { q = [6] },


]
w = [[
1]]
e = [

]


'''.replace("\x20\x20\n# no", "  \n# no")

AFTER = '''\
#   kept   as it is
[a."b c"] # of the table
k = 1
long.key = "  two  spaces  " #close

x = {}
y = { a = 1, b = [1, 2, 3], c = "}" }
d = 1979-05-27 07:32:00
z = []
m = """
  text     \n\
# no comment
"""
[[t.u]]
v = [ # first
  1, 2, # of a line

  # alone

  3,

  [
    4,
    5,
  ], { q = [6] },
]
w = [[
  1,
]]
e = []
'''


def test_white_space_is_put_in_order() -> None:
    assert formatted(BEFORE) == AFTER
    assert formatted(AFTER) == AFTER


def test_texts_without_statements() -> None:
    assert formatted("") == formatted("\n \n") == ""
    assert formatted(" # only a comment ") == "# only a comment\n"


def test_an_inline_table_over_lines_stays_as_it_is_written(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(formatting, "same_meaning", lambda one, other: True)
    text = "a = [ 1, {\n b=1, # words\n c = {d=2} } ]\n"
    assert formatted(text) == "a = [1, {\n b=1, # words\n c = {d=2} }]\n"


def test_what_would_change_the_meaning_is_not_returned(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(formatting._Printer, "document", lambda self: "a = 2\n")
    with pytest.raises(FormattingError):
        formatted("a = 1\n")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("a = 1\nb = 2\n", "b = 2\na = 1\n"),
        ("a = 1\n", "a = true\n"),
        ("a = 1\n", "a = 1.0\n"),
        ("a = 1 # x\n", "a = 1\n"),
        ("# x\n# y\n", "# y\n# x\n"),
    ],
)
def test_meaning_is_data_order_types_and_comments(one: str, other: str) -> None:
    assert same_meaning(one, one)
    assert not same_meaning(one, other)


def test_tokens_join_to_the_text() -> None:
    text = BEFORE + 'q = """"quoted"""""\nr = \'\'\'\'a\'\'\'\'\ns = "\\"#"\n'
    rest, end = [], 0
    for token in tokens(text):
        assert text[token.start : token.end] == token.text
        rest.append(text[end : token.start])
        end = token.end
    assert "".join(rest).strip(" \t") == ""
    assert comments(text)[-1] == "# alone"


_SPACE = st.sampled_from(["", " ", "\t", "   "])
_BREAK = st.sampled_from(["", "", "\n", " # words, [and] {more} = 'x'  \n", '\n\n\n# "alone\n'])


@st.composite
def respaced(draw: st.DrawFn, text: str) -> str:
    """The text with other white space between its tokens, and with comments, where TOML allows them."""
    parts: list[str] = []
    depth = braces = 0
    header = True
    for token in tokens(text):
        if token.kind == "line" and not depth:
            parts.append(
                draw(_SPACE) + draw(st.sampled_from(["\n", " # end\n", "\n\n\n\n", "\n  #c\n"]))
            )
            header = True
            continue
        if token.text == "[[" or (header and token.text in "[]" and token.text):
            parts.append(token.text)
            continue
        header = header and token.text != "="
        depth += (token.text in ("[", "{")) - (token.text in ("]", "}"))
        braces += (token.text == "{") - (token.text == "}")
        parts.append(draw(_SPACE) + token.text + draw(_SPACE))
        if depth and not braces and token.text in ("[", ","):
            parts.append(draw(_BREAK))
    return "".join(parts)


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_random_layouts_with_comments(data: st.DataObject) -> None:
    layout: dict[str, Any] = data.draw(layouts())
    plain = tomli_w.dumps(layout)
    text = data.draw(respaced(plain))
    assert repr(tomllib.loads(text)) == repr(tomllib.loads(plain))
    found = formatted(text)
    assert formatted(found) == found
    assert same_meaning(text, found)
    assert parse_layout(found, Report()) == parse_layout(plain, Report())
    assert not any(line != line.rstrip() for line in found.splitlines())
    assert "\n\n\n" not in found
