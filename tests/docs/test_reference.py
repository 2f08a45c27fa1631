"""The reference of the language is current, whole, and names every operator and function there is."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import pytest

import arenagen.model as model
from arenagen.expressions.nodes import ArithOp, CompareOp, Function, LogicOp
from arenagen.model.keys import keys_of
from arenagen.model.reference import FUNCTIONS, OPERATORS, reference
from tests.conftest import Golden

PAGE = Path(__file__).parents[2] / "docs" / "language-reference.md"

TABLES = tuple(
    cls
    for name in model.__all__
    if isinstance(cls := getattr(model, name), type) and hasattr(cls, "__attrs_attrs__")
)


def test_page_is_what_the_model_says(golden: Golden) -> None:
    golden(PAGE, reference())


@pytest.mark.parametrize("cls", TABLES, ids=lambda cls: cls.__name__)
def test_every_key_of_every_table_is_described(cls: type) -> None:
    page = reference()
    for toml, (_, key) in keys_of(cls).items():
        assert f"| `{toml}` | " in page
        assert f" | {key.doc} |" in page


def test_operators_are_those_of_the_grammar() -> None:
    described = {sign for signs, _ in OPERATORS for sign in signs.split()}
    signs = {*get_args(ArithOp), *get_args(CompareOp), *get_args(LogicOp)}
    assert described == signs | {"if", "not"}


def test_functions_are_those_of_the_grammar() -> None:
    assert tuple(FUNCTIONS) == get_args(Function)
