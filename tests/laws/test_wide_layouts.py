"""Random layouts over wide domains: each obligation has a verdict, and none is contradicted by values that resolve."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from arenagen.api import resolve
from arenagen.laws import settle_all
from tests.strategies import compiled, layouts, values_for


@settings(max_examples=40, deadline=None)
@given(layouts(), st.data())
def test_what_is_refuted_is_not_something_that_always_holds(
    layout: dict[str, Any], data: st.DataObject
) -> None:
    loaded = compiled(layout)
    settled = settle_all(loaded.program, {}, None).settled
    resolved = resolve(loaded, data.draw(values_for(layout), label="values"))
    by_construction = [each for each in settled if not each.obligation.goals]
    assert {each.verdict.status for each in by_construction} <= {"proved"}
    for each in settled:
        if each.obligation.law == "can_exist" and each.verdict.status == "refuted":
            assert not resolved.nodes[each.obligation.subject].exists
