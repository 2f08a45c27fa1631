"""Lines of C++: comments within the width of a line, text literals, bodies of functions.

Imports the standard library only.

Lines are broken here; the style that is committed for `clang-format` has no width, so that it leaves them.
"""

from __future__ import annotations

from textwrap import wrap
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

WIDTH = 110
STEP = "    "


def indented(lines: Iterable[str], depth: int = 1) -> list[str]:
    """Lines moved to the right; empty ones stay empty, directives at the margin."""
    return [STEP * depth + line if line else line for line in lines]


def comment(paragraphs: Iterable[str], depth: int = 0) -> list[str]:
    """A doc comment of some paragraphs."""
    texts = [_plain(" ".join(text.split())) for text in paragraphs if text.strip()]
    lines: list[str] = []
    for text in texts or ["Nothing is said about it."]:
        room = WIDTH - len(STEP) * depth - len("/// ")
        broken = wrap(text, room, break_long_words=False, break_on_hyphens=False)
        lines += [*(["///"] if lines else []), *(f"/// {line}".rstrip() for line in broken)]
    return lines


def _plain(text: str) -> str:
    """A text that cannot end its line's comment early, or go on in the next one."""
    shown = "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)
    return shown.replace("\\", "\N{REVERSE SOLIDUS OPERATOR}")


def literal(text: str) -> str:
    """A text as C++ writes it: ASCII, without trigraphs."""
    parts = []
    for byte in text.encode("utf-8", "replace"):
        char = chr(byte)
        if char in '"\\?':
            parts.append("\\" + char)
        elif 0x20 <= byte < 0x7F:
            parts.append(char)
        else:
            parts.append(f"\\{byte:03o}")
    return '"' + "".join(parts) + '"'


def whole(value: int) -> str:
    """A whole number of 64 bits."""
    return "(-9223372036854775807 - 1)" if value == -(2**63) else str(value)


def function(head: str, body: Sequence[str]) -> list[str]:
    """A function with its body."""
    return [f"{head} {{", *indented(body), "}"]


def call(name: str, args: Sequence[str]) -> str:
    """A call on one line."""
    return f"{name}({', '.join(args)})"


def braced(items: Sequence[str]) -> str:
    """A list of values."""
    return "{" + ", ".join(items) + "}"


def paragraphs(groups: Iterable[Sequence[str]]) -> list[str]:
    """Groups of lines with an empty line between them."""
    found: list[str] = []
    for group in groups:
        if group:
            found += [*([""] if found else []), *group]
    return found
