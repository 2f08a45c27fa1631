"""Options of a debug arena, from Python and from the environment."""

from __future__ import annotations

import pytest

from arenagen.runtime import DebugOptions, debug_options
from arenagen.runtime.debug.options import GUARD_BYTES

NOTHING = {"guards": 0, "poison": False, "names": False}


def read(text: str) -> DebugOptions | None:
    return debug_options(None, text, "TOY_ARENA_DEBUG")


@pytest.mark.parametrize("text", ["", "0", "off", "False", " no "])
def test_off(text: str) -> None:
    assert read(text) is None


@pytest.mark.parametrize("text", ["1", "on", "TRUE", "yes"])
def test_on(text: str) -> None:
    assert read(text) == DebugOptions()


def test_words_ask_for_themselves_alone() -> None:
    assert read("guards") == DebugOptions(**{**NOTHING, "guards": GUARD_BYTES})
    assert read("guards=64, names") == DebugOptions(guards=64, poison=False, names=True)
    assert read("poison") == DebugOptions(**{**NOTHING, "poison": True})
    wanted = DebugOptions(
        guards=0, names=False, poison_classes=("none", "step"), poison_routines=("zero_all",)
    )
    assert read("routines=zero_all,poison=none+step") == wanted
    assert read("poison=none+step,routines=zero_all") == wanted


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("2", "`2` is none of guards, "),
        ("guards,", "`` is none of"),
        ("guards=-1", "a number of bytes, not `-1`"),
        ("guards=", "`guards=` has no value"),
        ("names=1", "`names=1` is none of"),
        ("routines=zero_all", "name a class"),
        ("Guards", "`Guards` is none of"),
    ],
)
def test_any_other_text_is_refused_by_name(text: str, fault: str) -> None:
    with pytest.raises(ValueError, match=f"TOY_ARENA_DEBUG is '{text}': .*{fault}"):
        read(text)


def test_what_is_given_counts() -> None:
    options = DebugOptions(guards=8)
    assert debug_options(options, "0", "X") is options
    assert debug_options(True, "0", "X") == DebugOptions()
    assert debug_options(False, "1", "X") is None


@pytest.mark.parametrize("guards", [-1, True, 1.5])
def test_guards_are_a_number_of_bytes(guards: int) -> None:
    with pytest.raises(ValueError, match="guards are a number of bytes"):
        DebugOptions(guards=guards)


def test_names_are_given_as_tuples() -> None:
    with pytest.raises(ValueError, match="given as tuples of names, not 'none'"):
        DebugOptions(poison_classes="none")  # type: ignore[arg-type]
