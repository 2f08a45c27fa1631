"""The text of a layout with its white space in order; nothing else of it changes, and nothing is moved.

Which elements share a line stays as it is written. Comments keep their words. The result formatted again is itself.
Imports what lies beside it.
"""

from __future__ import annotations

import tomllib
from typing import Final

from arenagen.parse.toml_tokens import Token, comments, tokens

INDENT: Final = "  "
_END: Final = Token("line", "", 0, 0)


class FormattingError(RuntimeError):
    """The formatted text does not mean what the text means: a fault of the formatter."""


def formatted(text: str) -> str:
    """A TOML text with plain line feeds, formatted. Raises FormattingError rather than change what it says."""
    found = _Printer(text).document()
    if not same_meaning(text, found):
        raise FormattingError("formatting would change the layout")
    return found


def same_meaning(one: str, other: str) -> bool:
    """Whether two TOML texts hold the same data, with keys in the same order, and the same comments."""
    # The printed form also tells orders, signs of zero and types apart, and takes a nan as itself.
    same = repr(tomllib.loads(one)) == repr(tomllib.loads(other))
    return same and comments(one) == comments(other)


class _Printer:
    """Goes through the tokens of a text once and prints them."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._tokens = tuple(tokens(text))
        self._at = 0

    def document(self) -> str:
        """The whole text: no blank line at its start and end, at most one in a row between."""
        lines: list[str] = []
        while self._at < len(self._tokens):
            line = self._statement()
            if line or (lines and lines[-1]):
                lines.append(line)
        while lines and not lines[-1]:
            lines.pop()
        return "".join(f"{line}\n" for line in lines)

    def _peek(self) -> Token:
        return self._tokens[self._at] if self._at < len(self._tokens) else _END

    def _next(self) -> Token:
        token = self._peek()
        self._at += 1
        return token

    def _statement(self) -> str:
        """A header, a key with its value, a comment or nothing, up to the end of the line."""
        parts = []
        if self._peek().text == "[":
            parts.append(self._joined())
        elif self._peek().kind not in ("comment", "line"):
            parts.append(self._pair(""))
        if self._peek().kind == "comment":
            parts.append(self._next().text.rstrip())
        self._next()
        return " ".join(parts)

    def _joined(self) -> str:
        """A header, or the key in front of `=`, without white space."""
        found = ""
        while self._peek().kind not in ("comment", "line") and self._peek().text != "=":
            found += self._next().text
        return found

    def _pair(self, indent: str) -> str:
        key = self._joined()
        self._next()
        return f"{key} = {self._value(indent)}"

    def _value(self, indent: str) -> str:
        match self._peek().text:
            case "[":
                return self._array(indent)
            case "{":
                return self._inline_table(indent)
            case _:
                return self._next().text

    def _inline_table(self, indent: str) -> str:
        first, start = self._at, self._next().start
        pairs = []
        while self._peek().text != "}":
            if self._peek().kind in ("comment", "line"):
                return self._as_written(first, start)
            pairs.append(self._pair(indent))
            if self._peek().text == ",":
                self._next()
        self._next()
        return f"{{ {', '.join(pairs)} }}" if pairs else "{}"

    def _as_written(self, first: int, start: int) -> str:
        """An inline table over several lines, which version 1.0 of TOML does not have and later ones do."""
        self._at, depth = first, 0
        while True:
            token = self._next()
            depth += (token.text == "{") - (token.text == "}")
            if token is _END or not depth:
                return self._text[start : token.end]

    def _array(self, indent: str) -> str:
        self._next()
        inner = indent + INDENT
        inside = inner if self._breaks() else indent
        lines = [_Line("")]
        while self._peek().text != "]":
            token = self._peek()
            if token.kind == "line":
                self._next()
                lines.append(_Line(inner))
            elif token.kind == "comment":
                lines[-1].comment = self._next().text.rstrip()
            elif token.text == ",":
                self._next()
            else:
                lines[-1].values.append(self._value(inside))
        self._next()
        return _printed(lines, indent)

    def _breaks(self) -> bool:
        """Whether the array that has just begun has a line break of its own."""
        depth = 0
        for token in self._tokens[self._at :]:
            if not depth and token.kind == "line":
                return True
            depth += (token.text in ("[", "{")) - (token.text in ("]", "}"))
            if depth < 0:
                break
        return False


class _Line:
    """A line inside an array: its values, and the comment at its end."""

    def __init__(self, indent: str) -> None:
        self.indent = indent
        self.values: list[str] = []
        self.comment = ""

    def __bool__(self) -> bool:
        return bool(self.values or self.comment)

    def text(self) -> str:
        """The line with a comma behind its last value."""
        values = f"{', '.join(self.values)}," if self.values else ""
        return self.indent + " ".join(part for part in (values, self.comment) if part)


def _printed(lines: list[_Line], indent: str) -> str:
    """An array: on one line as it was, otherwise with its brackets on lines of their own."""
    first, *rest = lines
    if not rest:
        return f"[{', '.join(first.values)}]"
    head = "["
    if first.values:
        first.indent = indent + INDENT
        rest.insert(0, first)
    elif first.comment:
        head += f" {first.comment}"
    while rest and not rest[-1]:
        rest.pop()
    while rest and not rest[0]:
        rest.pop(0)
    if not rest:
        return f"{head}\n{indent}]" if first.comment else "[]"
    kept = [line for i, line in enumerate(rest) if line or rest[i - 1]]
    body = [line.text() if line else "" for line in kept]
    return "\n".join([head, *body, f"{indent}]"])
