"""Texts damaged letter by letter, line by line and word by word."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

from tests.fuzz.words import NUMBERS, TEXTS, WORDS, number

_TOKEN = re.compile(r"\w+|[^\w\s]")
_ODD = "[]{}()\"'=,.#\n\\ \t\r0-+/*%\x00\ufeff\U0001f600é"


def damaged(random: Random, text: str, others: tuple[str, ...]) -> str:
    """A text after a few random changes."""
    for _ in range(random.choice((1, 1, 2, 4))):
        text = random.choice(_CHANGES)(random, text, others) or text
    return text


def _bytes(random: Random, text: str, others: tuple[str, ...]) -> str:
    """Bytes flipped; what is no UTF-8 any more becomes the replacement character."""
    raw = bytearray(text.encode("utf-8"))
    for _ in range(random.randint(1, 4)):
        raw[random.randrange(len(raw))] ^= 1 << random.randrange(8)
    return raw.decode("utf-8", "replace")


def _letter(random: Random, text: str, others: tuple[str, ...]) -> str:
    at = random.randrange(len(text))
    return text[:at] + random.choice(_ODD) + text[at + random.randrange(2) :]


def _cut(random: Random, text: str, others: tuple[str, ...]) -> str:
    start = random.randrange(len(text))
    return text[:start] + text[start + random.randint(1, 200) :]


def _line(random: Random, text: str, others: tuple[str, ...]) -> str:
    """A line left out, doubled, or moved."""
    lines = text.split("\n")
    line = lines.pop(random.randrange(len(lines)))
    for _ in range(random.randrange(3)):
        lines.insert(random.randrange(len(lines) + 1), line)
    return "\n".join(lines)


def _splice(random: Random, text: str, others: tuple[str, ...]) -> str:
    """Lines of another text in between."""
    lines, found = text.split("\n"), random.choice(others).split("\n")
    at, start = random.randrange(len(lines) + 1), random.randrange(len(found))
    return "\n".join([*lines[:at], *found[start : start + random.randint(1, 8)], *lines[at:]])


def _token(random: Random, text: str, others: tuple[str, ...]) -> str:
    """A word in the place of another."""
    tokens = list(_TOKEN.finditer(text))
    if not tokens:
        return text
    old = random.choice(tokens)
    new = random.choice((random.choice(tokens)[0], random.choice(WORDS), random.choice(TEXTS)))
    return text[: old.start()] + new + text[old.end() :]


def _digit(random: Random, text: str, others: tuple[str, ...]) -> str:
    """A number in the place of another."""
    numbers = list(re.finditer(r"\d+", text))
    if not numbers:
        return text
    old = random.choice(numbers)
    return text[: old.start()] + str(abs(random.choice(NUMBERS))) + text[old.end() :]


def _expression(random: Random, text: str, others: tuple[str, ...]) -> str:
    """A random expression in the place of a string."""
    strings = list(re.finditer(r'"[^"\n]*"', text))
    if not strings:
        return text
    old = random.choice(strings)
    return f'{text[: old.start()]}"{number(random)}"{text[old.end() :]}'


_CHANGES: tuple[Callable[[Random, str, tuple[str, ...]], str], ...] = (
    _bytes,
    _letter,
    _cut,
    _line,
    _splice,
    _token,
    _token,
    _digit,
    _digit,
    _expression,
    _expression,
)
