from __future__ import annotations

import json
from collections.abc import Iterable
from textwrap import dedent

from hypothesis import given
from hypothesis import strategies as st

from arenagen.diagnostics import Diagnostic, Note, Place
from arenagen.diagnostics.locate import Sources
from arenagen.diagnostics.write_json import write_json
from arenagen.diagnostics.write_text import summary, write_text

TEXT = 'n = 1\n\n\n\n\n\n\n\n\nrow = [\t"é\\n漢", "hiden + 1"]\nlast = [\n  1,\n]\n'
TEXTS = {"x.toml": TEXT}


def written(*diagnostics: Diagnostic, colour: bool = False) -> str:
    sources = Sources(TEXTS)
    return write_text(sources.locate(diagnostics), sources, colour=colour)


def shown(text: str) -> str:
    return dedent(text).lstrip("\n")


def test_place_message_source_line_help_and_notes() -> None:
    note = Note(Place(("n",), of="key"), "first declared here")
    fault = Diagnostic(
        "AG203", "declared twice", Place(("row", 1), span=(0, 5)), (note,), "rename it", "x.toml"
    )
    assert written(fault) == shown("""
        x.toml:10:18: error[AG203]: declared twice
           |
        10 | row = [\t"é\\n漢", "hiden + 1"]
           |        \t          ^^^^^
           = help: rename it
        x.toml:1:1: note: first declared here
           |
         1 | n = 1
           | ^

        1 error
        """)


def test_carets_take_the_width_of_what_is_above() -> None:
    fault = Diagnostic("AG011", "m", Place(("row", 0), span=(1, 3)), source="x.toml")
    assert written(fault).splitlines()[2:4] == [
        '10 | row = [\t"é\\n漢", "hiden + 1"]',
        "   |        \t  ^^^^",
    ]


def test_what_goes_over_several_lines_is_marked_on_the_first() -> None:
    fault = Diagnostic("AG011", "m", Place(("last",)), source="x.toml")
    assert written(fault).splitlines()[2:4] == ["11 | last = [", "   |        ^"]


def test_without_a_text_there_is_a_line_only() -> None:
    option = Diagnostic("AG500", "no parameter `m`", Place(), hint="did you mean `n`?")
    missing = Diagnostic("AG602", "no such file", Place(), source="y.toml")
    assert written(option, missing) == shown("""
        error[AG500]: no parameter `m`
          = help: did you mean `n`?

        y.toml: error[AG602]: no such file

        2 errors
        """)


def test_a_place_behind_the_last_line_or_character() -> None:
    end = Diagnostic("AG001", "m", Place(at=(1, 6)), source="x.toml")
    behind = Diagnostic("AG001", "m", Place(at=(99, 1)), source="x.toml")
    assert written(end, behind) == shown("""
        x.toml:1:6: error[AG001]: m
          |
        1 | n = 1
          |      ^

        x.toml:99:1: error[AG001]: m

        2 errors
        """)


def test_long_lines_are_cut_around_the_place() -> None:
    line = "a = [" + "1, " * 500 + "22222, " + "3, " * 500 + "]"
    sources = Sources({"x.toml": line})
    fault = Diagnostic("AG011", "m", Place(("a", 500)), source="x.toml")
    _, _, source, carets, *_ = write_text(sources.locate([fault]), sources).splitlines()
    assert len(source) < 140
    assert source[carets.index("^") : carets.rindex("^") + 1] == "22222"
    assert source.endswith("...")


def test_control_characters_reach_no_terminal() -> None:
    sources = Sources({"x\x1b.toml": "a = \x1b[31m\u202e1"})
    fault = Diagnostic("AG001", "a\x1b\n", Place(at=(1, 5)), hint="\x9b", source="x\x1b.toml")
    text = write_text(sources.locate([fault]), sources)
    assert not set(text) & {"\x1b", "\x9b", "\u202e"}
    assert text.count("\n") == 7


def test_colours_only_when_asked() -> None:
    fault = Diagnostic("AG240", "m", Place(("n",)), source="x.toml")
    assert "\x1b" not in written(fault)
    coloured = written(fault, colour=True)
    assert "\x1b[1;33mwarning[AG240]\x1b[0m" in coloured


def test_summary() -> None:
    def of(codes: Iterable[str]) -> str:
        return summary(Sources({}).locate(Diagnostic(code, "m", Place()) for code in codes))

    assert of([]) == "no errors"
    assert of(["AG010"]) == "1 error"
    assert of(["AG010", "AG240", "AG011"]) == "2 errors, 1 warning"
    assert of(["AG240", "AG241"]) == "2 warnings"
    assert written() == ""


def test_json() -> None:
    note = Note(Place(("n",)), "first")
    first = Diagnostic("AG203", "twice é", Place(("row", 1)), (note,), "h", "x.toml")
    second = Diagnostic("AG240", "m", Place())
    text = write_json(Sources(TEXTS).locate([first, second]))
    assert text.isascii()
    assert json.loads(text) == {
        "diagnostics": [
            {
                "code": "AG240",
                "severity": "warning",
                "message": "m",
                "file": None,
                "line": None,
                "column": None,
                "end_line": None,
                "end_column": None,
                "hint": None,
                "notes": [],
                "waived": None,
            },
            {
                "code": "AG203",
                "severity": "error",
                "message": "twice é",
                "file": "x.toml",
                "line": 10,
                "column": 17,
                "end_line": 10,
                "end_column": 28,
                "hint": "h",
                "notes": [
                    {
                        "message": "first",
                        "file": "x.toml",
                        "line": 1,
                        "column": 5,
                        "end_line": 1,
                        "end_column": 6,
                    }
                ],
                "waived": None,
            },
        ],
        "summary": {"errors": 1, "warnings": 1, "waived": 0},
    }
    assert json.loads(write_json([]))["diagnostics"] == []


@given(
    st.text(max_size=200),
    st.tuples(st.integers(1, 4), st.integers(1, 250)),
    st.text(max_size=5),
    st.booleans(),
)
def test_any_text_can_be_written(
    text: str, at: tuple[int, int], message: str, colour: bool
) -> None:
    sources = Sources({"x": text})
    located = sources.locate([Diagnostic("AG001", message, Place(at=at), source="x")])
    assert write_text(located, sources, colour=colour).endswith("1 error\n")
    json.loads(write_json(located))
