"""Random TOML documents in many styles of writing, and helpers to read places in them."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from typing import Any

from hypothesis import strategies as st

from arenagen.diagnostics.locate import Region

CHARACTERS = st.characters(exclude_categories=["Cs"], exclude_characters="\r")
TEXTS = st.text(CHARACTERS | st.sampled_from("\"'\\\n\t éü漢😀"), max_size=8)
KEYS = st.text("abcxyz_-09", min_size=1, max_size=3) | st.text(CHARACTERS, max_size=3)

_SHORT = {"\n": "\\n", "\t": "\\t", '"': '\\"', "\\": "\\\\", "\b": "\\b", "\f": "\\f"}


def leaves(value: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """Every value that contains no others, with its path."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from leaves(inner, (*path, key))
    elif isinstance(value, list):
        for i, inner in enumerate(value):
            yield from leaves(inner, (*path, i))
    else:
        yield path, value


def cut(text: str, region: Region) -> str:
    """The characters of a text that a region covers."""
    lines = text.removeprefix("\ufeff").split("\n")
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line) + 1)
    first = starts[region.line - 1] + region.column - 1
    return text.removeprefix("\ufeff")[first : starts[region.end_line - 1] + region.end_column - 1]


def read_alone(text: str) -> Any:
    """The value of a TOML value's text."""
    return tomllib.loads("value = " + text)["value"]


def _escaped(draw: st.DrawFn, character: str, *, lines: bool) -> str:
    """One way to write a character in a basic string; `lines` means that line breaks may be raw."""
    code = ord(character)
    ways = [f"\\U{code:08x}"] + ([f"\\u{code:04X}"] if code < 0x10000 else [])
    if character in _SHORT:
        ways.append(_SHORT[character])
    if (code >= 0x20 and code != 0x7F and character not in '"\\') or character == "\t":
        ways += [character] * 3
    if lines and character == "\n":
        ways += ["\n", "\r\n"]
    return draw(st.sampled_from(ways))


@st.composite
def string_literals(draw: st.DrawFn, *, lines: bool = True) -> str:
    """A string written in one of the four ways of TOML."""
    value = draw(TEXTS)
    multiline = lines and draw(st.booleans())
    raw = not re.search(
        r"[\x00-\x08\x0a-\x1f\x7f]" if not multiline else r"[\x00-\x08\x0b-\x1f\x7f]", value
    )
    if raw and "'" not in value and draw(st.booleans()):
        start = draw(st.sampled_from(["\n", "\r\n"] if value[:1] == "\n" else ["", "\n", "\r\n"]))
        return f"'''{start}{value}'''" if multiline else f"'{value}'"
    written = [_escaped(draw, character, lines=multiline) for character in value]
    if not multiline:
        return '"' + "".join(written) + '"'
    for i in range(len(written)):
        written[i] += draw(st.sampled_from(["", "", "", "\\\n  ", "\\ \n\n\t", "\\\r\n"]))
    start = draw(
        st.sampled_from(
            ["\n", "\r\n", "\\\n"] + ([] if written[:1] in (["\n"], ["\r\n"]) else [""])
        )
    )
    return '"""' + start + "".join(written) + '"""'


def scalars(*, lines: bool) -> st.SearchStrategy[str]:
    return st.one_of(
        st.integers(-(2**63), 2**63 - 1).map(str),
        st.sampled_from(
            ["true", "false", "0xFF", "0o17", "0b101", "1_000", "+3", "-1.5e3", "inf", "1979-05-27"]
        ),
        st.sampled_from(["1979-05-27T07:32:00Z", "1979-05-27 07:32:00.5", "07:32:00"]),
        string_literals(lines=lines),
    )


@st.composite
def written_keys(draw: st.DrawFn, names: st.SearchStrategy[str] = KEYS) -> str:
    """One part of a key, bare or quoted."""
    name = draw(names)
    if re.fullmatch(r"[A-Za-z0-9_-]+", name) and draw(st.booleans()):
        return name
    if not re.search(r"['\x00-\x08\x0a-\x1f\x7f]", name) and draw(st.booleans()):
        return f"'{name}'"
    return '"' + "".join(_escaped(draw, character, lines=False) for character in name) + '"'


@st.composite
def values(draw: st.DrawFn, depth: int = 2, *, lines: bool = True) -> str:
    """A value with whatever white space and comments may stand in it."""
    kind = draw(st.sampled_from(["scalar", "array", "table"] if depth else ["scalar"]))
    if kind == "scalar":
        return draw(scalars(lines=lines))
    if kind == "array":
        gaps = st.sampled_from(["", " ", "\n", "# é\n", "\r\n\t"] if lines else ["", " "])
        inner = draw(st.lists(values(depth - 1, lines=lines), max_size=3))
        items = [f"{draw(gaps)}{item}{draw(gaps)}" for item in inner]
        end = draw(st.sampled_from(["", ","])) if items else ""
        return "[" + ",".join(items) + end + draw(gaps) + "]"
    pairs = draw(st.lists(st.tuples(written_keys(), values(depth - 1, lines=lines)), max_size=3))
    return "{" + ", ".join(f"{key} = {value}" for key, value in pairs) + "}"


@st.composite
def documents(draw: st.DrawFn) -> str:
    """A document with tables, arrays of tables, dotted keys and inline tables; perhaps not valid."""
    few = written_keys(st.sampled_from(["a", "b", "c d", "ü"]))
    blocks = []
    for _ in range(draw(st.integers(0, 4))):
        dotted = " . ".join(draw(st.lists(few, min_size=1, max_size=3)))
        form = draw(st.sampled_from(["", "[{}]", "[[{}]]"])) if blocks else ""
        blocks.append(form.format(dotted) + draw(st.sampled_from(["", " # x"])) if form else "")
        for _ in range(draw(st.integers(0, 3))):
            key = ".".join(draw(st.lists(written_keys(), min_size=1, max_size=2)))
            tail = draw(st.sampled_from(["", "\t# é"]))
            blocks.append(f"{draw(st.sampled_from(['', '  ']))}{key} = {draw(values())}{tail}")
    end = draw(st.sampled_from(["\n", "\r\n"]))
    return (
        draw(st.sampled_from(["", "\ufeff"])) + end.join(blocks) + draw(st.sampled_from(["", end]))
    )
