"""Values that people give: completed by defaults, checked against domains and requirements; all faults at once."""

from __future__ import annotations

import pytest

from arenagen.api import Given, ResolveError, resolve
from arenagen.diagnostics import Diagnostic
from tests.builder import buffer, errors, refused, sound

X = buffer("x", 'dtype = "u8"\nshape = ["width"]\nwhen = "width > 0"')


def faults(given: Given, *blocks: str) -> list[Diagnostic]:
    with pytest.raises(ResolveError) as refusal:
        resolve(sound(X, *blocks), given)
    return list(refusal.value.diagnostics)


@pytest.mark.parametrize(
    ("name", "value", "code", "words"),
    [
        ("n", 65, "AG502", "65 does not lie between 1 and 64"),
        ("n", 0, "AG502", "0 does not lie between 1 and 64"),
        ("n", True, "AG507", "expected a whole number, not true"),
        ("n", "4", "AG507", "expected a whole number"),
        ("n", 4.0, "AG507", "expected a whole number, not 4.0"),
        ("moe", 1, "AG507", "expected true or false"),
        ("kv", "f32", "AG502", "f32 is not one of bf16, f8e4m3"),
        ("kv", None, "AG507", "expected the name of a dtype"),
    ],
)
def test_values_that_a_parameter_does_not_take(
    name: str, value: object, code: str, words: str
) -> None:
    (fault,) = faults(Given({name: value}, source="values.json"))
    assert (fault.code, fault.place.path, fault.source) == (code, ("params", name), "values.json")
    assert words in fault.message
    assert fault.also[0].place.path == ("params", name)


def test_values_of_a_parameter_with_steps() -> None:
    params = '[params.even]\nmax = 8\nmultiple_of = 4\ndefault = 4\ndoc = "a size"\n'
    block = buffer("y", 'dtype = "u8"\nshape = ["even"]')
    (fault,) = faults(Given({"even": 6}, source="values"), params, block)
    assert (fault.code, fault.message) == ("AG502", "`even`: 6 is no multiple of 4")


def test_a_parameter_without_a_default_must_be_given() -> None:
    params = '[params.heads]\nmin = 1\nmax = 8\ndoc = "heads"\n'
    block = buffer("y", 'dtype = "u8"\nshape = ["heads"]')
    (fault,) = faults(Given(source="values"), params, block)
    assert fault.code == "AG501"
    assert "`heads`" in fault.message


def test_a_misspelt_parameter_names_the_nearest() -> None:
    (fault,) = faults(Given({"widht": 3}, source="values"))
    assert (fault.code, fault.hint) == ("AG500", "did you mean `width`?")


def test_a_flag_is_true_or_false() -> None:
    block = buffer("y", 'dtype = "u8"\nshape = [8]\nwhen = "fast"')
    (fault,) = faults(Given(flags={"fast": 1}, source="values"), block)
    assert (fault.code, fault.place.path) == ("AG505", ("flags", "fast"))


def test_all_faults_of_the_values_come_at_once() -> None:
    found = faults(Given({"n": 0, "r": "2", "m": 4}, source="values"))
    assert sorted(fault.code for fault in found) == ["AG500", "AG502", "AG507"]


REQUIRE = '[require]\nfits = { that = "r <= n", doc = "a pass has a token of each request", when = "moe" }\n'


def test_a_requirement_that_is_not_met_shows_the_values() -> None:
    (fault,) = refused(X, REQUIRE, n=2, r=3)
    assert (fault.code, fault.place.path) == ("AG503", ("require", "fits", "that"))
    assert "n = 2, r = 3" in fault.message
    assert fault.hint == "a pass has a token of each request"


def test_a_requirement_holds_only_under_its_condition() -> None:
    resolve(sound(X, REQUIRE), Given({"n": 2, "r": 3, "moe": False}, source="values"))


def test_requirements_can_ask_about_places_and_sizes() -> None:
    stated = (
        '[require]\nsmall = { that = "x.bytes <= 8 and x.end <= 8 or not x.exists", doc = "" }\n'
    )
    (fault,) = refused(X, stated, width=9)
    assert "x.bytes = 9" in fault.message
    resolve(sound(X, stated), Given({"width": 8}, source="values"))


def test_a_law_is_tried_for_all_values_of_its_variables() -> None:
    law = '[laws]\nsquare = { forall = { i = [1, "n"] }, that = "i * i <= 64", doc = "small" }\n'
    resolve(sound(X, law), Given({"n": 8}, source="values"))
    (fault,) = refused(X, law, n=10)
    assert fault.code == "AG700"
    assert "i = 9" in fault.message


def test_a_user_that_needs_what_is_absent() -> None:
    block = buffer(
        "y",
        'dtype = "u8"\nrow = [1]\nwhen = "moe"\nrequired_when = "moe or fast"',
        token_major=True,
    )
    (fault,) = errors(block)
    assert (fault.code, fault.place.path) == ("AG364", ("buffers", "y", "required_when"))
