"""Small random layouts: no verdict is contradicted by any set of values, and what is proved once is proved again."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from arenagen.laws import read_ledger, settle_all
from arenagen.laws.ledger import ledger_data
from tests.laws.brute import Everything, program_of
from tests.laws.small import SmallLayouts


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**9))
def test_no_verdict_is_contradicted_by_values(seed: int) -> None:
    program = program_of(SmallLayouts(seed).text())
    if program is None:
        return
    proofs = settle_all(program, {}, None)
    if any(complaint.code == "AG703" for complaint in proofs.complaints):
        return
    everything = Everything(program)
    wrong = [(s.obligation.name, s.verdict, everything.contradicts(s)) for s in proofs.settled]
    assert [each for each in wrong if each[2] is not None] == []


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 10**9))
def test_a_ledger_gives_the_same_ledger(seed: int) -> None:
    program = program_of(SmallLayouts(seed).text())
    if program is None:
        return
    first = ledger_data(settle_all(program, {}, None).settled)
    again = settle_all(program, read_ledger(first), None).settled
    assert ledger_data(again) == first
    lasting = ("proved", "assumed", "guarded")
    assert all(s.kept for s in again if s.digest and s.verdict.status in lasting)
