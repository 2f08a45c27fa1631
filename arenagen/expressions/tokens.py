"""Cuts the text of an expression into tokens; says what to write for other languages' signs."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Literal, NoReturn

from attrs import frozen

from arenagen.expressions.errors import ExpressionError
from arenagen.expressions.nodes import INT_MAX, Span

if TYPE_CHECKING:
    from collections.abc import Iterator

Kind = Literal["int", "name", "text", "word", "sign", "end"]

WORDS = frozenset({"and", "or", "not", "if", "else", "true", "false"})

_TOKEN = re.compile(
    r"""
      (?P<space>[ \t\r\n]+)
    | (?P<float>[0-9][0-9_]*(?:\.[0-9_]*)(?:[eE][+-]?[0-9]+)?|\.[0-9][0-9_]*)
    | (?P<exponent>[0-9][0-9_]*[eE][+-]?[0-9]+)
    | (?P<int>[0-9][0-9A-Za-z_]*)
    | (?P<name>[A-Za-z_][A-Za-z0-9_]*(?:\.[A-Za-z_][A-Za-z0-9_]*)*)
    | (?P<text>'[^'\n]*'|"[^"\n]*")
    | (?P<foreign>\*\*|&&|\|\||===|!==|<>|<<|>>|\?|:|->|!(?!=)|[&|^~]|=(?!=))
    | (?P<sign>//|==|!=|<=|>=|[-+*/%<>(),])
    """,
    re.VERBOSE,
)

_DECIMAL = re.compile(r"0|[1-9][0-9]*(?:_[0-9]+)*")
_DTYPE = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")

_FOREIGN = {
    "**": ("AG103", "there is no power operator", "multiply, or write the number out"),
    "&&": ("AG101", "`&&` is no operator here", "write `and`"),
    "||": ("AG101", "`||` is no operator here", "write `or`"),
    "!": ("AG101", "`!` is no operator here", "write `not`"),
    "=": ("AG101", "`=` does not compare", "write `==`"),
    "===": ("AG101", "`===` is no operator here", "write `==`"),
    "!==": ("AG101", "`!==` is no operator here", "write `!=`"),
    "<>": ("AG101", "`<>` is no operator here", "write `!=`"),
    "<<": ("AG101", "there are no shifts", "multiply by a power of two"),
    ">>": ("AG101", "there are no shifts", "divide by a power of two with `//`"),
    "?": ("AG101", "`?` is no operator here", "write `a if condition else b`"),
    ":": ("AG101", "`:` has no meaning here", "write `a if condition else b`"),
    "&": ("AG101", "there are no bit operations", "for booleans write `and`"),
    "|": ("AG101", "there are no bit operations", "for booleans write `or`"),
    "~": ("AG101", "there are no bit operations", "for booleans write `not`"),
    "^": ("AG101", "there are no bit operations and no powers", "multiply instead"),
}

_CAPITALISED = {"True": "true", "False": "false", "And": "and", "Or": "or", "Not": "not"}


@frozen
class Token:
    """A piece of the text: `text` is what it says (for quoted text, without the quotes)."""

    kind: Kind
    text: str
    span: Span


def tokenize(text: str) -> Iterator[Token]:
    """Tokens of the text, closed by one of kind `end`; ExpressionError where nothing fits."""
    at = 0
    while at < len(text):
        found = _TOKEN.match(text, at)
        if found is None:
            _refuse_character(text, at)
        group, span = str(found.lastgroup), found.span()
        if group != "space":
            yield _token(group, found.group(), span)
        at = found.end()
    yield Token("end", "", (len(text), len(text)))


def _token(group: str, word: str, span: Span) -> Token:
    """The token of one match, or the refusal that explains it."""
    if group == "foreign":
        code, message, hint = _FOREIGN.get(word, ("AG101", f"`{word}` has no meaning here", None))
        raise ExpressionError(code, message, span, hint)
    if group in ("float", "exponent"):
        raise _no_float(word, span)
    if group == "int":
        return Token("int", _whole(word, span), span)
    if group == "text":
        return Token("text", _dtype(word, span), span)
    if group == "name":
        return _word(word, span)
    return Token("sign", word, span)


def _word(word: str, span: Span) -> Token:
    """A name, or one of the language's own words."""
    if word in WORDS:
        return Token("word", word, span)
    if word in _CAPITALISED:
        hint = f"write `{_CAPITALISED[word]}`"
        raise ExpressionError("AG101", f"`{word}` is spelt in lower case here", span, hint)
    if reserved := WORDS.intersection(word.split(".")):
        message = f"`{min(reserved)}` cannot be part of a name"
        raise ExpressionError("AG100", message, span)
    return Token("name", word, span)


def _whole(word: str, span: Span) -> str:
    """The digits of a decimal number of 64 bits (the largest plus one may follow a minus sign)."""
    if not _DECIMAL.fullmatch(word):
        raise ExpressionError(
            "AG100",
            f"`{word}` is no whole number",
            span,
            "numbers are decimal, without leading zeros; `_` may stand between digits",
        )
    digits = word.replace("_", "")
    if len(digits) > 19 or int(digits) > INT_MAX + 1:
        raise too_large(word, span)
    return digits


def too_large(word: str, span: Span) -> ExpressionError:
    """The refusal of a literal beyond 64 bits."""
    shown = word if len(word) <= 40 else f"{word[:37]}..."
    return ExpressionError("AG109", f"{shown} does not fit a signed 64-bit number", span)


def _no_float(word: str, span: Span) -> ExpressionError:
    """The refusal of a number with a point or an exponent."""
    return ExpressionError(
        "AG102",
        f"`{word}` is no whole number",
        span,
        "there are no fractions: write a ratio, such as `3 * n // 2`",
    )


def _dtype(word: str, span: Span) -> str:
    """The text between the quotes."""
    if not _DTYPE.fullmatch(word[1:-1]):
        raise ExpressionError(
            "AG100", f"{word} is no dtype's name", span, "quotes hold the name of a dtype: 'bf16'"
        )
    return word[1:-1]


def _refuse_character(text: str, at: int) -> NoReturn:
    """Explains a character that starts no token."""
    sign = text[at]
    span = (at, at + 1)
    if sign in "'\"":
        raise ExpressionError("AG106", "the quote is not closed", (at, len(text)))
    if sign in "[]{}":
        hint = "declare a list in [consts] and use its name"
        raise ExpressionError("AG101", f"`{sign}` has no meaning here", span, hint)
    if sign == ".":
        hint = "write paths without spaces: `a.b`"
        raise ExpressionError("AG100", "a point stands between names only", span, hint)
    shown = sign if sign.isprintable() else ascii(sign)[1:-1]
    ascii_only = "only ASCII letters, digits and signs are used"
    message = f"`{shown}` has no meaning here"
    raise ExpressionError("AG101", message, span, None if sign.isascii() else ascii_only)
