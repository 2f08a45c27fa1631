"""The parser's refusals: what was met, and what the writer probably meant."""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING

from arenagen.expressions.errors import ExpressionError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arenagen.expressions.nodes import Span
    from arenagen.expressions.tokens import Token

_OTHER_NAMES = {
    "ceil": "ceil_div",
    "ceildiv": "ceil_div",
    "cdiv": "ceil_div",
    "div_ceil": "ceil_div",
    "div_up": "ceil_div",
    "round_up": "align_up",
    "roundup": "align_up",
    "pad": "align_up",
    "pad_to": "align_up",
    "next_multiple_of": "align_up",
    "next_rung": "rung",
    "bucket": "rung",
}

_INSTEAD = {
    "abs": "write `a if a > 0 else -a`",
    "floor": "`//` rounds down",
    "int": "numbers are whole already; `//` rounds down",
    "pow": "multiply, or write the number out",
    "clamp": "write `min(max(a, low), high)`",
    "sum": "write the terms with `+`",
    "len": "declare the length in [consts]",
    "bool": "compare: `a != 0`",
}


def shown(token: Token) -> str:
    """How a message names a token."""
    if token.kind == "end":
        return "the end of the expression"
    return f"`'{token.text}'`" if token.kind == "text" else f"`{token.text}`"


def trailing(token: Token) -> ExpressionError:
    """Something follows a complete expression."""
    if token.text == ")" and token.kind == "sign":
        return ExpressionError("AG106", "this bracket closes nothing", token.span)
    if token.text == "," and token.kind == "sign":
        hint = "a comma stands between the arguments of a function only"
        return ExpressionError("AG100", "the expression ends before `,`", token.span, hint)
    message = f"an operator is missing before {shown(token)}"
    return ExpressionError("AG100", message, token.span, _word_operator(token))


def _word_operator(token: Token) -> str | None:
    """What to write for a word that is an operator in another language."""
    instead = {"div": "write `//`", "mod": "write `%`", "xor": "write `!=`", "is": "write `==`"}
    if token.text in ("then", "where", "in"):
        return "conditions are written `a if condition else b`" if token.text != "in" else None
    return instead.get(token.text)


def no_else(token: Token) -> ExpressionError:
    """A choice without its other branch."""
    message = f"`else` is missing before {shown(token)}"
    hint = "a choice names both values: `a if condition else b`"
    return ExpressionError("AG100", message, token.span, hint)


def chain(sign: Token) -> ExpressionError:
    """A comparison of a comparison."""
    hint = "write `a < b and b < c`"
    return ExpressionError("AG105", "comparisons do not chain", sign.span, hint)


def needs_brackets(token: Token) -> ExpressionError:
    """`not` where only something that binds tighter may stand."""
    hint = "write `(not ...)`"
    return ExpressionError("AG100", "`not` needs brackets here", token.span, hint)


def no_operand(token: Token, before: Token | None, opened: Sequence[Token]) -> ExpressionError:
    """No value where one must stand, after the token `before` and within the brackets `opened`."""
    if before is None or before.text == "(" or before.text == ",":
        message = f"a value is missing before {shown(token)}"
    else:
        message = f"a value is missing after {shown(before)}"
    if token.text == ")" and token.kind == "sign" and not opened:
        return ExpressionError("AG106", "this bracket closes nothing", token.span)
    if token.kind == "end" and before is not None:
        return ExpressionError("AG100", message, before.span)
    hint = "there is no unary plus" if token.text == "+" else None
    if token.text == "if":
        hint = "a choice is written `a if condition else b`"
    return ExpressionError("AG100", message, token.span, hint)


def unclosed(token: Token, opened: Token) -> ExpressionError:
    """Another token where a closing bracket must stand."""
    if token.kind == "end":
        return ExpressionError("AG106", "this bracket is not closed", opened.span, "add `)`")
    if token.text == ",":
        hint = "a comma stands between the arguments of a function only"
        return ExpressionError("AG100", "`,` cannot stand here", token.span, hint)
    message = f"an operator or `)` is missing before {shown(token)}"
    return ExpressionError("AG100", message, token.span, _word_operator(token))


def unknown_function(token: Token, known: Sequence[str]) -> ExpressionError:
    """A call of something that is no function of the language."""
    word = token.text.rpartition(".")[2].lower()
    meant = _OTHER_NAMES.get(word)
    if meant is None:
        meant = next(iter(difflib.get_close_matches(word, known, 1)), None)
    hint = _INSTEAD.get(word)
    if hint is None:
        hint = f"did you mean `{meant}`?" if meant else f"the functions are {', '.join(known)}"
    return ExpressionError("AG104", f"there is no function `{token.text}`", token.span, hint)


def arity(function: str, given: int, least: int, most: int | None, span: Span) -> ExpressionError:
    """A call with too few or too many arguments."""
    wanted = f"{least}" if most == least else f"at least {least}"
    message = f"`{function}` takes {wanted} arguments, {given} given"
    return ExpressionError("AG108", message, span)
