"""Types: numbers, booleans, dtypes and lists do not mix."""

import pytest
from hypothesis import given

from arenagen.expressions import Compare, ExpressionError, Logic, Not, infer, parse, type_faults

from .strategies import TYPES, WIDE, WORDS


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("a + 1", "int"),
        ("-a", "int"),
        ("a == 1", "bool"),
        ("not p or a > 2", "bool"),
        ("kv == 'bf16'", "bool"),
        ("kv", "dtype"),
        ("'f32' if p else kv", "dtype"),
        ("p if q else not p", "bool"),
        ("rung(max(a, 32), rungs)", "int"),
        ("rungs", "list"),
    ],
)
def test_types(text, kind):
    assert infer(parse(text), TYPES, WORDS) == kind


@pytest.mark.parametrize(
    ("text", "code", "marked", "hint"),
    [
        ("a + p", "AG120", "p", "1 if p else 0"),
        ("-p", "AG120", "p", "1 if p else 0"),
        ("not a", "AG120", "a", "a != 0"),
        ("p and a + 1", "AG120", "a + 1", "(a + 1) != 0"),
        ("1 if a else 2", "AG120", "a", "a != 0"),
        ("min(a, kv)", "AG120", "kv", None),
        ("a * true", "AG120", "true", None),
        ("a == true", "AG121", "a == true", "condition by itself"),
        ("kv == 1", "AG121", "kv == 1", None),
        ("p == q", "AG121", "p == q", "`and`"),
        ("kv < 'f32'", "AG121", "kv < 'f32'", "`==`"),
        ("rungs == rungs", "AG121", "rungs == rungs", None),
        ("heads + 1", "AG122", "heads", None),
        ("c.siz + 1", "AG122", "c.siz", "`c.size`"),
        ("max + 1", "AG122", "max", "max(a, b)"),
        ("kv == bf16", "AG122", "bf16", "'bf16'"),
        ("a if p else q", "AG123", "a if p else q", None),
        ("rung(a, b)", "AG125", "b", "[consts]"),
        ("rung(a, 3)", "AG125", "3", None),
        ("kv == 'bf61'", "AG126", "'bf61'", "`bf16`"),
    ],
)
def test_faults(text, code, marked, hint):
    (fault,) = type_faults(parse(text), TYPES, None, WORDS)
    assert fault.code == code
    assert text[slice(*fault.span)] == marked
    assert (hint or "") in (fault.hint or "")
    with pytest.raises(ExpressionError) as caught:
        infer(parse(text), TYPES, WORDS)
    assert caught.value.code == code


@pytest.mark.parametrize(
    ("text", "expected", "hint"),
    [("p", "int", "1 if p else 0"), ("a", "bool", "a != 0"), ("kv", "int", None)],
)
def test_the_whole_must_be_of_the_expected_type(text, expected, hint):
    (fault,) = type_faults(parse(text), TYPES, expected)
    assert fault.code == "AG124"
    assert (hint or "") in (fault.hint or "")


def test_all_faults_are_reported_once_in_the_order_of_the_text():
    faults = type_faults(parse("x + true > 1 and y or a"), TYPES, "bool")
    assert [fault.code for fault in faults] == ["AG122", "AG120", "AG122", "AG120"]
    assert not type_faults(parse("x + 1"), {"x": "int"}, "int")


def test_any_dtype_is_accepted_when_the_known_ones_are_not_given():
    assert infer(parse("kv == 'q8_1'"), TYPES) == "bool"


@given(WIDE)
def test_random_trees_made_with_types_have_that_type(tree):
    kind = infer(tree, TYPES, WORDS)
    if isinstance(tree, Compare | Logic | Not):
        assert kind == "bool"
