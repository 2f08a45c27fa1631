"""Random inputs by number: the same seed and number give the same text."""

from __future__ import annotations

from random import Random

import tomli_w

from tests.fuzz import grammar, tables, texts
from tests.fuzz.seeds import seeds

KINDS = ("text", "tables", "values", "grammar")


def make(seed: int, number: int) -> tuple[str, str]:
    """(kind, text) of one input."""
    random = Random(f"{seed} {number}")
    kind = KINDS[number % len(KINDS)]
    start = random.choice(seeds())
    if kind == "text":
        return kind, texts.damaged(random, start, seeds())
    if kind == "values":
        return kind, tables.nudged(random, start)
    if kind == "tables":
        return kind, tables.damaged(random, start)
    return kind, tomli_w.dumps(grammar.layout(random))
