"""What is found out about expressions over whole domains: right for sure, and precise enough."""

import itertools
from unittest import mock

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arenagen.expressions import (
    Definitions,
    EvaluationError,
    Name,
    evaluate,
    parse,
    to_text,
)
from arenagen.expressions.analysis import Domain, Scope, Truth, analyse, find
from arenagen.expressions.analysis.values import holds

from .strategies import SMALL, WORDS, bools, ints

RUNGS = (2, 4, 8, 16)

WIDE_DOMAINS = {
    "length": Domain.whole(1, 1 << 20),
    "block": Domain.whole(0, 1024),
    "tokens": Domain.whole(1, 131072),
    "hidden": Domain.whole(0, 65536),
    "inner": Domain.whole(0, 65536),
    "width": Domain.whole(32, 65536, 32),
    "heads": Domain.whole(0, 5000),
    "dim": Domain.whole(1, 5000),
    "shift": Domain.whole(-5, 5000),
    "few": Domain.numbers([64, 128, 192]),
    "flag": Domain.boolean(),
    "gated": Domain.boolean(),
    "kv": Domain.dtype(["bf16", "f8e4m3"]),
    "rungs": Domain.rungs(RUNGS),
    "const": Domain.constant(48),
}
WIDE_LETS = {
    "moe": parse("heads > 0"),
    "chunks": parse("ceil_div(tokens, 64) + 16"),
    "flat": parse("dim * heads"),
    "state": parse("dim * hidden if flag else 0"),
    "share": parse("tokens // heads"),
    "share_or_none": parse("share if moe else 0"),
    "bytes": parse("2 if kv == 'bf16' else 1"),
}
WIDE_SCOPE = Scope(WIDE_DOMAINS, WIDE_LETS)


def guarded(*texts):
    return [(parse(text), True) for text in texts]


class TestIdioms:
    @pytest.mark.parametrize(
        ("text", "guards"),
        [
            ("length // block + 1 if block > 0 else 256", []),
            ("length // block + 1 if not block == 0 else 256", []),
            ("256 if block <= 0 else length // block", []),
            ("block != 0 and length % block == 0 and length / block > 3", []),
            ("block == 0 or length % block == 0", []),
            ("length / block", ["block > 0", "length % block == 0"]),
            ("length / block if block > 0 and length % block == 0 else 0", []),
            ("width / 32", []),
            ("width * 3 / 96", []),
            ("(width + 64) / 32", []),
            ("(hidden * 2) / 2", []),
            ("(hidden * 6 + inner * 4) / 2", []),
            ("few / 64", []),
            ("flat / dim", []),
            ("flat * 4 / (dim * 2)", []),
            ("state / dim", []),
            ("(tokens - tokens % dim) / dim", []),
            ("tokens // dim * dim / dim", []),
            ("align_up(max(hidden, inner), 256) / 256", []),
            ("align_up(tokens, dim) / dim", []),
            ("hidden / 64", ["hidden % 64 == 0"]),
            ("hidden / 32", ["hidden % 64 == 32"]),
            ("tokens // heads", ["moe"]),
            ("tokens // heads if moe else 0", []),
            ("share if moe else 0", []),
            ("share_or_none * 2", []),
            ("tokens // hidden", ["not flag or hidden > 0", "flag"]),
            ("tokens // hidden if flag else 0", ["not flag or hidden > 0"]),
            ("tokens // (hidden if flag else inner)", ["hidden > 0 and inner > 0"]),
            ("tokens // (heads * hidden)", ["heads * hidden > 0"]),
            ("tokens // heads", ["heads * hidden > 0"]),
            ("tokens // heads", ["min(heads, hidden) >= 1"]),
            ("tokens // (1 if heads == 0 else heads)", []),
            ("tokens // max(heads, 1)", []),
            ("tokens // shift", ["shift != 0"]),
            ("tokens // (shift - 3)", ["shift != 3"]),
            ("tokens // (hidden - inner)", ["hidden > inner"]),
            ("tokens // (hidden - inner)", ["hidden != inner"]),
            ("ceil_div(tokens, dim) * 4", []),
            ("rung(min(tokens, 16), rungs)", []),
            ("rung(dim, rungs) if dim <= 16 else dim", []),
            ("8 / bytes", []),
            ("const / 16", []),
            ("tokens * hidden * 4", []),
            ("1 // (1 if kv == 'bf16' or kv == 'f8e4m3' else 0)", []),
        ],
    )
    def test_nothing_to_complain_about(self, text, guards):
        assert analyse(parse(text), WIDE_SCOPE, guarded(*guards)).faults == ()

    @pytest.mark.parametrize(
        ("text", "guards", "lo", "hi"),
        [
            ("chunks", [], 17, 2064),
            ("align_up(max(hidden, inner), 256)", [], 0, 65536),
            ("align_up(tokens, 16) - tokens", [], 0, 15),
            ("ceil_div(tokens, 64) * 64 - tokens", [], 0, 63),
            ("tokens - tokens // 64 * 64", [], 0, 63),
            ("max(hidden, inner) - hidden", [], 0, 65536),
            ("hidden - min(hidden, inner)", [], 0, 65536),
            ("hidden - inner", ["hidden >= inner"], 0, 65536),
            ("hidden - inner - 1 if hidden > inner else 0", [], 0, 65535),
            ("hidden + dim - hidden", [], 1, 5000),
            ("2 * hidden - hidden", [], 0, 65536),
            ("tokens * dim + 1 - dim * tokens", [], 1, 1),
            ("hidden // inner", ["inner > 0", "hidden >= inner"], 1, 65536),
            ("hidden // dim if hidden < dim else 0", [], 0, 0),
            ("shift * shift", [], -25000, 25000000),
            ("rung(min(tokens, 16), rungs)", [], 2, 16),
            ("rung(min(tokens, 16), rungs) - min(tokens, 16)", [], 0, 15),
            ("tokens if tokens < 100 else 100", [], 1, 100),
            ("hidden", ["hidden + inner <= 10"], 0, 10),
            ("10 - hidden - inner", ["hidden + inner <= 10"], 0, 10),
            ("bytes * 4", [], 4, 8),
            ("heads if not moe else 0", [], 0, 0),
            ("dim", ["(dim if flag else 0) > 7"], 8, 5000),
        ],
    )
    def test_bounds(self, text, guards, lo, hi):
        found = analyse(parse(text), WIDE_SCOPE, guarded(*guards)).interval
        assert (found.lo, found.hi) == (lo, hi)

    @pytest.mark.parametrize(
        "text",
        [
            "align_up(tokens, 16) >= tokens",
            "tokens // dim * dim <= tokens",
            "tokens % dim < dim",
            "max(hidden, 4) >= hidden",
            "hidden + 1 > hidden",
            "ceil_div(tokens, 64) * 64 >= tokens",
            "min(hidden, inner) <= max(hidden, inner)",
            "moe or heads == 0",
            "bytes <= 2",
        ],
    )
    def test_conditions_that_always_hold(self, text):
        assert analyse(parse(text), WIDE_SCOPE).truth == Truth(may_be_false=False)
        assert find(parse(f"not ({text})"), WIDE_SCOPE).ruled_out


class TestRows:
    """live_rows(n) <= rows for every count n up to the maximum, in the forms that layouts use."""

    @pytest.mark.parametrize(
        ("live", "rows"),
        [
            ("n", "tokens"),
            ("n", "max(tokens, 4)"),
            ("n", "align_up(tokens, 16)"),
            ("n + 1", "tokens + 1"),
            ("align_up(n, 16)", "align_up(tokens, 16)"),
            ("align_up(n, dim)", "align_up(tokens, dim)"),
            ("align_up(n, 16)", "tokens + 15"),
            ("max(align_up(n, 16), 64)", "max(align_up(tokens, 16), 64)"),
            ("ceil_div(n, 64) + 1", "ceil_div(tokens, 64) + 1"),
            ("(n + 63) // 64", "chunks"),
            ("n // 8", "tokens // 8"),
            ("min(n, 2048)", "min(tokens, 2048)"),
            ("rung(n, rungs) if n <= 16 else n", "max(tokens, 16)"),
            ("rung(min(n, 16), rungs)", "rung(min(tokens, 16), rungs)"),
            ("2 * n * dim", "tokens * dim * 2"),
            ("(n if flag else 2 * n)", "(tokens if flag else 2 * tokens)"),
            ("n * heads + n * dim", "tokens * (heads + dim)"),
        ],
    )
    def test_shown(self, live, rows):
        domains = {**WIDE_DOMAINS, "n": Domain.whole(0, 131072)}
        scope = Scope(domains, WIDE_LETS, guarded("n <= tokens"))
        assert find(parse(f"{live} > {rows}"), scope).ruled_out

    @pytest.mark.parametrize(
        ("live", "rows"),
        [
            ("align_up(n, 16)", "tokens"),
            ("n + 1", "tokens"),
            ("align_up(n, 16)", "tokens + 14"),
            ("n", "min(tokens, 2048)"),
            ("ceil_div(n, 8)", "tokens // 8"),
            ("tokens - n", "tokens - 1"),
        ],
    )
    def test_refuted(self, live, rows):
        domains = {**WIDE_DOMAINS, "n": Domain.whole(0, 131072)}
        scope = Scope(domains, WIDE_LETS, guarded("n <= tokens"))
        witness = find(parse(f"{live} > {rows}"), scope).witness
        assert witness is not None
        assert witness["n"] <= witness["tokens"]


class TestFaults:
    @pytest.mark.parametrize(
        ("text", "code", "marked", "witness"),
        [
            ("length // block", "AG140", "block", {"block": 0}),
            ("length % (shift + 3)", "AG140", "shift + 3", {"shift": -3}),
            ("width / 64", "AG141", "width / 64", {"width": 32}),
            ("hidden * hidden * hidden * hidden", "AG142", "hidden * hidden * hidden * hidden", {}),
            ("rung(tokens, rungs)", "AG143", "rung(tokens, rungs)", {}),
            ("ceil_div(tokens, heads)", "AG144", "heads", {"heads": 0}),
            ("1 // (hidden - 777) if dim > 4000 else 2", "AG140", "hidden - 777", {"hidden": 777}),
            ("1 // 0 if flag else 1", "AG140", "0", {"flag": True}),
            ("1 // (1 if kv == 'bf16' else 0)", "AG140", None, {"kv": "f8e4m3"}),
        ],
    )
    def test_shown_with_values(self, text, code, marked, witness):
        (fault,) = analyse(parse(text), WIDE_SCOPE).faults
        assert (fault.code, fault.status) == (code, "possible")
        assert marked is None or text[slice(*fault.span)] == marked
        assert witness.items() <= fault.witness.items()
        assert fault.hint

    @pytest.mark.parametrize(
        ("text", "code"),
        [
            ("tokens // 0", "AG140"),
            ("tokens // (heads - heads)", "AG140"),
            ("(2 * hidden + 1) / 2", "AG141"),
            ("9223372036854775807 + tokens", "AG142"),
            ("rung(tokens + 16, rungs)", "AG143"),
            ("align_up(tokens, -dim)", "AG144"),
        ],
    )
    def test_certain(self, text, code):
        facts = analyse(parse(text), WIDE_SCOPE)
        assert facts.value is None
        assert facts.reached
        assert [(fault.code, fault.status) for fault in facts.faults] == [(code, "certain")]

    def test_undecided_is_said(self):
        (fault,) = analyse(parse("1 // (length * length - 2)"), WIDE_SCOPE).faults
        assert (fault.code, fault.kind, fault.status) == ("AG150", "AG140", "undecided")
        assert "could not be ruled out" in fault.message
        assert fault.witness is None

    def test_the_place_inside_a_definition_is_named(self):
        (fault,) = analyse(parse("share + 1"), WIDE_SCOPE).faults
        assert fault.via == ("share",)
        assert to_text(WIDE_LETS["share"])[slice(*fault.span)] == "heads"

    def test_one_divisor_is_reported_once(self):
        text = "length // block + tokens % block + ceil_div(hidden, block)"
        assert len(analyse(parse(text), WIDE_SCOPE).faults) == 1

    def test_the_message_names_what_matters(self):
        text = "hidden + inner + tokens + width + length // block"
        (fault,) = analyse(parse(text), WIDE_SCOPE).faults
        assert "`block` is 0 (for block = 0" in fault.message

    def test_guards_that_cannot_be_met(self):
        facts = analyse(parse("1 // block"), WIDE_SCOPE, guarded("block < 0"))
        assert (facts.value, facts.faults, facts.reached) == (None, (), False)

    def test_given_conditions_hold_everywhere(self):
        scope = Scope(WIDE_DOMAINS, WIDE_LETS, guarded("heads > 0", "tokens % heads == 0"))
        assert analyse(parse("share + tokens / heads"), scope).faults == ()

    def test_names_the_scope_does_not_know(self):
        with pytest.raises(KeyError):
            analyse(parse("nowhere + 1"), WIDE_SCOPE)


class TestFind:
    def test_a_witness(self):
        answer = find(parse("hidden - inner < 0"), WIDE_SCOPE)
        assert answer.witness["hidden"] < answer.witness["inner"]

    def test_ruled_out_by_guards(self):
        condition = parse("hidden - inner < 0")
        assert find(condition, WIDE_SCOPE, guarded("hidden >= inner")).ruled_out

    def test_few_values_are_all_tried(self):
        scope = Scope({"n": Domain.whole(0, 63), "m": Domain.whole(0, 63)})
        assert find(parse("n * n == 2 * m * m and m > 0"), scope).ruled_out
        assert find(parse("n * n == m * m + 7"), scope).witness == {"n": 4, "m": 3}

    def test_undecided(self):
        answer = find(parse("length * length == 2 * tokens * tokens"), WIDE_SCOPE)
        assert not answer.ruled_out
        assert answer.witness is None


class TestLimits:
    """Inputs made to be expensive are answered all the same, if with less precision."""

    MANY = {f"n{i}": Domain.whole(0, 10**6) for i in range(30)}

    def test_conditions_nested_in_turns(self):
        text = "n0 > 0"
        for i in range(1, 24):
            text = f"({text} {'and' if i % 2 else 'or'} n{i} > {i})"
        scope = Scope(self.MANY)
        (fault,) = analyse(parse(f"1 // n1 if {text} else 3"), scope).faults
        assert fault.kind == "AG140"
        (fault,) = analyse(parse("1 // n1"), scope, guarded(text)).faults
        assert fault.kind == "AG140"

    def test_choices_nested(self):
        text = "n0"
        for i in range(1, 24):
            text = f"({text} if n{i} > {i} else n{i} + 1)"
        facts = analyse(parse(text), Scope(self.MANY), guarded(f"{text} > 5"))
        assert facts.faults == ()
        assert facts.interval.lo >= 6

    def test_definitions_in_a_long_chain(self):
        lets = {f"x{i}": parse(f"x{i - 1} + 1" if i else "n0") for i in range(2000)}
        scope = Scope(self.MANY, lets)
        assert analyse(parse("x1999"), scope).interval.lo == 1999
        assert analyse(parse("n1 // x1999"), scope, guarded("n0 > 3")).faults == ()
        assert analyse(parse("n0"), scope, guarded("x1999 > 2003")).reached

    def test_definitions_that_double(self):
        lets = {"x0": parse("n0 // n1")}
        for i in range(1, 40):
            lets[f"a{i}"] = parse(f"x{i - 1} + 1")
            lets[f"b{i}"] = parse(f"x{i - 1} - 1 if n{i % 30} > 2 else a{i}")
            lets[f"x{i}"] = parse(f"max(a{i}, b{i})")
        guards = guarded("n0 > 3 and n2 > n0 or n3 < n4")
        (fault,) = analyse(parse("x39"), Scope(self.MANY, lets), guards).faults
        assert (fault.kind, fault.via[-1]) == ("AG140", "x0")

    def test_deep_expressions_in_deep_definitions(self):
        lets = {"x0": parse("n0")}
        for i in range(1, 30):
            text = f"x{i - 1}"
            for level in range(24):
                text = f"({text} - n1 if n{level} < 9 else 1 + n{level})"
            lets[f"x{i}"] = parse(text)
        scope = Scope(self.MANY, lets)
        for text in ("x29 - x28", "n0 // x29", "x29 % 7"):
            assert analyse(parse(text), scope, guarded("n0 > x28", "x29 > n1")) is not None

    def test_many_faults(self):
        text = " + ".join(f"n{i} / 3 + 1 // n{i + 1}" for i in range(16))
        faults = analyse(parse(text), Scope(self.MANY)).faults
        assert len(faults) == 32
        assert all(fault.status == "possible" for fault in faults)

    def test_large_products_are_not_multiplied_out(self):
        text = " * ".join(f"(n{i} + n{i + 1})" for i in range(12))
        facts = analyse(parse(f"({text} - {text}) // 2"), Scope(self.MANY))
        assert {fault.kind for fault in facts.faults} == {"AG142"}


SMALL_DOMAINS = st.fixed_dictionaries(
    {
        "a": st.builds(Domain.whole, st.integers(-2, 1), st.integers(1, 2)),
        "b": st.sampled_from(
            [Domain.whole(0, 2), Domain.whole(0, 8, 4), Domain.whole(1, 3), Domain.numbers([1, 4])]
        ),
        "c.size": st.sampled_from([Domain.whole(-2, 0), Domain.constant(3), Domain.whole(3, 4)]),
        "p": st.just(Domain.boolean()),
        "q": st.just(Domain.boolean()),
        "kv": st.just(Domain.dtype(WORDS[:2])),
        "rungs": st.sampled_from([Domain.rungs(RUNGS), Domain.rungs([1, 3]), Domain.rungs([])]),
    }
)
LET_A, LET_P = Name(("a",)), Name(("p",))
_LITERALS = st.integers(-3, 9) | st.sampled_from([32, 2**62])


def everything(scope):
    lists = []
    for domain in scope.domains.values():
        known = domain.known
        if domain.values:
            lists.append(domain.values)
        elif isinstance(known, Truth):
            lists.append((True, False))
        elif hasattr(known, "numbers"):
            lists.append((known.numbers,))
        else:
            lists.append([n for n in range(known.lo, known.hi + 1) if n in known])
    for values in itertools.product(*lists):
        yield dict(zip(scope.domains, values, strict=True))


def outcomes(expr, scope, guards):
    """All values, and all refusals as (code, definition, span), by the plain walk."""
    values, refusals = set(), set()
    lets = Definitions(scope.definitions, lambda e: lambda env: evaluate(e, env))
    for assignment in everything(scope):
        env = lets.bind(assignment)
        try:
            if any(evaluate(guard, env) != truth for guard, truth in guards):
                continue
        except EvaluationError:
            continue
        try:
            values.add(evaluate(expr, env))
        except EvaluationError as refused:
            refusals.add((refused.code, refused.via[-1:], refused.span))
    return values, refusals


def reread(tree):
    return parse(to_text(tree))


@st.composite
def problems(draw):
    """An expression, a scope with two definitions that it may use, and guards."""
    number, condition = ints(2, _LITERALS), bools(2, _LITERALS)
    lets = {"let_a": reread(draw(number)), "let_p": reread(draw(condition))}
    text = to_text(draw(SMALL | ints(3, _LITERALS)))
    for name in ("a", "p"):
        if draw(st.booleans()):
            text = " ".join(f"let_{name}" if w == name else w for w in text.split(" "))
    guards = draw(st.lists(st.tuples(condition.map(reread), st.booleans()), max_size=2))
    if draw(st.booleans()):
        guards.append((parse(draw(st.sampled_from(["let_p", "let_a > 0", "b > 0"]))), True))
    return parse(text), Scope(draw(SMALL_DOMAINS), lets), guards


def check(expr, scope, guards):
    values, refusals = outcomes(expr, scope, guards)
    facts = analyse(expr, scope, guards)
    for value in values:
        assert facts.value is not None
        assert holds(facts.value, value), (to_text(expr), value, facts.value)
    reported = {(fault.kind, fault.via[-1:], fault.span) for fault in facts.faults}
    shown = {fault.span for fault in facts.faults if fault.status != "undecided"}
    for refusal in refusals - reported:
        assert shown, (to_text(expr), refusal, reported)
    for fault in facts.faults:
        if fault.status == "certain":
            assert not values
        if fault.witness is not None:
            assert (fault.kind, fault.via[-1:], fault.span) in refusals
    if not facts.reached:
        assert not values
        assert not refusals
    return facts, values, refusals


@settings(max_examples=150, deadline=None)
@given(problems())
def test_nothing_happens_that_was_not_said(problem):
    """With enumeration switched off: reasoning, cases and the search for witnesses alone."""
    with mock.patch("arenagen.expressions.analysis.trial.MAX_ENUMERATED", -1):
        check(*problem)


@settings(max_examples=60, deadline=None)
@given(problems())
def test_enumeration_is_exact(problem):
    facts, values, refusals = check(*problem)
    if facts.exact:
        reported = {(fault.kind, fault.via[-1:], fault.span) for fault in facts.faults}
        assert reported == refusals
        if facts.interval is not None:
            assert (facts.interval.lo, facts.interval.hi) == (min(values), max(values))


@settings(max_examples=150, deadline=None)
@given(problems())
def test_findings_of_the_reasoning_alone_cover_every_refusal(problem):
    from arenagen.expressions.analysis.walker import Walker

    expr, scope, guards = problem
    values, refusals = outcomes(expr, scope, guards)
    state = scope.state(guards)
    if state is None:
        assert not values
        assert not refusals
        return
    walker = Walker(scope)
    known = walker.value(expr, state)
    assert refusals <= set(walker.findings)
    assert all(holds(known, value) for value in values)


@settings(max_examples=60, deadline=None)
@given(problems(), bools(3, _LITERALS).map(reread))
def test_find_is_right(problem, condition):
    _, scope, guards = problem
    values, _ = outcomes(condition, scope, guards)
    for limit in (-1, 4096):
        with mock.patch("arenagen.expressions.analysis.trial.MAX_ENUMERATED", limit):
            answer = find(condition, Scope(scope.domains, scope.definitions), guards)
        if answer.ruled_out:
            assert True not in values
        if answer.witness is not None:
            assert True in values
        if limit > 0:
            assert answer.ruled_out == (True not in values)
