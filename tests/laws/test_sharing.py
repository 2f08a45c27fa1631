"""Uses that must not share bytes: refused where they do for some values, proved where they never do."""

from __future__ import annotations

import pytest

from arenagen.api import load_proved
from arenagen.diagnostics.catalog.examples import NONE, buffer, layout
from tests.laws.test_verdicts import found, one, proved

N = 'n = { min = 1, max = 1000000, doc = "rows" }\nbig = { type = "bool", default = false, doc = "a switch" }'
PHASES = '[phases]\nnames = ["prefill", "decode"]\nconcurrent = [["prefill", "decode"]]\n'
STEP = 'step = { doc = "one pass", stale_read = true }'
MADE = 'made = { doc = "zero at first", stale_read = true, cleared = "create" }'
ONCE = 'once = { doc = "set once", cleared = "create", keep = true }'


def uses(text: str, **keys: str) -> str:
    return buffer("s", token_major=False, row=None, uses=f"{{ {text} }}", **keys)


def asked(text: str, reset: str = "none", *, classes: str = NONE, tables: str = "") -> str:
    """A layout whose second buffer has uses."""
    every = classes if classes == NONE else f"{NONE}\n{classes}"
    blocks = (buffer(), buffer("w", when='"big"'), uses(text, reset=f'"{reset}"'))
    return layout(*blocks, params=N, classes=every, tables=tables)


def codes(text: str) -> list[str]:
    return sorted({each.code for each in load_proved(text, "x.toml").report.diagnostics})


HALVES = 'a = {{ shape = ["n"], {0} }}, b = {{ shape = [4], phase = ["decode"], {1} }}'


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (HALVES.format('phase = ["prefill"]', 'at = "4 * n - 4"'), "AG372"),
        (HALVES.format('phase = ["prefill"]', 'at = "4 * n"'), None),
        (HALVES.format('phase = ["prefill"]', 'at = "align_up(4 * n, 64)"'), None),
        (HALVES.format('phase = ["prefill"], when = "big"', 'when = "not big"'), None),
    ],
)
def test_uses_of_phases_that_run_together(text: str, code: str | None) -> None:
    assert codes(asked(text, tables=PHASES)) == ([code] if code else [])


def test_what_must_survive_a_phase_is_needed_in_it() -> None:
    text = HALVES.format('phase = ["prefill"], live_in = ["decode"]', "at = 3999996")
    names = PHASES.partition("concurrent")[0]
    assert codes(asked(text, tables=names)) == ["AG372"]
    assert codes(asked(text.replace(', live_in = ["decode"]', ""), tables=names)) == []


def test_an_overlap_that_no_value_tried_shows_is_found_by_the_proof() -> None:
    """One number of rows in a thousand overlaps, and neither end of the domain does."""
    place = "4 * (n - (1 if n % 1000 == 7 else 0))"
    text = HALVES.format('phase = ["prefill"]', f'at = "{place}"')
    loaded = proved("", buffer(), buffer("w", when='"big"'), uses(text), params=N, tables=PHASES)
    verdict = one(loaded, "turns s.a and b").verdict
    assert verdict.status == "refuted"
    assert verdict.witness is not None
    assert verdict.witness["n"] == 7
    (fault,) = found(loaded)
    assert (fault.code, fault.place.path) == ("AG701", ("buffers", "s", "uses", "b"))


PARTS = (
    'a = {{ sections = [{{ name = "p", dtype = "u8", shape = [64] }}, '
    '{{ name = "q", dtype = "u8", shape = [64], phase = ["decode"] }}] }}, '
    'b = {{ dtype = "u8", shape = [{0}], phase = ["prefill"] }}'
)


@pytest.mark.parametrize(("size", "said"), [(64, []), (65, ["AG372"])])
def test_parts_of_uses_have_phases_too(size: int, said: list[str]) -> None:
    text = asked(PARTS.format(size), tables=PHASES)
    assert codes(text) == said
    if said:
        (fault,) = load_proved(text, "x.toml").report.errors
        assert (
            "parts `s.a.q` and `s.b` are needed at one time and share bytes [64, 65)"
            in fault.message
        )


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ('a = { shape = ["n"] }, b = { shape = [4] }', "AG373"),
        ('a = { shape = ["n"] }, b = { shape = [4], reset = "none" }', "AG373"),
        ('a = { shape = ["n"] }, b = { shape = [4], reset = "none", at = "4 * n" }', None),
        ('a = { shape = ["n"], when = "big" }, b = { shape = [4], when = "not big" }', None),
        ('a = { shape = ["n"], reset = "none" }, b = { shape = [4], reset = "none" }', None),
    ],
)
def test_what_is_kept_is_not_touched_by_another_use(text: str, code: str | None) -> None:
    assert codes(asked(text, "once", classes=ONCE)) == ([code] if code else [])


TWO = 'a = {{ shape = ["n"]{0} }}, b = {{ dtype = "i32", shape = [4]{1} }}'


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (TWO.format("", ""), ["AG374"]),
        (TWO.format(', reset = "none"', ""), ["AG374"]),
        (TWO.format(', reset = "none"', ', reset = "none"'), []),
        (TWO.format("", ', at = "4 * n"'), []),
        (TWO.format(', when = "big"', ', when = "not big"'), []),
        ('a = { shape = ["n"] }, b = { shape = [4] }', []),
    ],
)
def test_what_a_use_of_another_dtype_left_is_not_read(text: str, said: list[str]) -> None:
    assert codes(asked(text, "made", classes=MADE)) == said


@pytest.mark.parametrize(
    ("routine", "said"),
    [
        ('r = { classes = ["step"] }', []),
        ('r = { classes = ["step"], phase = "decode" }', []),
        ('r = { classes = ["step"], phase = "prefill" }', ["AG374"]),
    ],
)
def test_a_routine_clears_in_between_if_it_is_run_when_the_use_is(
    routine: str, said: list[str]
) -> None:
    text = TWO.format(', phase = ["prefill"], reset = "none"', ', phase = ["decode"]')
    names = '[phases]\nnames = ["prefill", "decode"]\n'
    tables = f"{names}\n[reset.routines]\n{routine}\n"
    assert codes(asked(text, "step", classes=STEP, tables=tables)) == sorted(said)
