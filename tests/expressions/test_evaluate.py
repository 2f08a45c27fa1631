"""Values: what the operators give, and what they refuse. Both ways of computing them agree."""

import itertools

import pytest
from hypothesis import given, settings

from arenagen.expressions import (
    INT_MAX,
    INT_MIN,
    Bindings,
    Definitions,
    EvaluationError,
    compile_expression,
    evaluate,
    parse,
    to_text,
)

from .strategies import ENVIRONMENTS, SMALL, WIDE

ENV = {"a": 7, "b": -2, "zero": 0, "p": True, "q": False, "kv": "bf16", "rungs": (2, 4, 8)}

BOTH = [evaluate, lambda expr, env: compile_expression(expr)(env)]


def outcome(run, expr, env):
    """The value with its type, or the refusal."""
    try:
        value = run(expr, env)
    except EvaluationError as refused:
        return refused.code, refused.message, refused.span, refused.hint
    return type(value), value


@pytest.mark.parametrize("run", BOTH)
@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("a // b", -4),
        ("a % b", -1),
        ("-a // 2", -4),
        ("-a % 4", 1),
        ("(a + 1) / b", -4),
        ("zero / 5", 0),
        ("ceil_div(a, 2)", 4),
        ("ceil_div(-a, 2)", -3),
        ("align_up(a, 4)", 8),
        ("align_up(-a, 4)", -4),
        ("align_up(8, 4)", 8),
        ("min(a, b, zero)", -2),
        ("max(a, b, zero)", 7),
        ("rung(3, rungs)", 4),
        ("rung(b, rungs)", 2),
        ("rung(8, rungs)", 8),
        ("1 if p else 1 // zero", 1),
        ("q and 1 // zero > 0", False),
        ("p or 1 // zero > 0", True),
        ("not p", False),
        ("kv == 'bf16' and kv != 'f32'", True),
        ("9223372036854775807", INT_MAX),
        ("-9223372036854775808", INT_MIN),
    ],
)
def test_values(run, text, value):
    assert run(parse(text), ENV) == value


@pytest.mark.parametrize("run", BOTH)
@pytest.mark.parametrize(
    ("text", "code", "marked"),
    [
        ("a // zero", "AG140", "zero"),
        ("a % zero", "AG140", "zero"),
        ("a / (zero * 2)", "AG140", "zero * 2"),
        ("a // 0", "AG140", "0"),
        ("a / 2", "AG141", "a / 2"),
        ("7 / 2", "AG141", "7 / 2"),
        ("a + 9223372036854775807", "AG142", "a + 9223372036854775807"),
        ("9223372036854775807 * a // 1000", "AG142", "9223372036854775807 * a"),
        ("-9223372036854775808 // -1", "AG142", "-9223372036854775808 // -1"),
        ("--9223372036854775808", "AG142", "--9223372036854775808"),
        ("align_up(9223372036854775807, 2)", "AG142", "align_up(9223372036854775807, 2)"),
        ("rung(9, rungs)", "AG143", "rung(9, rungs)"),
        ("ceil_div(a, zero)", "AG144", "zero"),
        ("align_up(a, b)", "AG144", "b"),
    ],
)
def test_refusals(run, text, code, marked):
    with pytest.raises(EvaluationError) as caught:
        run(parse(text), ENV)
    assert caught.value.code == code
    assert text[slice(*caught.value.span)] == marked


def test_the_message_shows_the_numbers():
    with pytest.raises(
        EvaluationError, match="`a / 2` is 7 / 2, which leaves a remainder of 1"
    ) as e:
        evaluate(parse("a / 2"), ENV)
    assert "ceil_div" in e.value.hint


OPERATORS = ["+", "-", "*", "//", "%", "/", "==", "!=", "<", "<=", ">", ">="]


@pytest.mark.parametrize("op", OPERATORS)
def test_operators_agree_with_python_on_small_numbers(op):
    expr, half = parse(f"a {op} b"), op == "/"
    for a, b in itertools.product(range(-6, 7), repeat=2):
        expected = _python(f"a {'//' if half else op} b", a, b, exact=half)
        for run in BOTH:
            found = outcome(run, expr, {"a": a, "b": b})
            assert found[1] == expected if found[0] in (int, bool) else expected is None


def _python(text, a, b, exact):
    if ("//" in text or "%" in text) and (b == 0 or (exact and a % b)):
        return None
    return eval(text, {"a": a, "b": b})


def test_steps_agree_with_counting():
    for a, b in itertools.product(range(-9, 10), range(1, 6)):
        up = next(n for n in range(a, a + b) if n % b == 0)
        for run in BOTH:
            assert run(parse("align_up(a, b)"), {"a": a, "b": b}) == up
            assert run(parse(f"align_up(a, {b})"), {"a": a}) == up
            assert run(parse("ceil_div(a, b) * b"), {"a": a, "b": b}) == up
            assert run(parse(f"ceil_div(a, {b}) * {b}"), {"a": a}) == up


@settings(max_examples=400)
@given(WIDE | SMALL, ENVIRONMENTS)
def test_compiled_equals_evaluated(tree, env):
    expr = parse(to_text(tree))
    assert outcome(BOTH[1], expr, env) == outcome(evaluate, expr, env)


@given(WIDE, ENVIRONMENTS)
def test_numbers_stay_within_64_bits(tree, env):
    found = outcome(evaluate, tree, env)
    if found[0] is int:
        assert INT_MIN <= found[1] <= INT_MAX


def test_a_missing_name_is_an_error_of_the_caller():
    for run in BOTH:
        with pytest.raises(KeyError):
            run(parse("nowhere + 1"), ENV)


class TestDefinitions:
    def test_values_follow_from_one_another_in_any_order(self):
        lets = {"y": parse("x * 2"), "x": parse("a + 1")}
        assert Definitions(lets).bind({"a": 4}) == {"a": 4, "x": 5, "y": 10}

    def test_a_refusal_is_raised_by_the_one_who_looks(self):
        lets = {"x": parse("8 // a"), "y": parse("x + 1"), "safe": parse("y if a > 0 else 0")}
        bound = Definitions(lets).bind({"a": 0})
        assert bound["safe"] == 0
        with pytest.raises(EvaluationError) as caught:
            evaluate(parse("3 * y"), bound)
        assert caught.value.code == "AG140"
        assert caught.value.via == ("y", "x")
        assert caught.value.span == (5, 6)

    def test_a_cycle_is_named_and_left_out(self):
        lets = {"x": parse("y"), "y": parse("z + 1"), "z": parse("y"), "w": parse("1")}
        made = Definitions(lets)
        assert set(made.cycle) == {"y", "z"}
        assert made.order == ("w",)
        assert made.bind({}) == {"w": 1}

    def test_long_chains_need_no_deep_stack(self):
        lets = {f"x{n}": parse(f"x{n - 1} + 1") for n in range(1, 5000)}
        lets = dict(reversed(lets.items())) | {"x0": parse("a")}
        assert Definitions(lets).bind({"a": 1})["x4999"] == 5000

    def test_unknown_names_stay_unknown(self):
        bound = Bindings({"a": 1})
        with pytest.raises(KeyError):
            bound["b"]
