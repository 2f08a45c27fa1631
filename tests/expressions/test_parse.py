"""Reading and writing the text of expressions."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arenagen.expressions import (
    MAX_DEPTH,
    MAX_LENGTH,
    Arith,
    Bool,
    Call,
    Choice,
    Compare,
    ExpressionError,
    Int,
    Logic,
    Name,
    Negate,
    Not,
    Text,
    parse,
    to_text,
    walk,
)

from .strategies import WIDE

A, B, C = Name(("a",)), Name(("b",)), Name(("c",))


def refusal(text: str) -> ExpressionError:
    with pytest.raises(ExpressionError) as caught:
        parse(text)
    return caught.value


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        ("1_048_576", Int(1048576)),
        ("-9223372036854775808", Int(-(2**63))),
        ("true", Bool(True)),
        ("'bf16'", Text("bf16")),
        ('"bf16"', Text("bf16")),
        ("scratch.decode.at", Name(("scratch", "decode", "at"))),
        ("min", Name(("min",))),
        ("a - b - c", Arith("-", Arith("-", A, B), C)),
        ("a + b * c", Arith("+", A, Arith("*", B, C))),
        ("a * b // c", Arith("//", Arith("*", A, B), C)),
        ("-a * b", Arith("*", Negate(A), B)),
        ("-5 // 2", Arith("//", Int(-5), Int(2))),
        ("-(5)", Negate(Int(5))),
        ("a - -5", Arith("-", A, Int(-5))),
        ("not a == b", Not(Compare("==", A, B))),
        ("not not a", Not(Not(A))),
        ("a or b and c", Logic("or", A, Logic("and", B, C))),
        ("a if b else a if c else b", Choice(A, B, Choice(A, C, B))),
        ("(a if b else c) + 1", Arith("+", Choice(A, B, C), Int(1))),
        ("max(a, b,\n c)", Call("max", (A, B, C))),
        ("min(a, b,)", Call("min", (A, B))),
    ],
)
def test_reads(text, tree):
    assert parse(text) == tree


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("( (a+b) )*c", "(a + b) * c"),
        ("a+(b*c)", "a + b * c"),
        ("a-(b-c)", "a - (b - c)"),
        ("(not a)and b", "not a and b"),
        ("not(a and b)", "not (a and b)"),
        ("(a)if(b)else(c)", "a if b else c"),
        ("(a if b else c) if p else 1", "(a if b else c) if p else 1"),
        ("-(-a)", "--a"),
        ("1_000", "1000"),
        ('"f32" == kv', "'f32' == kv"),
        ("a == (b == c)", "a == (b == c)"),
    ],
)
def test_writes_with_the_fewest_brackets(text, canonical):
    assert to_text(parse(text)) == canonical


@given(WIDE)
def test_what_is_written_reads_as_the_same_tree(tree):
    assert parse(to_text(tree)) == tree


@given(WIDE)
def test_spans_cut_out_the_text_of_each_node(tree):
    text = to_text(tree)
    for node in walk(parse(text)):
        start, end = node.span
        assert parse(text[start:end]) == node


@pytest.mark.parametrize(
    ("text", "code", "marked", "hint"),
    [
        ("a && b", "AG101", "&&", "`and`"),
        ("a || b", "AG101", "||", "`or`"),
        ("!a", "AG101", "!", "`not`"),
        ("a = b", "AG101", "=", "`==`"),
        ("a === b", "AG101", "===", "`==`"),
        ("a ? b : c", "AG101", "?", "if condition else"),
        ("True", "AG101", "True", "`true`"),
        ("a << 2", "AG101", "<<", "power of two"),
        ("[1, 2]", "AG101", "[", "[consts]"),
        ("a + é", "AG101", "é", "ASCII"),
        ("a * 1.5", "AG102", "1.5", "ratio"),
        ("1e6", "AG102", "1e6", "ratio"),
        (".5 * a", "AG102", ".5", "ratio"),
        ("a ** 2", "AG103", "**", "multiply"),
        ("mim(a, b)", "AG104", "mim", "`min`"),
        ("ceil(a, b)", "AG104", "ceil", "`ceil_div`"),
        ("round_up(a, b)", "AG104", "round_up", "`align_up`"),
        ("abs(a)", "AG104", "abs", "-a"),
        ("open('f')", "AG104", "open", "min, max"),
        ("a.max(b)", "AG104", "a.max", "`max`"),
        ("a < b < c", "AG105", "<", "a < b and b < c"),
        ("a == b != c", "AG105", "!=", "a < b and b < c"),
        ("max(a, (b + c)", "AG106", "(", "`)`"),
        ("a + b)", "AG106", ")", None),
        ("'bf16", "AG106", "'bf16", None),
        ("min(a)", "AG108", "min(a)", None),
        ("ceil_div(a, b, c)", "AG108", "ceil_div(a, b, c)", None),
        ("max()", "AG108", "max()", None),
        ("9223372036854775808", "AG109", "9223372036854775808", None),
        ("a - 9223372036854775808", "AG109", "9223372036854775808", None),
        ("1" * 30, "AG109", "1" * 30, None),
        ("", "AG100", "", None),
        (" ", "AG100", "", None),
        ("n +", "AG100", "+", None),
        ("* n", "AG100", "*", None),
        ("+ n", "AG100", "+", "unary plus"),
        ("a b", "AG100", "b", None),
        ("a div b", "AG100", "div", "`//`"),
        ("(a b)", "AG100", "b", None),
        ("a if b", "AG100", "", "both values"),
        ("if a then b", "AG100", "if", "a if condition"),
        ("a == not b", "AG100", "not", "(not"),
        ("a, b", "AG100", ",", "arguments"),
        ("(a, b)", "AG100", ",", "arguments"),
        ("a.if", "AG100", "a.if", None),
        ("a. b", "AG100", ".", "without spaces"),
        ("007", "AG100", "007", "leading zeros"),
        ("0x10", "AG100", "0x10", "decimal"),
        ("64KB", "AG100", "64KB", "decimal"),
        ("'b f'", "AG100", "'b f'", "dtype"),
    ],
)
def test_refuses_with_the_place_and_a_hint(text, code, marked, hint):
    caught = refusal(text)
    assert caught.code == code
    assert text[slice(*caught.span)] == marked
    assert (hint or "") in (caught.hint or "")


def test_chained_comparison_marks_the_second_sign():
    assert refusal("a < b < c").span == (6, 7)


@pytest.mark.parametrize(
    "text",
    [
        "(" * (MAX_DEPTH + 1) + "a" + ")" * (MAX_DEPTH + 1),
        "-" * 500 + "a",
        "not " * 400 + "a",
        " + ".join(["a"] * (MAX_DEPTH + 1)),
        "min(a, " * 60 + "b" + ")" * 60,
        "1 if a else " * 60 + "2",
        "a or b and c == d + e * (" * 60,
        "(" * MAX_LENGTH,
        "a" * (MAX_LENGTH + 1),
    ],
)
def test_refuses_what_is_too_long_or_too_deep(text):
    assert refusal(text).code == "AG107"


def test_the_limits_themselves_are_legal():
    assert parse("(" * MAX_DEPTH + "a" + ")" * MAX_DEPTH) == A
    assert parse(" + ".join(["a"] * MAX_DEPTH))
    assert parse("a" * MAX_LENGTH)


@pytest.mark.parametrize("depth", [MAX_DEPTH // 2 + 1, MAX_DEPTH])
def test_deepest_trees_round_trip(depth):
    tree = A
    for at in range(depth - 1):
        tree = Negate(tree) if at % 2 else Arith("-", B, tree)
    assert parse(to_text(tree)) == tree


_signs = st.sampled_from(
    [
        *"+-*/%(),.<>=!&|?[]{}#@$\\'\"\n\t\x00\u00e9\u0661",
        *("//", "==", "!=", "<=", ">=", "**", "and", "or", "not", "if", "else", "true", "false"),
        *("min", "max", "rung", "ceil_div(", "a", "b", "0", "1", "20", "1.5"),
    ]
)
_garbage = st.one_of(
    st.text(max_size=40),
    st.lists(_signs, max_size=25).map(" ".join),
    st.lists(_signs, max_size=25).map("".join),
)


def _tree_or_refusal(text):
    try:
        return parse(text), None
    except ExpressionError as refused:
        return None, refused


@given(_garbage)
def test_any_text_is_read_or_refused_inside_itself(text):
    tree, refused = _tree_or_refusal(text)
    if refused is None:
        assert parse(to_text(tree)) == tree
        return
    start, end = refused.span
    assert 0 <= start <= end <= len(text)
    assert refused.code.startswith("AG10")
    assert refused.message
