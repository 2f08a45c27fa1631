"""Expressions of the layout language: reading, writing, types, values, and what holds beforehand.

Imports the rule row of the diagnostics and nothing else of the compiler.
"""

from arenagen.expressions.bindings import Bindings, Definitions
from arenagen.expressions.compiled import compile_expression
from arenagen.expressions.errors import EvaluationError, ExpressionError
from arenagen.expressions.evaluate import Value, evaluate
from arenagen.expressions.infer import Type, infer, type_faults
from arenagen.expressions.naming import (
    dependency_order,
    free_names,
    free_names_in_order,
    names,
    substitute,
)
from arenagen.expressions.nodes import (
    INT_MAX,
    INT_MIN,
    Arith,
    Bool,
    Call,
    Choice,
    Compare,
    Expr,
    Int,
    Logic,
    Name,
    Negate,
    Not,
    Span,
    Text,
    children,
    height,
    walk,
)
from arenagen.expressions.parser import MAX_DEPTH, MAX_LENGTH, parse
from arenagen.expressions.shown import shown_value, shown_values
from arenagen.expressions.text import to_text

__all__ = [
    "INT_MAX",
    "INT_MIN",
    "MAX_DEPTH",
    "MAX_LENGTH",
    "Arith",
    "Bindings",
    "Bool",
    "Call",
    "Choice",
    "Compare",
    "Definitions",
    "EvaluationError",
    "Expr",
    "ExpressionError",
    "Int",
    "Logic",
    "Name",
    "Negate",
    "Not",
    "Span",
    "Text",
    "Type",
    "Value",
    "children",
    "compile_expression",
    "dependency_order",
    "evaluate",
    "free_names",
    "free_names_in_order",
    "height",
    "infer",
    "names",
    "parse",
    "shown_value",
    "shown_values",
    "substitute",
    "to_text",
    "type_faults",
    "walk",
]
