"""Random layouts: every language answers what resolve and verify say, for random values and counts.

The layouts of `tests.strategies` with several sets of values each, every routine with several counts, and allocations
that fail.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest

from arenagen.api import Given
from arenagen.conformance import Case, Outcome
from arenagen.conformance.suite import questions
from arenagen.resolve import ResolveError, bind
from tests.cross_language.samples import samples
from tests.strategies import compiled, layouts, values_for, written

LAYOUTS = 6
"""Each is compiled by itself, which is what takes time."""

VALUES = 4


def named_values(layout: Mapping[str, Any], program: Any) -> dict[str, Mapping[str, Any]]:
    """Sets of values, each complete."""
    found: dict[str, Mapping[str, Any]] = {}
    for i, given in enumerate(samples(values_for(layout), VALUES, of=3)):
        try:
            values = bind(program.layout, Given(given.params, given.flags, source="values"))
        except ResolveError:
            continue
        names = [*layout["params"], *layout.get("flags", ())]
        found[f"random {i}"] = {name: values[name] for name in names}
    return found


def features(item: object, name: str = "") -> Iterator[str]:
    """What a layout uses: its keys and its words, without the names of buffers and parts."""
    if isinstance(item, Mapping):
        for key, inner in item.items():
            yield from features(inner, key)
    elif isinstance(item, list):
        for inner in item:
            yield from features(inner, name)
    elif name in ("range", "memory", "mirror", "order", "fixed", "dtype", "align"):
        yield f"{name} {item}"
    elif name in ("fill", "pad"):
        yield f"{name} {type(item).__name__}"
    else:
        yield name


def chosen_layouts() -> list[dict[str, Any]]:
    """Of many random layouts those that together use the most of the language."""
    many = samples(layouts(most_buffers=5), 100)
    left = {i: set(features(layout)) for i, layout in enumerate(many)}
    seen: set[str] = set()
    found = []
    for _ in range(LAYOUTS):
        best = max(left, key=lambda i: len(left[i] - seen))
        seen |= left.pop(best)
        found.append(many[best])
    return found


def random_cases() -> list[Case]:
    cases = []
    for i, layout in enumerate(chosen_layouts()):
        named = {**layout, "layout": {**layout["layout"], "name": f"random_{i}"}}
        program = compiled(named).program
        given = named_values(named, program)
        cases.append(Case(f"random_{i}", written(named), program, given))
    return cases


@pytest.fixture(scope="module")
def cases() -> list[Case]:
    return random_cases()


def test_the_layouts_ask_for_much(cases: list[Case]) -> None:
    answers = [answer for case in cases for _, answer in questions(case)]
    calls = [call[0] for answer in answers for call in answer.calls]
    assert min(calls.count(kind) for kind in ("alloc", "memset", "fill", "free")) > 20
    assert any(answer.parts for answer in answers)
    assert any(len(answer.totals) > 2 for answer in answers)


def test_random_layouts_come_to_the_same(cases: list[Case], run: Callable[[Case], Outcome]) -> None:
    for case in cases:
        outcome = run(case)
        assert outcome.state == "right", f"{case.text}\n" + "\n".join(outcome.faults[:40])
        assert outcome.asked > 10


def test_allocations_and_frees_match_one_to_one(cases: list[Case]) -> None:
    """Of what is expected, so of every answer that is right: nothing is freed that was not allocated, nothing kept."""
    for case in cases:
        for request, answer in questions(case):
            made = [call for call in answer.calls if call[0] == "alloc"]
            freed = [call[1] for call in answer.calls if call[0] == "free"]
            released = ("release",) in request.steps
            assert freed == (
                [(i + 1) << 44 for i in reversed(range(len(made)))] if released else []
            )
            assert all(call[3] > 0 for call in answer.calls if call[0] in ("memset", "fill"))
            assert all(call[1] > 0 for call in made)
