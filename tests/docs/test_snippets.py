"""Every TOML block of the pages does what the page says, and every table of sizes is what comes out.

The first line of a block says what it is:

    ```toml layout            a whole layout, without findings
    ```toml fragment          a part, completed from the first layout of the page, without findings
    ```toml error=AG123       the same, with these codes (several with commas)
    ```text sizes n=4         the sizes of the block before, for these values
    ```text ranges clear live=3 n=4    what a routine of it writes
    ```text diagnostics       what is said about it

`--update-golden` rewrites the text blocks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from . import snippets
from .markdown import ROOT, Block, blocks, rewritten
from .snippets import Snippet

PAGES = ("docs/language.md",)
RESULTS = ("sizes", "ranges", "diagnostics")

LAYOUTS = [
    b for name in PAGES for b in blocks(name) if b.language == "toml" and not b.option("file")
]


def scaffold(name: str) -> str:
    return next(b.text for b in blocks(name) if b.language == "toml" and "layout" in b.words)


def run(block: Block) -> Snippet:
    whole = block.text.startswith("arenagen")
    return snippets.run(block.text, None if whole else scaffold(block.page))


@pytest.mark.parametrize("block", LAYOUTS, ids=lambda block: block.place)
def test_toml_does_what_the_page_says(block: Block) -> None:
    wanted = block.option("error")
    assert wanted or {"layout", "fragment"} & set(block.words), "the block says what it is"
    found = run(block)
    expected = tuple(sorted(wanted.split(","))) if wanted else ()
    assert found.errors == expected, found.shown()


@pytest.mark.parametrize("name", PAGES)
def test_results_are_what_comes_out(name: str, golden: Callable[[Path, str], None]) -> None:
    golden(ROOT / name, rewritten(name, dict(results(name))))


def results(name: str) -> Iterator[tuple[int, str]]:
    """(line, new text) of each block of results."""
    last: Block | None = None
    for block in blocks(name):
        if block.language == "toml":
            last = block
        elif block.words and block.words[0] in RESULTS:
            assert last is not None, block.place
            yield block.line, result(run(last), block)


def result(snippet: Snippet, block: Block) -> str:
    kind, *words = block.words
    if kind == "diagnostics":
        return snippet.shown()
    if kind == "sizes":
        return snippets.sizes(snippet, words)
    return snippets.ranges(snippet, words[0], words[1:])


@pytest.mark.parametrize("name", PAGES)
def test_every_block_says_what_it_is(name: str) -> None:
    for block in blocks(name):
        assert block.language in ("toml", "text", "python", "console", "diff"), block.place
        assert block.words or block.language in ("python", "console", "diff"), block.place
