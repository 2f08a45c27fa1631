"""The layouts that every target is asked: each has something that is hard to get right. They lie beside this module."""

from __future__ import annotations

from importlib.resources import files
from typing import Final

from attrs import evolve

from arenagen.conformance.cases import Case, case_of
from arenagen.conformance.formulas import formula_case

LAYOUTS: Final = ("rows", "presence", "bytes", "arenas", "parts")
NAMES: Final = "names"


def built_in_cases() -> tuple[Case, ...]:
    """The cases, in the order in which they are asked."""
    lines = _text("expressions.txt").splitlines()
    return (
        *(_case(name) for name in LAYOUTS),
        evolve(_case(NAMES), may_refuse=True),
        formula_case("expressions", [line for line in lines if not line.startswith("#")]),
    )


def _case(name: str) -> Case:
    return case_of(_text(f"{name}.toml"), f"{name}.toml")


def _text(name: str) -> str:
    return files("arenagen.conformance").joinpath("layouts", name).read_text(encoding="utf-8")
