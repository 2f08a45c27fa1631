from __future__ import annotations

import re
import tomllib
from collections import Counter
from pathlib import Path

import pytest

import arenagen
from arenagen.diagnostics.catalog import BY_CODE, RULES, severity_of
from arenagen.diagnostics.explain import explain, normalised, suggestions, unknown
from arenagen.diagnostics.reference import reference
from arenagen.diagnostics.rule import Rule

ROOT = Path(__file__).parents[2]


def test_codes_are_unique_and_well_formed() -> None:
    assert [code for code, n in Counter(r.code for r in RULES).items() if n > 1] == []
    assert [r.code for r in RULES if not re.fullmatch(r"AG\d{3}", r.code)] == []
    assert len({r.title for r in RULES}) == len(RULES)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.code)
def test_texts_are_sentences(rule: Rule) -> None:
    assert rule.title
    assert not rule.title.endswith(".")
    for text in (rule.meaning, rule.fix):
        assert text[0].isupper() or text[0] in "`[", text
        assert text.endswith("."), text
        assert "  " not in text
    assert rule.example.strip()


@pytest.mark.parametrize("rule", [r for r in RULES if r.kind == "layout"], ids=lambda r: r.code)
def test_examples_are_whole_layouts(rule: Rule) -> None:
    if rule.code == "AG001":
        with pytest.raises(tomllib.TOMLDecodeError):
            tomllib.loads(rule.example)
        return
    layout = tomllib.loads(rule.example)
    assert {"arenagen", "layout", "reset", "buffers"} <= set(layout)


def test_every_code_that_the_program_names_is_in_the_catalogue() -> None:
    sources = Path(arenagen.__file__).parent.rglob("*.py")
    named = {
        code for path in sources for code in re.findall(r"\bAG\d{3}\b", path.read_text("utf-8"))
    }
    assert named <= set(BY_CODE)


def test_the_reference_is_current(golden) -> None:  # type: ignore[no-untyped-def]
    golden(ROOT / "docs" / "diagnostics.md", reference())


def test_explain_tells_all_of_a_rule() -> None:
    rule = BY_CODE["AG400"]
    text = explain("ag400")
    assert text is not None
    assert text.startswith("AG400: Missing reset (error)\n")
    words = " ".join(text.split())
    for part in (rule.meaning, rule.example, rule.fix):
        assert " ".join(part.split()) in words
    assert max(map(len, text.splitlines())) <= 100


@pytest.mark.parametrize("text", ["AG010", "ag10", "10", " AG010 ", "010"])
def test_codes_may_be_written_carelessly(text: str) -> None:
    assert normalised(text) == "AG010"


def test_unknown_codes_get_suggestions() -> None:
    assert explain("AG409x") is None
    assert explain("AG998") is None
    assert "AG400" in [r.code for r in suggestions("AG399")]
    assert "AG300" in [r.code for r in suggestions("missing token_major")]
    assert "perhaps you mean\n  AG" in unknown("AG999")
    assert unknown("?") == "there is no diagnostic `?`; codes look like AG001"


def test_severity() -> None:
    assert severity_of("AG001") == "error"
    assert severity_of("AG240") == "warning"
    with pytest.raises(KeyError):
        severity_of("AG999")
