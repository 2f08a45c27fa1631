"""The runtime's patterns are those that the compiler checks and counts with."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arenagen import encoding
from arenagen.dtypes import BUILTIN
from arenagen.runtime.patterns import pattern

NUMBERS = (
    st.integers(-(2**65), 2**65)
    | st.integers(-300, 300)
    | st.floats()
    | st.sampled_from([0.5, 6.0, -0.0])
)


@given(st.sampled_from(sorted(BUILTIN)), NUMBERS)
def test_patterns_are_those_of_the_compiler(dtype: str, value: float) -> None:
    if dtype == "f8e8m0" and encoding.is_zero(value):
        assert pattern(dtype, value) == b"\0", (
            "the compiler refuses it but for buffers of several types"
        )
        return
    try:
        wanted = encoding.pattern(BUILTIN[dtype], value)
    except encoding.EncodingError:
        if not encoding.is_zero(value):
            with pytest.raises(ValueError, match="does not fit"):
                pattern(dtype, value)
    else:
        assert pattern(dtype, value) == wanted
