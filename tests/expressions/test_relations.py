"""Differences, quotients and comparisons of related numbers, against all values of small domains."""

import itertools
from functools import cache

import pytest

from arenagen.expressions import EvaluationError, compile_expression, parse
from arenagen.expressions.analysis import Domain, Scope
from arenagen.expressions.analysis.values import holds
from arenagen.expressions.analysis.walker import Walker

RANGES = [(-3, 3), (0, 4), (1, 5)]
GUARDS = [
    *("a <= b", "a < b", "a >= b", "a > b", "a == b", "a != b", "a + 1 <= b", "a * 2 <= b"),
    *(
        "a % b == 0",
        "a // b >= 1",
        "a // b == 0",
        "a + b <= 4",
        "max(a, b) <= 3",
        "a <= c and c < b",
    ),
    *("a <= b or c > 2", "not (a < b and b < c)", "a * c <= b * c", "a == twice", "b - a >= c"),
]
PARTS = [
    *("a - b", "b - a", "2 * b - 2 * a", "3 * a - 2 * b", "a * c - b * c", "a * c + b - b * c"),
    *("a // b", "b // a", "a % b", "b % a", "b / a", "(a * b) / b", "(a - a % b) / b"),
    *(
        "a - a // b * b",
        "a - a // 3 * 3",
        "align_up(a, b) - a",
        "align_up(a, 3) - b",
        "a - a % b - b",
    ),
    *("ceil_div(a, b) * b - a", "ceil_div(a, 2) - ceil_div(b, 2)", "a // 2 - b // 2"),
    *("(a + 1) // 2 - ceil_div(b, 2)", "b // 2 + a // 2 - (a + b) // 2", "a // b * c - a * c // b"),
    *("max(a, b) - a", "max(a, c) - max(b, c)", "min(a, c) - min(b, c)", "min(a, b) - max(a, c)"),
    *(
        "rung(a, rungs) - rung(b, rungs)",
        "rung(a, rungs) - a",
        "rung(max(a, b), rungs) - rung(b, rungs)",
    ),
    *("a - (b if p else c)", "(a if p else c) - (b if p else c)", "twice - b", "a // b - a // c"),
    *("c * (a // 2) - c * (b // 2)", "max(a, 1) * c - max(b, 1) * c"),
    *("align_up(a, c) - align_up(b, c)", "a * a - b * b", "a * a - a", "a // c - b // c"),
]
LETS = {"twice": parse("b * 2 if p else b + b")}


RUNGS = (-1, 2, 5, 9)


@cache
def satisfying(guard, lo, hi):
    """All values for which a guard holds."""
    test, numbers, found = compile_expression(parse(guard)), range(lo, hi + 1), []
    for a, b, c, p in itertools.product(numbers, numbers, numbers, (True, False)):
        env = {"a": a, "b": b, "c": c, "p": p, "rungs": RUNGS, "twice": b * 2}
        try:
            if test(env):
                found.append(env)
        except EvaluationError:
            continue
    return found


@cache
def scope_and_state(guard, lo, hi):
    domains = {name: Domain.whole(lo, hi) for name in "abc"}
    scope = Scope({**domains, "p": Domain.boolean(), "rungs": Domain.rungs(RUNGS)}, LETS)
    return scope, scope.state([(parse(guard), True)])


def outcomes(expr, envs):
    """Values and codes of refusals of an expression."""
    run = compile_expression(expr)
    for env in envs:
        try:
            yield run(env)
        except EvaluationError as refused:
            yield refused.code


@pytest.mark.parametrize("part", PARTS)
def test_values_lie_in_the_set_and_refusals_are_expected(part):
    texts = (part, f"{part} > 0", f"{part} == 0", f"{part} <= -1")
    for text, guard, (lo, hi) in itertools.product(texts, GUARDS, RANGES):
        expr, envs = parse(text), satisfying(guard, lo, hi)
        scope, state = scope_and_state(guard, lo, hi)
        if state is None:
            assert not envs
            continue
        walker = Walker(scope)
        known = walker.value(expr, state)
        expected = {finding.code for finding in walker.findings.values()}
        for outcome in set(outcomes(expr, envs)):
            where = (text, guard, lo, hi, outcome, known)
            if isinstance(outcome, str):
                assert outcome in expected, where
            else:
                assert known is not None, where
                assert holds(known, outcome), where
