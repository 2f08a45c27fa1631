"""Lines of generated code and what they belong to: for Python, and for texts as other languages have them."""

from __future__ import annotations

import tomllib
from pathlib import Path
from textwrap import dedent

import pytest

from arenagen.api import load
from arenagen.elaborate import Elaborated
from arenagen.emit.cpp import TARGET as CPP
from arenagen.emit.provenance import (
    PROBE,
    Names,
    Vocabulary,
    learnt,
    lines_of,
    mentions_of,
    ranges_of,
)
from arenagen.emit.python import TARGET
from arenagen.emit.rust import TARGET as RUST
from arenagen.emit.target import Identifier, completed

ROOT = Path(__file__).parents[2]
SHIPPED = sorted((ROOT / "layouts").glob("*.toml"))


def elaborated(path: Path) -> Elaborated:
    found = load(path.read_text(encoding="utf-8"), path.name).elaborated
    assert found is not None
    return found


def test_the_probe_is_a_sound_layout_of_names_that_occur_nowhere_else() -> None:
    assert load(PROBE, "probe").report.ok
    data = tomllib.loads(PROBE)
    assert all(name[0] == name[-1] == "q" for name in data["buffers"])


def test_what_the_python_target_makes_of_names_is_learnt() -> None:
    vocabulary = learnt(TARGET)
    assert (0, "_size_", "") in vocabulary.shapes
    assert {"rows", "self", "ArrayT"} <= vocabulary.own
    assert not any("q" == word[0] == word[-1] and len(word) > 3 for word in vocabulary.own)


TARGETS = {
    "python": (TARGET, "    def _size_"),
    "cpp": (CPP, "    constexpr void size_"),
    "rust": (RUST, "fn size_"),
}
"""Targets, each with what begins the function that computes the size of a buffer."""


@pytest.mark.parametrize("language", TARGETS)
@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_a_block_of_code_belongs_to_its_buffer(path: Path, language: str) -> None:
    """The functions of sizes say themselves whose they are, by the target's own conventions."""
    target, prefix = TARGETS[language]
    layout = elaborated(path)
    names = Names(layout, target.identifiers(layout), learnt(target))
    blocks = 0
    for text in target.render(layout, completed(target, {})).values():
        rows, lines = text.split("\n"), lines_of(text, names)
        for start, row in enumerate(rows):
            if not row.startswith(prefix):
                continue
            name = row.removeprefix(prefix).partition("(")[0]
            (buffer,) = [b for b in layout.buffers if b.name == name]
            inside = row[: len(row) - len(row.lstrip())] + "    "
            end = start + 1
            while rows[end].startswith(inside):
                end += 1
            for line in lines[start:end]:
                assert line.owner is not None
                assert line.owner[:2] == ("buffers", buffer.name)
            blocks += 1
    assert blocks == len(layout.buffers)


@pytest.mark.parametrize("language", TARGETS)
def test_every_item_has_lines(language: str) -> None:
    target, _ = TARGETS[language]
    layout = elaborated(ROOT / "layouts" / "llama.toml")
    names = Names(layout, target.identifiers(layout), learnt(target))
    texts = target.render(layout, completed(target, {}))
    files = [lines_of(text, names) for text in texts.values()]
    for node in layout.nodes():
        assert any(ranges_of(lines, ("buffers", *node.path)) for lines in files), node.dotted
    for item in (*layout.layout.params, *layout.layout.reset.routines):
        assert any(mentions_of(lines, item.where) for lines in files), item.name


OTHER = """\
arenagen = 1
layout = { name = "other", doc = "Names that are words of a language." }
params.n = { min = 1, max = 8, doc = "rows" }
axes.tokens = { max = "n" }
reset.classes.step = { doc = "stale", stale_read = true }
reset.routines.clear = { classes = ["step"] }
[buffers.rows]
dtype = "u8"
token_major = true
row = [4]
reset = "step"
doc = "Rows."
[buffers.wide]
dtype = "u8"
token_major = true
row = [8]
reset = "step"
doc = "Wide rows."
"""


def owners(text: str, shapes: tuple[tuple[int, str, str], ...], own: set[str]) -> list[str]:
    layout = load(OTHER, "other").elaborated
    assert layout is not None
    identifiers = [Identifier(b.name, "x", b.where, "a buffer") for b in layout.buffers]
    names = Names(layout, identifiers, Vocabulary(shapes, frozenset(own)))
    return [
        "" if line.owner is None else str(line.owner[-1]) for line in lines_of(dedent(text), names)
    ]


def test_code_with_comments_above_and_braces() -> None:
    text = """\
        impl Sizes {
            /// Rows.
            ///
            /// u8, n x [4]; like wide.
            pub fn rows_bytes(&self) -> u64 {
                self.rows(4)
            }

            // Wide rows.
            pub fn wide_bytes(&self) -> u64 {
                self.rows(
                    8,
                )
            }

            pub fn total(&self) -> u64 {
                self.rows_bytes() + self.wide_bytes()
            }
        }"""
    assert owners(text, ((0, "", "_bytes"),), {"rows", "self", "u64"}) == [
        "",
        *["rows"] * 6,
        "",
        *["wide"] * 6,
        "",
        *[""] * 4,
    ]


def test_a_word_of_the_target_is_a_name_only_where_it_stands_as_one() -> None:
    text = """\
        rows: Extent
        call("rows")
        Extent rows;
        call.rows(1)
        f(rows, 1)"""
    assert owners(text, (), {"rows"}) == ["rows", "rows", "rows", "", ""]
    assert owners(text, (), set())[:3] == ["rows"] * 3
    assert owners("f(rows, 1)", (), set()) == ["rows"]


def test_classes_and_capitals() -> None:
    text = "struct WideParts;\nconst WIDE_AT: u64 = 1;\nstruct Widen;"
    assert owners(text, ((1, "", "Parts"), (2, "", "_AT")), set()) == ["wide", "wide", ""]
