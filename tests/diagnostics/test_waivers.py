"""Waivers: which findings they are for, what is refused, and what each form says of a waived finding."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arenagen.diagnostics import Diagnostic, Note, Place, Report, Waived
from arenagen.diagnostics.catalog import BY_CODE, RULES
from arenagen.diagnostics.explain import explain
from arenagen.diagnostics.locate import Located, Sources
from arenagen.diagnostics.reference import reference
from arenagen.diagnostics.waivers import Waiver, check_waiver, unused, waive
from arenagen.diagnostics.write_github import write_annotations, write_summary
from arenagen.diagnostics.write_gitlab import write_gitlab
from arenagen.diagnostics.write_json import to_data
from arenagen.diagnostics.write_sarif import write_sarif
from arenagen.diagnostics.write_text import write_text

TEXT = "[a]\nb = 1\nwaive = 2\n"
SOURCES = Sources({"x.toml": TEXT})
WAIVER = Place(("a", "waive"), of="key", source="x.toml")


def found(code: str = "AG705", *path: str | int, file: str = "x.toml") -> Diagnostic:
    return Diagnostic(code, "m", Place(path), source=file)


def waiver(code: str = "AG705", *path: str | int, file: str | None = None, n: int = 0) -> Waiver:
    """A waiver that stands at a place of its own for each number."""
    return Waiver(code, f"reason {n}", Place(("waive", n)), Place(("waive", n)), path, file)


def reasons(diagnostics: list[Diagnostic], waivers: list[Waiver]) -> list[str | None]:
    """The reason by which each diagnostic is waived."""
    report = Report()
    report.extend(diagnostics)
    waive(report, waivers)
    return [d.waived and d.waived.note.label for d in report.diagnostics]


def test_only_findings_about_a_layout_that_leave_nothing_open_can_be_waived() -> None:
    waivable = {rule.code for rule in RULES if not rule.unwaivable}
    assert waivable == {
        *(f"AG24{i}" for i in range(9)),
        *("AG362", "AG365", "AG414", "AG418", "AG704", "AG705", "AG706"),
    }


def test_the_catalogue_says_of_every_code_whether_it_can_be_waived() -> None:
    page = reference()
    for rule in RULES:
        text = " ".join((explain(rule.code) or "").split())
        row = f"| [{rule.code}](#{rule.code.lower()}) | {rule.severity}"
        if rule.unwaivable:
            assert f"It cannot be waived: {rule.unwaivable}." in text
            assert f"{row} | " in page
        else:
            assert "It can be waived, with a reason." in text
            assert f"{row}, can be waived | " in page


def test_a_waiver_is_for_its_code_at_its_place_and_below() -> None:
    one = waiver("AG705", "buffers", "x")
    assert one.covers(found("AG705", "buffers", "x"))
    assert one.covers(found("AG705", "buffers", "x", "when"))
    assert not one.covers(found("AG705", "buffers", "xy"))
    assert not one.covers(found("AG705", "buffers"))
    assert not one.covers(found("AG365", "buffers", "x"))
    assert waiver("AG705", "buffers", "x", "sections", "1").covers(
        found("AG705", "buffers", "x", "sections", 1)
    )


def test_a_waiver_for_a_file_is_for_no_other() -> None:
    assert waiver(file="x.toml").covers(found())
    assert not waiver(file="y.toml").covers(found())


def test_the_nearest_waiver_is_used_and_the_others_are_not() -> None:
    waivers = [waiver(n=1), waiver("AG705", "a", n=2)]
    diagnostics = [found("AG705", "a", "b"), found("AG705", "c")]
    assert reasons(diagnostics, waivers) == ["reason 2", "reason 1"]
    report = Report()
    report.extend(diagnostics[:1])
    waive(report, waivers)
    (left,) = unused(report, waivers)
    assert (left.code, left.place) == ("AG249", waivers[0].place)


codes = st.sampled_from(["AG705", "AG365", "AG249", "AG702", "AG701", "AG610", "AG999"])
paths = st.lists(st.sampled_from(["a", "b", 0]), max_size=3)
diagnostics = st.lists(
    st.builds(lambda code, path: found(code, *path), codes.filter(BY_CODE.get), paths),
    unique=True,
    max_size=8,
)
waivers = st.lists(st.tuples(codes, paths), max_size=6).map(
    lambda made: [waiver(code, *path, n=n) for n, (code, path) in enumerate(made)]
)


@settings(max_examples=150, deadline=None)
@given(diagnostics, waivers)
def test_a_finding_is_waived_if_and_only_if_a_waiver_is_for_it(
    diagnostics: list[Diagnostic], waivers: list[Waiver]
) -> None:
    report = Report()
    report.extend(diagnostics)
    errors = report.errors
    waive(report, waivers)
    assert report.errors == errors
    assert [(d.code, d.place) for d in report.diagnostics] == [
        (d.code, d.place) for d in diagnostics
    ]
    for before, after in zip(diagnostics, report.diagnostics, strict=True):
        assert (after.waived is not None) == any(w.covers(before) for w in waivers)
        if after.waived is not None:
            assert not BY_CODE[after.code].unwaivable
    used = {d.waived.note.place for d in report.diagnostics if d.waived is not None}
    idle = {d.place for d in unused(report, waivers)}
    assert used | idle == {w.place for w in waivers}
    assert used & idle == set()
    marked = report.diagnostics
    waive(report, waivers)
    assert report.diagnostics == marked


@pytest.mark.parametrize(
    ("code", "reason", "expected"),
    [
        ("AG705", "why", []),
        ("AG7055", "why", [("AG224", "did you mean `AG705` (Size shrinks)?")]),
        ("ag705", "why", [("AG224", "did you mean `AG705` (Size shrinks)?")]),
        ("shrinks", "why", [("AG224", None)]),
        ("AG701", "why", [("AG226", None)]),
        ("AG249", "why", [("AG226", None)]),
        ("AG705", " \n", [("AG225", None)]),
        ("AG701", "", [("AG226", None), ("AG225", None)]),
    ],
)
def test_what_is_wrong_with_a_waiver(
    code: str, reason: str, expected: list[tuple[str, str | None]]
) -> None:
    report = Report("x.toml")
    check_waiver(Waiver(code, reason, WAIVER, WAIVER), report)
    assert [(d.code, d.hint) for d in report.diagnostics] == expected


def waived(*, in_source: bool = True) -> tuple[Located, ...]:
    """A waived finding before one that is not."""
    why = Waived(Note(WAIVER, "it is | meant"), in_source)
    first = Diagnostic("AG705", "shrinks", Place(("a", "b")), source="x.toml", waived=why)
    return SOURCES.locate([first, Diagnostic("AG365", "never", Place(("a",)), source="x.toml")])


def test_text_counts_it() -> None:
    text = write_text(waived(), SOURCES)
    assert text.endswith("\n1 warning, 1 finding waived\n")
    assert "shrinks" not in text
    only = [each for each in waived() if each.waived]
    assert write_text(only * 2, SOURCES) == "2 findings waived\n"


def test_json_has_it_with_reason_and_place() -> None:
    data = to_data(waived())
    assert data["summary"] == {"errors": 0, "warnings": 1, "waived": 1}
    by_code = {each["code"]: each["waived"] for each in data["diagnostics"]}
    assert by_code["AG365"] is None
    assert by_code["AG705"] == {
        "reason": "it is | meant",
        "file": "x.toml",
        "line": 3,
        "column": 1,
        "end_line": 3,
        "end_column": 6,
    }


def test_github_has_it_in_the_summary_alone_and_last() -> None:
    assert "AG705" not in write_annotations(waived())
    assert write_annotations(waived()).count("::warning") == 1
    text = write_summary(waived())
    assert text.startswith("## arenagen: 1 warning, 1 finding waived\n")
    last = text.strip().splitlines()[-1]
    assert last == "| x.toml:2:5 | waived AG705 | shrinks (waived: it is \\| meant) |"


def test_gitlab_leaves_it_out_and_the_others_keep_their_identity() -> None:
    (issue,) = json.loads(write_gitlab(waived()))
    assert issue["check_name"] == "AG365"
    plain = [each for each in waived() if not each.waived]
    assert json.loads(write_gitlab(plain)) == [issue]


@pytest.mark.parametrize("in_source", [True, False])
def test_sarif_has_it_as_a_suppressed_result(in_source: bool) -> None:
    (run,) = json.loads(write_sarif(waived(in_source=in_source), "0.1.0"))["runs"]
    by_code = {result["ruleId"]: result["suppressions"] for result in run["results"]}
    assert by_code["AG365"] == []
    (suppression,) = by_code["AG705"]
    assert suppression["kind"] == ("inSource" if in_source else "external")
    assert (suppression["status"], suppression["justification"]) == ("accepted", "it is | meant")
    place = suppression["location"]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == "x.toml"
    assert place["region"]["startLine"] == 3
