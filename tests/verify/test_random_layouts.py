"""Random layouts with random values: what resolve makes of them is what verification expects."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

from arenagen.api import Given, Loaded, ResolveError, resolve
from arenagen.resolve import ResolvedLayout
from arenagen.resolve.ranges import Counts, merge, padding_gaps, routine_ranges
from arenagen.verify import Asked, verify_layout, verify_merged, verify_ranges
from tests.case_runner import describe
from tests.strategies import asked, compiled, layouts, values_for


def _resolved(data: st.DataObject, layout: Mapping[str, Any]) -> tuple[Loaded, ResolvedLayout]:
    loaded = compiled(layout)
    return loaded, resolve(loaded, data.draw(values_for(layout), label="values"))


@settings(max_examples=120)
@given(layouts(), st.data())
def test_numbers_are_what_the_words_say(layout: dict[str, Any], data: st.DataObject) -> None:
    _, resolved = _resolved(data, layout)
    assert verify_layout(resolved) == ()


@settings(max_examples=120)
@given(layouts(), st.data())
def test_routines_clear_exactly_what_the_words_say(
    layout: dict[str, Any], data: st.DataObject
) -> None:
    loaded, resolved = _resolved(data, layout)
    for plan in resolved.elaborated.plans:
        call = Asked()
        if plan.axis is not None:
            most = int(resolved.values[layout["axes"][plan.axis]["max"]])  # type: ignore[arg-type]
            call = data.draw(asked(most), label=plan.routine.name)
        counts = Counts(call.live, call.padded, call.rows)
        ranges = routine_ranges(loaded.program, resolved, plan, counts)
        assert verify_ranges(resolved, plan.routine, call, ranges) == ()
        merged = merge(ranges, padding_gaps(resolved))
        assert verify_merged(resolved, ranges, merged) == ()
        assert len(merged) <= len(ranges)


@settings(max_examples=40)
@given(layouts(), st.data())
def test_totals_are_sums_and_what_is_absent_takes_nothing(
    layout: dict[str, Any], data: st.DataObject
) -> None:
    _, resolved = _resolved(data, layout)
    assert resolved.total_bytes == sum(made.bytes for made in resolved.buffers.values())
    for path, made in resolved.nodes.items():
        if not made.exists:
            written = layout["buffers"].get(path, {})
            assert made.bytes == written.get("placeholder", 0)
            assert (made.offset is None) == (made.bytes == 0)
        else:
            assert made.bytes > 0
    arenas = [
        size for name, size in resolved.arenas.items() if name in layout.get("arenas", ["main"])
    ]
    assert sum(size.bytes for size in arenas) >= resolved.total_bytes


@settings(max_examples=40)
@given(layouts(), st.data())
def test_values_alone_decide(layout: dict[str, Any], data: st.DataObject) -> None:
    """Resolving again, or with parameters declared and given in another order, changes nothing."""
    loaded = compiled(layout)
    values = data.draw(values_for(layout), label="values")
    once = describe(resolve(loaded, values))
    assert describe(resolve(loaded, values)) == once
    params = data.draw(st.permutations(list(layout["params"].items())), label="parameters")
    shuffled = compiled({**layout, "params": dict(params)})
    backwards = evolve(values, params=dict(reversed(list(values.params.items()))))
    assert describe(resolve(shuffled, backwards)) == once


@settings(max_examples=40)
@given(layouts(), st.data())
def test_values_outside_their_domains_are_refused(
    layout: dict[str, Any], data: st.DataObject
) -> None:
    loaded = compiled(layout)
    values = data.draw(values_for(layout), label="values")
    name = data.draw(st.sampled_from(sorted(layout["params"])), label="parameter")
    wrong = data.draw(st.sampled_from([-1, 99, 1.0, "f16", None, [1]]), label="wrong value")
    given_wrong: Given = evolve(values, params={**values.params, name: wrong})
    with pytest.raises(ResolveError) as refused:
        resolve(loaded, given_wrong)
    (fault,) = refused.value.diagnostics
    assert fault.code in ("AG502", "AG507")
    assert fault.place.path == ("params", name)
