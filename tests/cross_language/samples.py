"""Examples of a strategy, the same in every run: for tests that need all of them at once, to compile them together."""

from __future__ import annotations

from typing import TypeVar

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

T = TypeVar("T")


def samples(strategy: st.SearchStrategy[T], count: int, *, of: int = 1) -> list[T]:
    """Every `of`-th of the examples that hypothesis makes without a seed of the day, up to a count."""
    found: list[T] = []

    @settings(
        max_examples=count * of + of,
        derandomize=True,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(strategy)
    def collect(example: T) -> None:
        found.append(example)

    collect()
    return found[of - 1 :: of][:count]
