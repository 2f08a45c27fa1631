"""Names: words of each language, names that differ in case alone, names that fall together once a language has them.

Each of them is refused with a place in the layout, or generated code compiles and is right.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import Any

import pytest

from arenagen.api import load
from arenagen.conformance import Case, Outcome
from arenagen.emit.identifiers import check_identifiers
from tests.cross_language.languages import Language
from tests.cross_language.words import CPP, PYTHON, RUST, usable
from tests.strategies import compiled, written

WORDS = {"python": usable(PYTHON), "rust": usable(RUST), "cpp": usable(CPP)}

ROLES = ("param", "flag", "let", "const", "axis", "routine", "buffer", "use", "section", "plane")


def layout_of(words: list[tuple[str, str]]) -> dict[str, Any]:
    """A layout in which each word has its role."""
    data: dict[str, Any] = {
        "arenagen": 1,
        "layout": {"name": "words", "doc": "Words as names."},
        "params": {"n0": {"min": 1, "max": 5, "doc": "rows"}},
        "flags": {},
        "let": {},
        "consts": {},
        "axes": {"tokens": {"max": "n0"}},
        "reset": {"classes": {"step": {"doc": "of a pass"}}, "routines": {}},
        "buffers": {
            "uses0": {**_buffer(), "uses": {"first0": _shape(["n0"])}},
            "sections0": {**_buffer(), "sections": [{"name": "first0", **_shape([2])}]},
            "rows0": {**_buffer(), "token_major": True, "dtype": "u8", "row": [3]},
        },
    }
    data["reset"]["routines"]["clear0"] = {"classes": ["step"], "doc": "All."}
    for word, role in words:
        _PUT[role](data, word)
    return data


def _buffer() -> dict[str, Any]:
    return {"token_major": False, "reset": "step", "doc": "Something."}


def _shape(dims: list[Any]) -> dict[str, Any]:
    return {"dtype": "u8", "shape": dims, "doc": "Bytes."}


def _grow(data: dict[str, Any], word: str) -> None:
    """Something whose size is a value of that name."""
    data["buffers"]["uses0"]["uses"][f"of_{len(data['buffers']['uses0']['uses'])}"] = _shape([word])


def _param(data: dict[str, Any], word: str) -> None:
    data["params"][word] = {"min": 1, "max": 4, "default": 2, "doc": "a number"}
    _grow(data, word)


def _flag(data: dict[str, Any], word: str) -> None:
    data["flags"][word] = {"env": f"WORD_{len(data['flags'])}", "on": ["1"], "doc": "a switch"}
    _grow(data, f"3 if {word} else 1")


def _let(data: dict[str, Any], word: str) -> None:
    data["let"][word] = "n0 + 1"
    _grow(data, word)


def _const(data: dict[str, Any], word: str) -> None:
    data["consts"][word] = {"value": 3, "doc": "a number"}
    _grow(data, word)


def _axis(data: dict[str, Any], word: str) -> None:
    data["axes"][word] = {"max": "n0"}
    name = f"axis_{len(data['axes'])}"
    data["buffers"][name] = {**_buffer(), "dtype": "u8", "axis": word, "row": [2]}
    routine = {"classes": ["step"], "range": "live", "fixed": "skip", "axis": word, "doc": "Rows."}
    data["reset"]["routines"][f"clear_{len(data['axes'])}"] = routine


def _routine(data: dict[str, Any], word: str) -> None:
    data["reset"]["routines"][word] = {"classes": ["step"], "doc": "All."}


def _own_buffer(data: dict[str, Any], word: str) -> None:
    data["buffers"][word] = {**_buffer(), **_shape(["n0", 3])}


def _use(data: dict[str, Any], word: str) -> None:
    data["buffers"]["uses0"]["uses"][word] = _shape(["n0"])


def _section(data: dict[str, Any], word: str) -> None:
    data["buffers"]["sections0"]["sections"].append({"name": word, **_shape([3])})


def _plane(data: dict[str, Any], word: str) -> None:
    name = f"planes_{len(data['buffers'])}"
    rows = {"dtype": "u8", "axis": "tokens", "row": [2], "planes": {word: 2}}
    data["buffers"][name] = {**_buffer(), **rows}


_PUT = dict(
    zip(
        ROLES,
        (_param, _flag, _let, _const, _axis, _routine, _own_buffer, _use, _section, _plane),
        strict=True,
    )
)


def refused(language: Language, data: dict[str, Any]) -> list[str]:
    """What the rules and a language say about the names of a layout, each at a place in it."""
    loaded = load(written(data), "words.toml")
    report = loaded.report
    if loaded.elaborated is not None:
        check_identifiers(loaded.elaborated, language.chosen.target, report)
    for fault in report.errors:
        assert fault.code in ("AG205", "AG206")
        assert fault.place.path
    return [fault.message for fault in report.errors]


def case_of(data: dict[str, Any]) -> Case:
    return Case("words", written(data), compiled(data).program)


@pytest.mark.parametrize("shift", [0, 3, 6])
def test_words_of_the_language_are_escaped_or_refused(
    language: Language, run: Callable[[Case], Outcome], shift: int
) -> None:
    """Every word in three of the roles that names have."""
    numbers = count(shift)
    roles = [(word, ROLES[next(numbers) % len(ROLES)]) for word in WORDS[language.name]]
    kept = [pair for pair in roles if not refused(language, layout_of([pair]))]
    assert len(kept) > len(roles) // 2, "most words are escaped"
    outcome = run(case_of(layout_of(kept)))
    assert outcome.state == "right", "\n".join(outcome.faults[:40])


TOGETHER = [
    ("rows", "Rows"),
    ("hidden", "hidDen"),
    ("a_b", "ab"),
    ("one_two", "oneTwo"),
    ("x1", "x_1"),
    ("kept", "kept_"),
    ("class", "class_"),
    ("gate", "gate_bytes"),
    ("slots", "slots_offset"),
    ("up", "up_ptr"),
    ("down", "down_rows"),
    ("left", "left_exists"),
    ("right", "right_shape"),
    ("top", "top_size"),
    ("flat", "flat_len"),
    ("cached", "set_cached"),
    ("table", "has_table"),
    ("deep", "deep_Offsets"),
    ("wide", "WIDE"),
]
"""Pairs of names of buffers that some language might give one name, or a name that it makes of the other."""


def test_names_that_might_fall_together_are_told_apart_or_refused(
    language: Language, run: Callable[[Case], Outcome]
) -> None:
    kept: list[tuple[str, str]] = []
    for pair in TOGETHER:
        roles = [(name, "buffer") for name in pair]
        if not refused(language, layout_of(roles)):
            kept += roles
    assert len(kept) > len(TOGETHER), "most pairs are told apart"
    outcome = run(case_of(layout_of(kept)))
    assert outcome.state == "right", "\n".join(outcome.faults[:40])


@pytest.mark.parametrize("role", [role for role in ROLES if role != "plane"])
def test_names_of_one_role_that_differ_in_case_are_told_apart_or_refused(
    language: Language, role: str, run: Callable[[Case], Outcome]
) -> None:
    data = layout_of([("some", role), ("Some", role), ("SOME", role)])
    if refused(language, data):
        return
    outcome = run(case_of(data))
    assert outcome.state == "right", "\n".join(outcome.faults[:40])
