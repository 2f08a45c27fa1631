"""Values, names and expressions that go wrong in interesting ways."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

NAMES = ("n", "a", "b", "n", "a", "b", "n", "b", "rungs", "p", "tokens", "requests", "x.bytes", "z")
"""Names in expressions: mostly whole numbers of small layouts, rarely something else."""

NUMBERS = (0, 1, 2, 3, 7, 8, 32, -1, -8, 255, 2**31, 2**32 + 1, 2**62, 2**63 - 1, -(2**63), 2**63)

TEXTS = (
    "",
    " ",
    "n",
    "keep",
    "bf16",
    "tokens",
    "x.y",
    "\x00",
    "é",
    "a" * 300,
    "n +",
    "(" * 60,
    "1" * 30,
)

WORDS = (
    "device",
    "pinned",
    "declared",
    "never",
    "whole",
    "live",
    "rows",
    "skip",
    "int",
    "bool",
    "f32",
    "i4",
    "blk",
)

_BINARY = ("+", "-", "*", "//", "%", "/")
_COMPARED = ("==", "!=", "<", "<=", ">", ">=")


def number(random: Random, depth: int = 3) -> str:
    """An expression that may be a whole number."""
    if depth == 0 or random.random() < 0.4:
        small = str(random.choice((1, 2, 3, 4, 8)))
        return random.choice((random.choice(NAMES[:8]), small, small, _wild(random)))
    a, b = number(random, depth - 1), number(random, depth - 1)
    forms = (
        f"{a} {random.choice(_BINARY)} {b}",
        f"({a}) {random.choice(_BINARY)} ({b})",
        f"-({a})",
        f"max({a}, {b})",
        f"min({a}, {b})",
        f"ceil_div({a}, {b})",
        f"align_up({a}, {b})",
        f"rung({a}, rungs)",
        f"{a} if {truth(random, depth - 1)} else {b}",
    )
    return random.choice(forms)


def _wild(random: Random) -> str:
    return random.choice((random.choice(NAMES), str(random.choice(NUMBERS)), "n"))


def truth(random: Random, depth: int = 2) -> str:
    """An expression that may be a condition."""
    if depth == 0 or random.random() < 0.3:
        return random.choice(("p", "q", "fast", "true", "kv == 'bf16'", "n > 2", "a < b"))
    a, b = truth(random, depth - 1), truth(random, depth - 1)
    x, y = number(random, depth - 1), number(random, depth - 1)
    forms = (
        f"{x} {random.choice(_COMPARED)} {y}",
        f"{a} and {b}",
        f"{a} or {b}",
        f"not ({a})",
        f"{a} if {b} else {a}",
    )
    return random.choice(forms)


def anything(random: Random, depth: int = 2) -> Any:
    """Any TOML value."""
    options: list[Callable[[], Any]] = [
        lambda: random.choice(NUMBERS),
        lambda: random.choice((True, False)),
        lambda: random.choice((0.0, -0.0, 1.5, float("inf"), float("nan"), 1e300)),
        lambda: random.choice(TEXTS),
        lambda: random.choice(WORDS),
        lambda: number(random),
        lambda: truth(random),
    ]
    if depth:
        options += [
            lambda: [anything(random, depth - 1) for _ in range(random.randrange(4))],
            lambda: {
                random.choice(("a", "x", "doc", "row", "", "é")): anything(random, depth - 1)
                for _ in range(random.randrange(4))
            },
        ]
    return random.choice(options)()
