"""Expressions as Python: the same value or the same refusal, laid out as the formatter would."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from hypothesis import given, settings
from hypothesis import strategies as st

from arenagen.emit.negation import negated
from arenagen.emit.python.documents import call, printed, row, sequence
from arenagen.emit.python.formulas import Printer
from arenagen.emit.python.static import arithmetic
from arenagen.emit.sure import Knowledge
from arenagen.expressions import EvaluationError, Expr, Value, evaluate, parse, to_text
from arenagen.expressions.analysis import Domain, Scope
from arenagen.expressions.arithmetic import DIVISION_BY_ZERO, INEXACT, NOT_POSITIVE, OVERFLOW
from arenagen.expressions.nodes import walk
from tests.expressions.strategies import BOOLS, ENVIRONMENTS, INTS, SMALL, WIDE, WORDS

if TYPE_CHECKING:
    from collections.abc import Mapping

HELPERS = {name: value for name, value in vars(arithmetic).items() if not name.startswith("_")}


def local(dotted: str) -> str:
    return dotted.replace(".", "_")


def everything_doubted(expr: Expr) -> frozenset[tuple[str, tuple[int, int]]]:
    """As if nothing were known of any operation."""
    codes = (DIVISION_BY_ZERO, INEXACT, NOT_POSITIVE, OVERFLOW)
    return frozenset((code, node.span) for node in walk(expr) for code in codes)


def python(expr: Expr, doubts: frozenset[tuple[str, tuple[int, int]]]) -> str:
    printer = Printer(local, lambda helper: helper, doubts)
    return f"({printed(printer.doc(expr), 1)})"


def outcome(text: str, env: Mapping[str, Value]) -> Value | None:
    """The value of Python text; None where it refuses."""
    names = {local(name): value for name, value in env.items()}
    try:
        return eval(text, dict(HELPERS), names)  # type: ignore[no-any-return]
    except ValueError:
        return None


def value(expr: Expr, env: Mapping[str, Value]) -> Value | None:
    try:
        return evaluate(expr, env)
    except EvaluationError:
        return None


@settings(max_examples=300)
@given(SMALL | WIDE, ENVIRONMENTS)
def test_python_gives_the_same_value_or_refuses(expr: Expr, env: Mapping[str, Value]) -> None:
    text = python(expr, everything_doubted(expr))
    assert outcome(text, env) == value(expr, env)


@settings(max_examples=300)
@given(SMALL | WIDE, ENVIRONMENTS)
def test_what_is_known_needs_no_check(expr: Expr, env: Mapping[str, Value]) -> None:
    """Operations are told apart by their places, so the text is read again from what is printed of
    the tree.
    """
    read = parse(to_text(expr))
    rungs = env["rungs"]
    assert isinstance(rungs, tuple)
    domains = {name: Domain.whole(-5, 40) for name in INTS}
    domains |= {name: Domain.boolean() for name in BOOLS}
    domains |= {"kv": Domain.dtype(WORDS), "rungs": Domain.rungs(rungs)}
    if any(isinstance(env[name], int) and not -5 <= env[name] <= 40 for name in INTS):
        return
    text = python(read, Knowledge(Scope(domains)).doubts(read))
    assert outcome(text, env) == value(read, env)


@given(SMALL, ENVIRONMENTS)
def test_a_negated_condition_holds_exactly_where_it_does_not(
    expr: Expr, env: Mapping[str, Value]
) -> None:
    before = value(expr, env)
    if isinstance(before, bool):
        assert value(negated(expr), env) is (not before)


STATEMENTS = ("if ", "return ", "argument", "sole", "keyword", "yield ")


def statement(expr: Expr, kind: str, column: int) -> str:
    """A function with one statement that holds an expression."""
    printer = Printer(local, lambda helper: helper, everything_doubted(expr))
    pad = " " * column
    head = "".join(f"{' ' * (4 * n)}def f{n}():\n" for n in range(column // 4))
    if kind == "if ":
        return f"{head}{pad}{printer.statement('if ', expr, ':', column, 'bool')}\n{pad}    pass\n"
    if kind == "return ":
        return f"{head}{pad}{printer.statement('return ', expr, '', column, 'i64')}\n"
    doc = printer.doc(expr)
    if kind == "sole":
        body = printed(call("parts.gap", [printer.sole(expr)]), column)
    elif kind == "keyword":
        body = printed(call("out.rows", ['"name"', row("overread=", doc), "align=8"]), column)
    elif kind == "argument":
        body = printed(call("out.rows", ['"name"', "BF16", doc]), column)
    else:
        values = sequence("{", [row('"a": ', doc), '"b": 1'], "}")
        body = printed(row("yield ", call("unmet", ["1", values])), column)
    return f"{head}{pad}{body}\n"


@settings(max_examples=25)
@given(
    st.lists(
        st.tuples(WIDE, st.sampled_from(STATEMENTS), st.sampled_from([4, 8, 12, 16])),
        min_size=10,
        max_size=30,
    )
)
def test_the_formatter_changes_nothing(drawn: list[tuple[Expr, str, int]]) -> None:
    text = "\n\n".join(statement(*one) for one in drawn)
    assert ruff_formatted(text) == text


def ruff_formatted(text: str) -> str:
    ruff = Path(sys.executable).with_name("ruff")
    command = [str(ruff), "format", "--isolated", "--stdin-filename", "generated.py", "-"]
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=True)
    return done.stdout
