"""What each verdict means, on layouts small enough to see why."""

from __future__ import annotations

import pytest

from arenagen.api import Loaded, load_proved
from arenagen.diagnostics import Diagnostic
from arenagen.diagnostics.catalog.examples import buffer, layout
from arenagen.laws import Settled, settle_all
from tests.laws.brute import program_of

WIDE = """\
n = { min = 1, max = 100000, doc = "rows" }
k = { min = 1, max = 200, doc = "a width" }
big = { type = "bool", default = false, doc = "a switch" }"""
RUNGS = '[consts]\nrungs = { value = [2, 4, 8, 12, 16, 24, 32], doc = "sizes" }\n'


def proved(laws: str, *blocks: str, params: str = WIDE, tables: str = "") -> Loaded:
    return load_proved(layout(*blocks, params=params, tables=tables + laws), "x.toml")


def one(loaded: Loaded, name: str) -> Settled:
    return next(each for each in loaded.laws if each.obligation.name == name)


def found(loaded: Loaded) -> list[Diagnostic]:
    """What was found about laws."""
    return [fault for fault in loaded.report.diagnostics if fault.code.startswith("AG7")]


def law(that: str, more: str = "", name: str = "it") -> str:
    return f'[laws.{name}]\nthat = "{that}"\ndoc = "why"\n{more}\n'


@pytest.mark.parametrize(
    ("that", "by"),
    [
        ("x.bytes == 16 * n", "ranges"),
        ("align_up(n, 16) >= n", "ranges"),
        ("k * k % 4 != 2", "enumeration"),
        ("n * k >= n + k - 1", "ranges"),
        ("n % k <= n // 2 or n < k * 2 or k > 100", "cases"),
    ],
)
def test_a_law_is_proved_and_says_how(that: str, by: str) -> None:
    loaded = proved(law(that))
    assert one(loaded, "it").verdict.status == "proved"
    assert one(loaded, "it").verdict.by[0] == by
    assert found(loaded) == []


def test_trying_everything_says_how_much_that_was() -> None:
    verdict = one(proved(law("k * k % 4 != 2")), "it").verdict
    assert verdict.points == 200


def test_the_smallest_counterexample_is_shown_with_a_command_and_what_its_parts_come_to() -> None:
    padded = law("rung(v, rungs) <= k + 4", 'forall = { v = [1, "min(k, 32)"] }')
    loaded = proved(padded, tables=RUNGS)
    (fault,) = found(loaded)
    assert fault.code == "AG701"
    assert "for k = 17, v = 17" in fault.message
    assert "`rung(v, rungs)` is 24, `k + 4` is 21" in fault.message
    assert fault.hint == "`arenagen size x.toml --set k=17 --set n=1` shows it"
    assert loaded.elaborated is None


def test_a_law_that_needs_an_assumption_is_assumed() -> None:
    assume = '[assume]\nnarrow = { that = "k <= 64", reason = "no model is wider" }\n'
    loaded = proved(assume + law("k * 4 <= 256"))
    verdict = one(loaded, "it").verdict
    assert (verdict.status, verdict.because) == ("assumed", ("narrow",))
    assert found(loaded) == []


def test_only_the_assumptions_that_are_needed_are_named() -> None:
    assume = (
        '[assume]\nnarrow = { that = "k <= 64", reason = "no model is wider" }\n'
        'few = { that = "n <= 4096", reason = "no pass is longer" }\n'
    )
    loaded = proved(assume + law("k * 4 <= 256") + law("n * k <= 4096 * 64", name="both"))
    assert one(loaded, "it").verdict.because == ("narrow",)
    assert one(loaded, "both").verdict.because == ("narrow", "few")


def test_a_law_that_holds_within_a_budget_is_guarded() -> None:
    loaded = proved(law("x.bytes <= 4096"), buffer("x", budget="4096"))
    assert one(loaded, "it").verdict.status == "guarded"
    assert one(loaded, "it").verdict.because == ("budget x",)
    budget = one(loaded, "budget x").verdict
    assert budget.status == "guarded"
    assert budget.passes == (("n", 256),)


def test_an_index_is_about_the_last_element_not_the_count() -> None:
    params = 'n = { min = 1, max = 2147483648, doc = "rows" }'
    more = 'n = { min = 1, max = 2147483649, doc = "rows" }'
    bytes_ = buffer("x", dtype='"u8"', row="[]", index='"i32"')
    assert one(proved("", bytes_, params=params), "index x").verdict.status == "proved"
    verdict = one(proved("", bytes_, params=more), "index x").verdict
    assert (verdict.status, verdict.passes) == ("guarded", (("n", 2**31),))


def test_what_cannot_be_decided_is_a_finding() -> None:
    cubes = 'a = { min = 1, max = 1000003, doc = "x" }\nb = { min = 1, max = 1000003, doc = "x" }'
    loaded = proved(law("a * a * a != 2 * b * b * b"), params=WIDE + "\n" + cubes)
    assert [fault.code for fault in found(loaded)] == ["AG702"]
    assert loaded.elaborated is not None


def test_a_size_that_shrinks_when_its_axis_grows_is_refused_with_both_sizes() -> None:
    shape = buffer("x", token_major=False, row=None, shape='["100 // n"]', when='"n <= 100"')
    loaded = proved("", shape, buffer("y"))
    verdict = one(loaded, "never_shrinks x").verdict
    assert verdict.status == "refuted"
    assert verdict.witness is not None
    assert verdict.witness["n"] == 1
    assert verdict.witness["n'"] == 2
    (fault,) = [fault for fault in found(loaded) if fault.code == "AG705"]
    assert "`x` takes 400 bytes for n = 1 and 200 for n = 2" in fault.message


def test_contradicting_assumptions_are_refused() -> None:
    assume = '[assume]\nfew = { that = "n < 8", reason = "r" }\nmany = { that = "n > 8", reason = "r" }\n'
    assert [fault.code for fault in found(proved(assume))] == ["AG703"]


def test_live_rows_are_proved_for_every_count() -> None:
    padded = buffer("x", rows='"align_up(n, 16)"', live_rows='"align_up(tokens, 16)"')
    assert one(proved("", padded), "live_rows x").verdict.status == "proved"


def test_absent_parts_start_at_zero_of_their_buffer() -> None:
    sections = '[{ name = "a", shape = [3] }, { name = "b", shape = [4], when = "big" }]'
    blocks = (buffer("w"), buffer("s", token_major=False, row=None, sections=sections))
    loaded = proved(law("s.b.offset == 12 or not big") + law("s.b.offset >= 0", name="l2"), *blocks)
    assert [one(loaded, name).verdict.status for name in ("it", "l2")] == ["proved", "proved"]


def test_assumptions_that_nothing_is_found_to_meet_are_a_finding() -> None:
    wide = "\n".join(f'{name} = {{ min = 1, max = 1000003, doc = "x" }}' for name in "abc")
    assume = '[assume]\nodd = { that = "a * a * a + b * b * b == c * c * c", reason = "r" }\n'
    codes = [fault.code for fault in found(proved(assume, params=WIDE + "\n" + wide))]
    assert "AG702" in codes


def test_a_law_about_no_values_is_a_finding() -> None:
    never = law("n > 0", 'when = "n > 100000"')
    assert [fault.code for fault in found(proved(never))] == ["AG706"]
    empty = law("v > 0", "forall = { v = [2, 1] }")
    assert [fault.code for fault in found(proved(empty))] == ["AG706"]


def test_a_law_without_a_value_is_broken() -> None:
    (fault,) = found(proved(law("100 // (k - 1) <= 100")))
    assert fault.code == "AG701"
    assert "has no value: division by zero: `k - 1` is 0 (for k = 1)" in fault.message


def test_where_the_layout_has_no_numbers_a_law_is_not_refuted() -> None:
    """For k = 1 the row has no size: a fault of the row, which the rules refuse before laws are asked."""
    text = layout(
        buffer("x", row='["100 // (k - 1)"]'), params=WIDE, tables=law("100 // (k - 1) >= 0")
    )
    program = program_of(text)
    assert program is not None
    statuses = {s.obligation.name: s.verdict.status for s in settle_all(program, {}, None).settled}
    assert statuses["has_value x"] == "refuted"
    assert statuses["it"] == "unknown"


def test_a_law_that_needs_a_check_and_an_assumption_names_both() -> None:
    assume = '[assume]\nnarrow = { that = "k <= 64", reason = "no model is wider" }\n'
    loaded = proved(assume + law("x.bytes * k <= 4096 * 64"), buffer("x", budget="4096"))
    verdict = one(loaded, "it").verdict
    assert (verdict.status, verdict.because) == ("assumed", ("budget x", "narrow"))
