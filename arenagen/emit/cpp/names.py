"""How names of a layout are called in generated C++, and the names that are taken."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from attrs import frozen

from arenagen.emit.cpp.keywords import KEYWORDS, MACROS
from arenagen.emit.naming import largest_counts
from arenagen.emit.node_docs import with_carve
from arenagen.emit.target import Identifier
from arenagen.expressions import Name
from arenagen.model import Axis, Buffer, Item

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from arenagen.elaborate import Elaborated, Node

RESERVED: Final = KEYWORDS | MACROS

VALUE_WORDS: Final = frozenset(
    {
        "number",
        "fault",
        "p",
        "f",
        "Below",
        "Number",
        "Kept",
        "Values",
    }
)
PARAM_WORDS: Final = frozenset(
    {
        "check",
        "fault",
        "Below",
        "Given",
        "ParamValues",
    }
)
FLAG_WORDS: Final = frozenset(
    {
        "Flags",
        "from_environment",
        "lookup",
        "found",
    }
)
SIZE_WORDS: Final = frozenset(
    {
        "Axes",
        "Below",
        "Extent",
        "Flags",
        "Number",
        "Params",
        "ParamValues",
        "Part",
        "Parts",
        "Self",
        "Sizes",
        "Values",
        "ArenaSize",
        "Fault",
        "Result",
        "DType",
        "Settler",
        "arenas",
        "axes",
        "check",
        "each",
        "fault",
        "flags",
        "made",
        "make",
        "out",
        "params",
        "s",
        "self",
        "size",
        "total_bytes",
        "v",
        "visit",
    }
)
"""What the bodies of `Sizes` and its parts use themselves."""

ARENA_WORDS: Final = frozenset(
    {
        "each_buffer",
        "kept_",
        "Arena",
        "Backend",
        "Below",
        "Block",
        "Counts",
        "Fault",
        "Outcome",
        "Place",
        "Pointer",
        "Range",
        "Result",
        "Sizes",
        "Storage",
        "Stream",
        "View",
        "allocated",
        "at",
        "carved",
        "counts",
        "fault",
        "gather",
        "kept",
        "made",
        "make",
        "pick",
        "pointer",
        "plan",
        "release",
        "run",
        "run_kept",
        "sizes",
        "stream",
        "swap",
        "take",
        "told",
        "view",
        "write",
        "aligned",
        "allocate",
        "ask",
    }
)
ARGUMENT_WORDS: Final = frozenset(
    {
        "backend",
        "carved",
        "counts",
        "counted",
        "count",
        "fault",
        "i",
        "kept",
        "left",
        "made",
        "number",
        "probe",
        "routine",
        "s",
        "sizes",
        "stream",
        "v",
        "values",
    }
)
"""Names that functions use for themselves, so that no argument or variable may have them."""

_RUN: Final = re.compile("__+")
_LOCAL: Final = re.compile(r"(part|parts|first|steps|i)\d*")


def escaped(name: str, taken: Collection[str] = frozenset()) -> str:
    """A name with one underscore where it has several in a row, and one behind it where it is reserved or taken."""
    name = _RUN.sub("_", name)
    if name in RESERVED or name in taken:
        name += "_"
    return name


def joined(name: str, suffix: str) -> str:
    """A name that says more; without two underscores in a row, which C++ keeps for itself."""
    return f"{name.rstrip('_')}_{suffix}"


def param_name(name: str) -> str:
    """Member of `ParamValues`."""
    return escaped(name, PARAM_WORDS)


def flag_name(name: str) -> str:
    """Member of `Flags`."""
    return escaped(name, FLAG_WORDS)


def value_name(name: str) -> str:
    """Member of `Values`: a parameter, flag or derived value."""
    return escaped(name, VALUE_WORDS)


def constant_name(name: str) -> str:
    """Constant in the namespace of constants."""
    return escaped(name)


def dtype_name(name: str) -> str:
    """Enumerator of `DType`."""
    return escaped(name, {"none"})


def arena_name(name: str) -> str:
    """Constant with the number of an arena."""
    return escaped(name, {"main"})


def extent_name(identifier: str) -> str:
    """Member of `Sizes` and of the arena for a buffer, use or section."""
    if _LOCAL.fullmatch(identifier):
        identifier += "_"
    return escaped(identifier, SIZE_WORDS | ARENA_WORDS)


def routine_name(name: str) -> str:
    """Method that clears."""
    return extent_name(name)


def argument_name(name: str, taken: Collection[str] = ()) -> str:
    """Argument or variable of a function."""
    if _LOCAL.fullmatch(name):
        name += "_"
    return escaped(name, {*ARGUMENT_WORDS, *SIZE_WORDS, *ARENA_WORDS, *taken})


def section_name(name: str) -> str:
    """Member of a struct of offsets."""
    return escaped(name)


def twin_name(buffer: Node) -> str | None:
    """Member for the host twin of a buffer, if it has one."""
    written = buffer.written
    mirror = written.mirror if isinstance(written, Buffer) else None
    return None if mirror is None else joined(extent_name(buffer.identifier), mirror)


def axis_max_name(axis: Axis) -> str:
    """Method of the arena that gives the largest live count of an axis."""
    found = axis.max.dotted if isinstance(axis.max, Name) else f"max_{axis.name}"
    return extent_name(found)


@frozen
class _Scope:
    """Names of one scope, with the places they come from."""

    name: str

    def item(self, item: Item, cpp: str, what: str) -> Identifier:
        return Identifier(cpp, self.name, item.where, f"{what} `{item.name}`")


def identifiers(layout: Elaborated) -> Iterator[Identifier]:
    """Every name that generated code makes from a name of the layout."""
    written = layout.layout
    for param in written.params:
        yield _Scope("ParamValues").item(param, param_name(param.name), "parameter")
        yield _Scope("Values").item(param, value_name(param.name), "parameter")
    for flag in written.flags:
        yield _Scope("Flags").item(flag, flag_name(flag.name), "flag")
        yield _Scope("Values").item(flag, value_name(flag.name), "flag")
    for let in written.let:
        yield _Scope("Values").item(let, value_name(let.name), "derived value")
        yield _Scope("Values").item(
            let, joined(value_name(let.name), "kept"), "memory of derived value"
        )
    for const in written.consts:
        yield _Scope("constants").item(const, constant_name(const.name), "constant")
    for block in written.dtypes:
        yield _Scope("DType").item(block, dtype_name(block.name), "block type")
    for axis in written.axes:
        yield _Scope("Axes").item(axis, argument_name(axis.name), "axis")
    for axis in largest_counts(written.axes):
        yield _Scope("members").item(axis, axis_max_name(axis), "largest count of axis")
    yield from _members(layout)


def _members(layout: Elaborated) -> Iterator[Identifier]:
    """`Sizes` and the arena share one scope: what is a member of one is a method of the other."""
    scope = _Scope("members")
    for buffer in layout.buffers:
        for node, carve in with_carve(buffer, ()):
            yield from _of_node(scope, node, carved=bool(carve))
        twin = twin_name(buffer)
        if twin is not None:
            what = f"twin of buffer `{buffer.name}`"
            yield Identifier(twin, scope.name, buffer.where, what)
            yield Identifier(joined(twin, "bytes"), scope.name, buffer.where, what)
    for view in layout.views:
        yield scope.item(view, extent_name(view.name), "view")
    for routine in layout.layout.reset.routines:
        yield scope.item(routine, routine_name(routine.name), "routine")


def _of_node(scope: _Scope, node: Node, *, carved: bool) -> Iterator[Identifier]:
    name = extent_name(node.identifier)
    what = f"{node.kind} `{node.dotted}`"
    yield Identifier(name, scope.name, node.where, what)
    told = ("view",) if carved else ("bytes", "view", *(("rows",) if node.rowed else ()))
    for suffix in told:
        yield Identifier(joined(name, suffix), scope.name, node.where, f"{suffix} of {what}")
    if node.kind == "buffer":
        yield Identifier(f"size_{name}", scope.name, node.where, f"size of {what}")
    if node.composed == "sections":
        for suffix in ("offsets", "places"):
            yield Identifier(joined(name, suffix), scope.name, node.where, f"{suffix} of {what}")
        for child in node.children:
            if child.kind != "gap":
                section = f"section `{child.dotted}`"
                yield Identifier(
                    section_name(child.name), f"offsets of {what}", child.where, section
                )
