"""The catalogue of diagnostics against the code: examples show their fault, and every code is used."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import arenagen
from arenagen.api import Given, ResolveError, load_proved, resolve
from arenagen.diagnostics import Diagnostic
from arenagen.diagnostics.catalog import BY_CODE, RULES
from arenagen.diagnostics.catalog.examples import buffer, layout
from arenagen.diagnostics.rule import Rule
from arenagen.elaborate import Elaborated
from arenagen.model import Param
from arenagen.resolve import Value

SOURCES = Path(arenagen.__file__).parent
LAYOUTS = [rule for rule in RULES if rule.kind == "layout"]

PENDING: frozenset[str] = frozenset()
"""Codes whose rule is not written yet; empty in a finished state."""


def largest(param: Param) -> Value:
    """The value that a layout is tried with: the largest of the domain."""
    if param.type == "bool":
        return True
    if param.values is not None:
        return param.values[-1]
    assert param.max is not None
    return param.max // param.multiple_of * param.multiple_of


def found_in(text: str) -> Iterator[Diagnostic]:
    """What the phases say about a layout; where nothing is found, what its largest values meet."""
    loaded = load_proved(text, "example.toml")
    yield from loaded.report.diagnostics
    if loaded.elaborated is None:
        return
    yield from names_in_targets(loaded.elaborated)
    params = {param.name: largest(param) for param in loaded.elaborated.layout.params}
    try:
        resolve(loaded, Given(params, source="values"))
    except ResolveError as refused:
        yield from refused.diagnostics


def names_in_targets(layout: Elaborated) -> Iterator[Diagnostic]:
    """What the shipped target says about the names of a layout."""
    from arenagen.diagnostics import Report
    from arenagen.emit.identifiers import check_identifiers
    from arenagen.emit.python import TARGET

    report = Report("example.toml")
    check_identifiers(layout, TARGET, report)
    yield from report.diagnostics


@pytest.mark.parametrize("rule", LAYOUTS, ids=[rule.code for rule in LAYOUTS])
def test_example_shows_its_fault_and_no_other(rule: Rule) -> None:
    if rule.code in PENDING:
        pytest.skip("the rule is not written yet")
    assert {d.code for d in found_in(rule.example)} == {rule.code}


@pytest.mark.parametrize("rule", LAYOUTS, ids=[rule.code for rule in LAYOUTS])
def test_fault_of_an_example_has_a_place(rule: Rule) -> None:
    if rule.code in PENDING:
        pytest.skip("the rule is not written yet")
    for found in found_in(rule.example):
        assert found.file == "example.toml"
        assert found.place.path or found.place.at


def test_names_that_fall_together_once_a_target_has_escaped_them() -> None:
    text = layout(buffer(), buffer("lambda"), buffer("lambda_"))
    assert [d.code for d in found_in(text)] == ["AG205"]


def test_codes_are_unique_and_in_order_of_their_subject() -> None:
    codes = [rule.code for rule in RULES]
    assert len(set(codes)) == len(codes)
    assert all(re.fullmatch(r"AG[0-7]\d\d", code) for code in codes)


def test_every_code_is_used() -> None:
    used = {
        code
        for path in SOURCES.rglob("*.py")
        if "catalog" not in path.parts
        for code in re.findall(r"\bAG\d{3}\b", path.read_text(encoding="utf-8"))
    }
    assert set(BY_CODE) - used - PENDING == set()


def test_nothing_is_pending() -> None:
    assert frozenset() == PENDING
