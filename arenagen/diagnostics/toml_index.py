"""Where the keys and values of a TOML text stand.

The only module that loads tree-sitter. It does not judge the text: what the grammar does not
understand is left out of the index.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from typing import Final

import tree_sitter_toml
from attrs import field, frozen
from tree_sitter import Language, Node, Parser

from arenagen.diagnostics.model import KeyPath
from arenagen.diagnostics.toml_strings import value_of

_LANGUAGE: Final = Language(tree_sitter_toml.language())
_KEYS = ("bare_key", "quoted_key", "dotted_key")
_HEADERS = ("table", "table_array_element")
_BRACKETS = ("[", "]", "[[", "]]")


@frozen
class Stretch:
    """A run of the text: (row, byte in the row) of its start and end, both from 0, and bytes."""

    start: tuple[int, int]
    end: tuple[int, int]
    first: int
    last: int


@frozen(eq=False)
class Index:
    """Key paths with the places of their keys and values.

    The key of a table with a header is the header; the value of a table that is written by headers
    or dotted keys is not in `values`, as it does not stand in one place.
    """

    keys: dict[KeyPath, Stretch] = field(factory=dict)
    values: dict[KeyPath, Stretch] = field(factory=dict)
    strings: set[KeyPath] = field(factory=set)
    containers: set[KeyPath] = field(factory=set)


def index(data: bytes) -> Index:
    """The index of a TOML text in UTF-8."""
    found = Index()
    counts: dict[KeyPath, int] = {}
    for node in Parser(_LANGUAGE).parse(data).root_node.named_children:
        if node.type in _HEADERS:
            path = _open(node, counts, found)
            _fill(found, ((path, pair) for pair in node.named_children if pair.type == "pair"))
        elif node.type == "pair":
            _fill(found, [((), node)])
    return found


def _open(header: Node, counts: dict[KeyPath, int], found: Index) -> KeyPath:
    """The path of the table that a header opens. `counts` has the tables of each array so far."""
    path: KeyPath = ()
    parts = _parts(header)
    for i, part in enumerate(parts):
        path = (*path, _name(part))
        found.keys.setdefault(path, _stretch(part, part))
        found.containers.add(path)
        if i < len(parts) - 1 and path in counts:
            path = (*path, counts[path] - 1)
    if header.type == "table_array_element":
        counts[path] = counts.get(path, 0) + 1
        path = (*path, counts[path] - 1)
        found.containers.add(path)
    brackets = [child for child in header.children if child.type in _BRACKETS]
    found.keys[path] = _stretch(brackets[0], brackets[-1])
    return path


def _fill(found: Index, start: Iterable[tuple[KeyPath, Node]]) -> None:
    """Enters pairs and everything in them. A queue, because values nest without limit."""
    todo = deque(start)
    while todo:
        above, node = todo.popleft()
        if node.type == "pair":
            todo += _pair(found, above, node)
        else:
            found.values[above] = _stretch(node, node)
            todo += _inside(found, above, node)


def _pair(found: Index, above: KeyPath, pair: Node) -> Iterator[tuple[KeyPath, Node]]:
    """The value of a pair, with its path."""
    path = above
    for part in _parts(pair):
        if path != above:
            found.containers.add(path)
        path = (*path, _name(part))
        found.keys.setdefault(path, _stretch(part, part))
    for value in _contents(pair)[-1:]:
        if value.type not in _KEYS:
            yield path, value


def _inside(found: Index, path: KeyPath, node: Node) -> Iterator[tuple[KeyPath, Node]]:
    """What lies in a value: elements with their path, pairs with that of their table."""
    if node.type == "string":
        found.strings.add(path)
    elif node.type in ("array", "inline_table"):
        found.containers.add(path)
        for i, child in enumerate(_contents(node)):
            yield (path if child.type == "pair" else (*path, i)), child


def _contents(node: Node) -> list[Node]:
    return [child for child in node.named_children if child.type not in ("comment", "ERROR")]


def _parts(node: Node) -> list[Node]:
    """The parts of the key of a pair or header; dotted keys are trees that lean to the left."""
    keys = [child for child in node.children if child.type in _KEYS]
    found: list[Node] = []
    while keys:
        *keys, last = keys
        if last.type == "dotted_key":
            keys += [child for child in last.children if child.type in _KEYS]
        else:
            found.append(last)
    return found[::-1]


def _name(part: Node) -> str:
    text = (part.text or b"").decode("utf-8", "replace")
    return value_of(text) if part.type == "quoted_key" else text


def _stretch(first: Node, last: Node) -> Stretch:
    (row, byte), (end_row, end_byte) = first.start_point, last.end_point
    return Stretch((row, byte), (end_row, end_byte), first.start_byte, last.end_byte)
