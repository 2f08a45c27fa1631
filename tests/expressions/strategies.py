"""Random well-typed expressions, domains and environments."""

from __future__ import annotations

from hypothesis import strategies as st

from arenagen.expressions import (
    INT_MAX,
    INT_MIN,
    Arith,
    Bool,
    Call,
    Choice,
    Compare,
    Int,
    Logic,
    Name,
    Negate,
    Not,
    Text,
)

INTS = ("a", "b", "c.size")
BOOLS = ("p", "q")
DTYPES = ("kv",)
LISTS = ("rungs",)
WORDS = ("bf16", "f8e4m3", "f32")
TYPES = {
    **dict.fromkeys(INTS, "int"),
    **dict.fromkeys(BOOLS, "bool"),
    **dict.fromkeys(DTYPES, "dtype"),
    **dict.fromkeys(LISTS, "list"),
}


def _name(dotted: str) -> Name:
    return Name(tuple(dotted.split(".")))


_small = st.integers(-9, 40) | st.sampled_from([1, 2, 32, 64, 256])
_large = st.sampled_from([INT_MIN, INT_MIN + 1, INT_MAX, INT_MAX - 1, 2**31, 2**32, 2**62])


def ints(depth: int, literals: st.SearchStrategy[int]) -> st.SearchStrategy:
    """Expressions that are whole numbers, at most `depth` levels below the root."""
    leaf = st.builds(Int, literals) | st.sampled_from(INTS).map(_name)
    if depth == 0:
        return leaf
    sub = ints(depth - 1, literals)
    arith = st.builds(Arith, st.sampled_from(["+", "-", "*", "//", "%", "/"]), sub, sub)
    pair = st.tuples(sub, sub)
    call = st.one_of(
        st.builds(
            Call, st.sampled_from(["min", "max"]), st.lists(sub, min_size=2, max_size=3).map(tuple)
        ),
        st.builds(Call, st.sampled_from(["ceil_div", "align_up"]), pair),
        st.builds(Call, st.just("rung"), st.tuples(sub, st.just(Name(("rungs",))))),
    )
    choice = st.builds(Choice, sub, bools(depth - 1, literals), sub)
    return st.one_of(leaf, arith, arith, call, choice, st.builds(Negate, sub))


def bools(depth: int, literals: st.SearchStrategy[int]) -> st.SearchStrategy:
    """Expressions that are booleans, at most `depth` levels below the root."""
    leaf = st.builds(Bool, st.booleans()) | st.sampled_from(BOOLS).map(_name)
    if depth == 0:
        return leaf
    sub, number = bools(depth - 1, literals), ints(depth - 1, literals)
    compare = st.builds(
        Compare, st.sampled_from(["==", "!=", "<", "<=", ">", ">="]), number, number
    )
    word = st.sampled_from(WORDS).map(Text) | st.just(Name(("kv",)))
    return st.one_of(
        leaf,
        compare,
        compare,
        st.builds(Compare, st.sampled_from(["==", "!="]), word, word),
        st.builds(Logic, st.sampled_from(["and", "or"]), sub, sub),
        st.builds(Not, sub),
        st.builds(Choice, sub, sub, sub),
    )


SMALL = ints(3, _small) | bools(3, _small)
WIDE = ints(3, _small | _large) | bools(3, _small | _large)

_rungs = st.lists(st.integers(0, 20), max_size=4, unique=True).map(sorted).map(tuple)


def environments(numbers: st.SearchStrategy[int]) -> st.SearchStrategy:
    """A value for every name of TYPES."""
    return st.fixed_dictionaries(
        {
            **dict.fromkeys(INTS, numbers),
            **dict.fromkeys(BOOLS, st.booleans()),
            **dict.fromkeys(DTYPES, st.sampled_from(WORDS)),
            **dict.fromkeys(LISTS, _rungs),
        }
    )


ENVIRONMENTS = environments(st.integers(-5, 40) | _large)
