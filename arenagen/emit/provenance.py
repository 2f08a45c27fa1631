"""Which line of a generated file belongs to what in the layout, for any target and without marks in the files.

A target says which names it makes (`identifiers`). What it makes of them beyond that (`_size_NAME`, `NAME_parts`) is
learnt by rendering a probe, a layout with names that occur nowhere else; the other words of that rendering are the
target's own, and count as names of the layout only where they stand as one. Which lines around a name belong to it is
told by indentation, as all generated code is formatted.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final

from attrs import frozen

from arenagen.api import load
from arenagen.elaborate import Elaborated
from arenagen.emit.naming import class_name
from arenagen.emit.target import Identifier, Target, completed
from arenagen.model import KeyPath

PROBE: Final = """\
arenagen = 1
layout = { name = "qlayq", doc = "A probe." }
params.qmaxq = { min = 1, max = 64, doc = "A probe." }
axes.qaxisq = { max = "qmaxq" }
axes.tokens = { max = "qmaxq" }
reset.classes.qclsq = { doc = "A probe.", stale_read = true }
reset.routines.qrouq = { classes = ["qclsq"], doc = "A probe." }
reset.routines.qrowq = { classes = ["qclsq"], range = "live", axis = "tokens", fixed = "skip" }
views.qviewq = { of = "qplaq", at = ["qpq"] }

[buffers.qbufq]
dtype = "f32"
token_major = true
reset = "qclsq"
doc = "A probe."
uses = { quseq = { row = [4] }, qsecq = { row = [8], when = "qmaxq > 2" } }

[buffers.qpcsq]
token_major = false
axis = "qaxisq"
reset = "qclsq"
doc = "A probe."
sections = [{ name = "qaaq", dtype = "u8", row = [4] }, { name = "qbbq", dtype = "f32", row = [4] }]

[buffers.qplaq]
dtype = "u8"
token_major = false
axis = "qaxisq"
planes = { qpq = 2 }
row = [4]
index = "i32"
budget = "qmaxq * 4096"
min_bytes = 256
overread = 4
when = "qmaxq > 1"
reset = "qclsq"
doc = "A probe."
"""

_WORD: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]*(?:\.[A-Za-z_][A-Za-z0-9_]*)*")
_PROBED: Final = re.compile("q[a-z]+q", re.IGNORECASE)
_COMMENT: Final = ("#", "//", "/*", "* ", "*/", "<!--")
_OWNERS: Final = ("buffers", "views", "reset")
"""Tables whose items own lines of code; values, such as parameters, are only named in them."""

_OWN: Final = {"reset": 2} | dict.fromkeys(
    ("buffers", "views", "params", "flags", "let", "consts", "axes"), 1
)
"""Where in the key path of an item its own name begins."""

_BEFORE: Final = ("@", "template")
"""What lines begin with that belong to the declaration below them: decorators, parameters of templates."""

_CASES: Final[tuple[Callable[[str], str], ...]] = (str, class_name, str.upper)


@frozen
class Vocabulary:
    """The words that a target makes of a name as (case, before, after), and words of its own."""

    shapes: tuple[tuple[int, str, str], ...] = ()
    own: frozenset[str] = frozenset()


def learnt(target: Target) -> Vocabulary:
    """What a rendering of the probe shows of a target."""
    layout = load(PROBE, "probe").elaborated
    assert layout is not None  # noqa: S101 - the probe is sound, as tests see
    texts = target.render(layout, completed(target, {})).values()
    words = dict.fromkeys(
        part for text in texts for word in _WORD.findall(text) for part in word.split(".")
    )
    names = sorted({i.name for i in target.identifiers(layout) if i.where[0] in _OWNERS}, key=len)
    shapes = dict.fromkeys(shape for word in words for shape in _shapes(word, names[::-1]))
    return Vocabulary(tuple(shapes), frozenset(word for word in words if not _PROBED.search(word)))


def _shapes(word: str, names: Iterable[str]) -> Iterator[tuple[int, str, str]]:
    for name in names:
        for case, change in enumerate(_CASES):
            before, found, after = word.partition(change(name))
            if found:
                if not _PROBED.search(before + after):
                    yield case, before, after
                return


def items_of(layout: Elaborated) -> dict[KeyPath, KeyPath]:
    """Everything that has a name in generated code, with the place of its declaration.

    An item is told by its table and its name in there; a part of a buffer by the names on the way to it, since parts
    that two buffers share are declared in one of them.
    """
    written = layout.layout
    found: dict[KeyPath, KeyPath] = {}
    for node in layout.nodes():
        if node.kind != "gap":
            found[("buffers", *node.path)] = node.where
    for table in (
        written.views,
        written.params,
        written.flags,
        written.let,
        written.consts,
        written.axes,
    ):
        found.update((item.where, item.where) for item in table)
    found.update((routine.where, routine.where) for routine in written.reset.routines)
    return found


class Names:
    """The names in the generated files of a layout, and the items that they stand for."""

    def __init__(
        self, layout: Elaborated, identifiers: Iterable[Identifier], vocabulary: Vocabulary
    ) -> None:
        self._own = vocabulary.own
        self._exact: dict[str, KeyPath] = {}
        self._made: dict[str, KeyPath] = {}
        places: dict[KeyPath, KeyPath] = {}
        named: dict[str, KeyPath] = {}
        for item, where in items_of(layout).items():
            places.setdefault(where, item)
            named.setdefault("_".join(str(part) for part in item[1:]), item)
            self._exact.setdefault(".".join(str(part) for part in item[_OWN[str(item[0])] :]), item)
        for found in identifiers:
            # Parts that two buffers share are declared once and have a name in each of them.
            item = named.get(found.name, places.get(found.where, found.where))
            self._exact.setdefault(found.name, item)
            if item[0] in _OWNERS:
                for case, before, after in vocabulary.shapes:
                    self._made.setdefault(before + _CASES[case](found.name) + after, item)

    def on(self, line: str) -> tuple[KeyPath, ...]:
        """What a line names, in order, each once."""
        found = (self._of(line, match) for match in _WORD.finditer(line))
        return tuple(dict.fromkeys(path for paths in found for path in paths))

    def _of(self, line: str, match: re.Match[str]) -> Iterator[KeyPath]:
        whole = match[0]
        if whole in self._exact and (whole not in self._own or _stands_alone(line, match)):
            yield self._exact[whole]
            return
        for word in whole.split("."):
            where = self._exact.get(word) if word not in self._own else None
            where = self._made.get(word) if where is None else where
            if where is not None:
                yield where


def _stands_alone(line: str, match: re.Match[str]) -> bool:
    """Whether a word is in quotes, or begins a line as what is declared there."""
    before, after = line[: match.start()], line[match.end() :]
    if before[-1:] and before[-1:] in "\"'`" and after[:1] == before[-1]:
        return True
    return (
        re.match(r"\s*:(?!:)|\s*;", after) is not None
        and re.match(r"\s*(pub |[\w:<>*]+ )?$", before) is not None
    )


@frozen
class Line:
    """What a line of a generated file names, and the item that it belongs to, if any."""

    names: tuple[KeyPath, ...] = ()
    owner: KeyPath | None = None


_DECLARED: Final = re.compile(r'\s*"(?:(?:name|path)": "|[\w.]+": [\d\[{-])')
"""A line of JSON that begins what is said about an item; other lines only name one."""


def lines_of(text: str, names: Names, *, data: bool = False) -> tuple[Line, ...]:
    """Each line of a generated file; `data` for one in JSON, where less can be told from a name alone."""
    rows = text.split("\n")
    prose = tuple(_prose(rows))
    named = tuple(names.on(row) for row in rows)
    own = [
        None if inside or (data and not _DECLARED.match(row)) else _owner(found)
        for row, found, inside in zip(rows, named, prose, strict=True)
    ]
    return tuple(
        Line(found, owner)
        for found, owner in zip(named, _spread(rows, prose, own, data), strict=True)
    )


def _owner(found: Sequence[KeyPath]) -> KeyPath | None:
    """The first item that owns code; none where others of its table are named too, as in lists of all of them."""
    owners = [path for path in found if path[0] in _OWNERS]
    if not owners:
        return None
    items = {_item(path) for path in owners if path[0] == owners[0][0]}
    return owners[0] if len(items) == 1 else None


def _item(path: KeyPath) -> KeyPath:
    return path[:3] if path[0] == "reset" else path[:2]


def _prose(rows: Sequence[str]) -> Iterator[bool]:
    """Whether each row is a comment or lies in a text between triple quotes."""
    inside = False
    for row in rows:
        marks = row.count('"""')
        yield inside or marks > 0 or (row.lstrip().startswith(_COMMENT) and "](" not in row)
        inside ^= marks % 2 == 1


def _spread(
    rows: Sequence[str], prose: Sequence[bool], own: Sequence[KeyPath | None], data: bool
) -> Iterator[KeyPath | None]:
    """The owner of each row: its own; or that of what it is written inside of, or right below; for comments, above."""
    open_: list[tuple[int, KeyPath | None]] = []
    found: list[KeyPath | None] = []
    gap = True
    for row, in_prose, mine in zip(rows, prose, own, strict=True):
        depth = len(row) - len(row.lstrip())
        if not row.strip():
            found.append(found[-1] if in_prose and found else None)
            gap = gap or not in_prose
            continue
        if in_prose and '"""' not in row and not row.lstrip().startswith(_COMMENT):
            found.append(found[-1] if found else None)
            continue
        while open_ and (
            open_[-1][0] > depth or (open_[-1][0] == depth and (mine is not None or gap))
        ):
            open_.pop()
        around = _around(open_, depth, siblings=data or in_prose or row.strip()[0] in ")]}")
        found.append(mine if mine is not None else around)
        if mine is not None or not (open_ and open_[-1][0] == depth):
            open_.append((depth, mine))
        gap = False
    return _comments_first(rows, prose, own, found)


def _around(
    open_: Sequence[tuple[int, KeyPath | None]], depth: int, *, siblings: bool
) -> KeyPath | None:
    """The owner that a row has from others; one right above it counts only inside of something that has an owner."""
    outside = next((path for d, path in reversed(open_) if d < depth and path is not None), None)
    if outside is None and not siblings:
        return None
    return next((path for _, path in reversed(open_) if path is not None), None)


def _comments_first(
    rows: Sequence[str],
    prose: Sequence[bool],
    own: Sequence[KeyPath | None],
    found: list[KeyPath | None],
) -> Iterator[KeyPath | None]:
    """Comments belong to what follows them, where that follows without a blank line."""
    after: KeyPath | None = None
    for i in range(len(rows) - 1, -1, -1):
        if not rows[i].strip():
            after = after if prose[i] else None
        elif own[i] is None and rows[i].lstrip().startswith((*_COMMENT, *_BEFORE)):
            found[i] = after if after is not None else found[i]
        else:
            after = own[i] if own[i] is not None else found[i]
    return iter(found)


def ranges_of(lines: Sequence[Line], wanted: KeyPath) -> tuple[tuple[int, int], ...]:
    """First and last numbers of the runs of lines that belong to an item or a part of it, from 1."""
    found: list[tuple[int, int]] = []
    for number, line in enumerate(lines, 1):
        if line.owner is not None and line.owner[: len(wanted)] == wanted:
            if found and found[-1][1] == number - 1:
                found[-1] = (found[-1][0], number)
            else:
                found.append((number, number))
    return tuple(found)


def mentions_of(lines: Sequence[Line], wanted: KeyPath) -> tuple[int, ...]:
    """Numbers of the lines that name an item, from 1."""
    return tuple(n for n, line in enumerate(lines, 1) if wanted in line.names)
