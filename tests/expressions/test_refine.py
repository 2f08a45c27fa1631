"""What a condition says about the names in it, against all values of small domains."""

import itertools

import pytest

from arenagen.expressions import EvaluationError, Name, compile_expression, parse
from arenagen.expressions.analysis import Domain, Scope
from arenagen.expressions.analysis.values import holds

RANGES = [(-5, 5), (0, 6), (1, 4)]
PARTS = [
    *("a + b", "a - b", "a * b", "a // b", "a / b", "a % b", "-a", "max(a, b)", "min(a, b)"),
    *("ceil_div(a, b)", "align_up(a, b)", "rung(a, rungs)", "a // 3", "a % 3", "a * 2", "a * -2"),
    *("a / 2", "a // -2", "ceil_div(a, 3)", "align_up(a, 3)", "max(a, b, 1)", "min(a, 2, b)"),
    *("a if p else b", "a - 1 if b > 0 else 3", "(a + 1) * (b - 1)", "a * a", "twice", "a - twice"),
]
LETS = {"twice": parse("b * 2")}


def satisfying(condition, lists):
    """The values that make a condition true."""
    run = compile_expression(condition)
    for values in itertools.product(*lists.values()):
        env = dict(zip(lists, values, strict=True))
        env["twice"] = env["b"] * 2
        try:
            if run(env):
                yield env
        except EvaluationError:
            continue


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("op", ["==", "!=", "<", "<=", ">", ">="])
def test_values_that_satisfy_a_condition_are_kept(part, op):
    for (lo, hi), limit in itertools.product(RANGES, ("-3", "-1", "0", "1", "2", "6", "b", "a")):
        condition = parse(f"({part}) {op} {limit}")
        domains = {"a": Domain.whole(lo, hi), "b": Domain.whole(lo, hi), "p": Domain.boolean()}
        domains["rungs"] = Domain.rungs([-2, 1, 4])
        lists = {name: list(range(lo, hi + 1)) for name in "ab"}
        lists |= {"p": [True, False], "rungs": [(-2, 1, 4)]}
        state = Scope(domains, LETS).state([(condition, True)])
        for env in satisfying(condition, lists):
            assert state is not None
            for name, domain in domains.items():
                known = state.known.get(Name((name,)), domain.known)
                assert holds(known, env[name]), (condition, name, env, known)


@pytest.mark.parametrize(
    ("condition", "lo", "hi"),
    [
        ("a + 3 <= 10", 0, 7),
        ("a - 3 >= 10", 13, 1000),
        ("2 * a <= 11", 0, 5),
        ("a * b > 0", 1, 1000),
        ("a // 4 == 2", 8, 11),
        ("a / 4 == 2", 8, 8),
        ("a % 8 == 3", 3, 995),
        ("a % 8 != 0", 1, 1000),
        ("max(a, b) < 9", 0, 8),
        ("min(a, b) > 9", 10, 1000),
        ("ceil_div(a, 4) == 2", 5, 8),
        ("align_up(a, 4) <= 8", 0, 8),
        ("rung(a, rungs) <= 5", 0, 5),
        ("-a >= -7", 0, 7),
        ("(a if p else 0) > 5 and p", 6, 1000),
        ("not (a > 5 or a < 3)", 3, 5),
        ("5 > a", 0, 4),
        ("a < b and b < 10", 0, 999),
        ("b < 10 and a < b", 0, 8),
    ],
)
def test_what_is_learned_about_a(condition, lo, hi):
    domains = {"a": Domain.whole(0, 1000), "b": Domain.whole(0, 1000), "p": Domain.boolean()}
    scope = Scope({**domains, "rungs": Domain.rungs([2, 5, 9])})
    state = scope.state([(parse(condition), True)])
    known = state.known.get(Name(("a",)), domains["a"].known)
    assert (known.lo, known.hi) == (lo, hi)
