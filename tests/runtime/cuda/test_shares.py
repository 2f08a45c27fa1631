"""How work is shared out: everything once, to every part the same."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arenagen.runtime.cuda.shares import ALL, Share, shared_out

WEIGHTS = st.lists(st.integers(0, 5000), min_size=1, max_size=20)


@given(WEIGHTS, st.integers(1, 40), st.integers(0, 3))
def test_the_shares_of_an_item_join_from_its_start_to_its_end(
    weights: list[int], parts: int, more: int
) -> None:
    found: dict[int, list[Share]] = {}
    for share in shared_out(weights, parts, parts + more):
        found.setdefault(share.item, []).append(share)
    assert sorted(found) == [i for i, weight in enumerate(weights) if weight]
    for shares in found.values():
        assert shares[0].start == 0
        assert shares[-1].end == ALL
        assert all(a.end == b.start for a, b in pairwise(shares))
        assert all(share.start < share.end for share in shares)


@given(WEIGHTS, st.integers(1, 40))
def test_every_part_has_the_same_weight_to_one_unit(weights: list[int], parts: int) -> None:
    loads = dict.fromkeys(range(parts), Fraction(0))
    for share in shared_out(weights, parts, parts):
        loads[share.block] += Fraction(share.end - share.start, ALL) * weights[share.item]
    mean = Fraction(sum(weights), parts)
    assert all(abs(load - mean) <= Fraction(101, 100) for load in loads.values())


@given(WEIGHTS, st.integers(1, 8), st.integers(8, 40))
def test_few_parts_are_spread_over_many_blocks(weights: list[int], parts: int, blocks: int) -> None:
    used = {share.block for share in shared_out(weights, parts, blocks)}
    assert used <= {part * blocks // parts for part in range(parts)}


@pytest.mark.parametrize("weights", [[], [0], [0, 0]])
def test_without_weight_there_are_no_shares(weights: list[int]) -> None:
    assert list(shared_out(weights, 4, 4)) == []
