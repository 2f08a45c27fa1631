"""Fenced blocks of Markdown pages: what their first line says, and pages with some of them rewritten."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from attrs import frozen

ROOT = Path(__file__).parents[2]

_FENCE = re.compile(r"^```(?P<info>[^\n`]*)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)


@frozen
class Block:
    """A fenced block: its language, the words behind it on the first line, and the lines inside."""

    page: str
    line: int
    language: str
    words: tuple[str, ...]
    text: str

    @property
    def place(self) -> str:
        """Where it stands, for the names of tests and for messages."""
        return f"{self.page}:{self.line}"

    def option(self, name: str) -> str | None:
        """What follows `name=` among the words, if it is there."""
        found = [word.partition("=")[2] for word in self.words if word.startswith(f"{name}=")]
        return found[0] if found else None


def page(name: str) -> str:
    """The text of a page, by its path in the repository."""
    return (ROOT / name).read_text(encoding="utf-8")


def blocks(name: str) -> tuple[Block, ...]:
    """The blocks of a page in their order."""
    text = page(name)
    return tuple(
        Block(
            name,
            text.count("\n", 0, found.start()) + 1,
            *_split(found["info"]),
            found["text"],
        )
        for found in _FENCE.finditer(text)
    )


def _split(info: str) -> tuple[str, tuple[str, ...]]:
    language, *words = info.split() or [""]
    return language, tuple(words)


def rewritten(name: str, texts: Mapping[int, str]) -> str:
    """A page with other lines inside the blocks that start at some line numbers."""
    text = page(name)

    def put(found: re.Match[str]) -> str:
        line = text.count("\n", 0, found.start()) + 1
        return f"```{found['info']}\n{texts.get(line, found['text'])}```"

    return _FENCE.sub(put, text)
