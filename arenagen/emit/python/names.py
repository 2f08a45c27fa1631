"""How names of a layout are called in generated Python, and the names that are taken."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from arenagen.emit.naming import class_name, used_dtypes
from arenagen.emit.target import Identifier
from arenagen.model import Buffer, Item

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from arenagen.elaborate import Elaborated, Node

KEYWORDS = frozenset(
    {
        "and",
        "as",
        "assert",
        "async",
        "await",
        "break",
        "class",
        "continue",
        "def",
        "del",
        "elif",
        "else",
        "except",
        "False",
        "finally",
        "for",
        "from",
        "global",
        "if",
        "import",
        "in",
        "is",
        "lambda",
        "None",
        "nonlocal",
        "not",
        "or",
        "pass",
        "raise",
        "return",
        "True",
        "try",
        "while",
        "with",
        "yield",
    }
)

TYPE_WORDS = frozenset(
    {
        "bool",
        "dict",
        "int",
        "object",
        "str",
        "tuple",
    }
)
"""Types that annotations name: a member of a class that had such a name would hide it."""

EXTENT_WORDS = TYPE_WORDS | frozenset(
    {
        "ARENAS",
        "Any",
        "ArrayT",
        "Backend",
        "BaseArena",
        "BasePass",
        "BaseSizes",
        "BaseViews",
        "Carved",
        "Check",
        "Clear",
        "Clearing",
        "Count",
        "DEBUG",
        "DebugOptions",
        "Extent",
        "Flags",
        "Iterable",
        "Iterator",
        "NamedTuple",
        "NumpyArray",
        "OtherT",
        "Params",
        "Pass",
        "Resets",
        "Routine",
        "RowNumbers",
        "Sections",
        "Sizes",
        "Uses",
        "Values",
        "Views",
        "allocate",
        "arenas",
        "at",
        "axes",
        "buffer",
        "buffers",
        "carve",
        "check_guards",
        "classmethod",
        "extents",
        "fingerprint",
        "flags",
        "guarded",
        "overload",
        "params",
        "pointer",
        "poison_beyond",
        "property",
        "release",
        "released",
        "seen",
        "sizes",
        "total_bytes",
        "values",
    }
)
"""Members that `Sizes` or `Arena` have besides those of buffers, uses, sections, views and
routines, and what annotations in these classes name.
"""

PARAM_WORDS = TYPE_WORDS | frozenset(
    {
        "boolean",
        "field",
        "one_of",
        "whole",
    }
)
FLAG_WORDS = TYPE_WORDS | frozenset(
    {
        "Flags",
        "Mapping",
        "classmethod",
        "field",
        "from_env",
        "switch",
    }
)
VALUE_WORDS = TYPE_WORDS | frozenset(
    {
        "Flags",
        "Params",
        "cached_property",
        "flags",
        "params",
    }
)
"""What the bodies of the classes use themselves."""

CONSTANT_WORDS = frozenset({"DTYPES"})
ROUTINE_WORDS = frozenset({"ON_CREATE"})
TUPLE_WORDS = TYPE_WORDS | frozenset({"count", "index"})
ARGUMENT_WORDS = TYPE_WORDS | frozenset(
    {
        "align_up",
        "ceil_div",
        "count",
        "exact",
        "f",
        "floor_div",
        "i64",
        "inside",
        "max",
        "min",
        "out",
        "p",
        "points",
        "remainder",
        "rows",
        "rung",
        "s",
        "self",
        "stream",
        "unmet",
        "v",
    }
)
"""Names that methods use for themselves, so that no argument or variable may have them."""


def escaped(name: str, taken: Collection[str] = frozenset()) -> str:
    """A name with an underscore behind it where it is a keyword or taken; more, until it is
    neither.
    """
    while name in KEYWORDS or name in taken:
        name += "_"
    return name


def param_name(name: str) -> str:
    """Field of `Params`."""
    return escaped(name, PARAM_WORDS)


def flag_name(name: str) -> str:
    """Field of `Flags`."""
    return escaped(name, FLAG_WORDS)


def let_name(name: str) -> str:
    """Attribute of `Values`."""
    return escaped(name, VALUE_WORDS)


def constant_name(name: str) -> str:
    """Module constant of a constant or dtype."""
    return escaped(name.upper(), CONSTANT_WORDS)


def routine_constant(name: str) -> str:
    """Module constant of a routine."""
    return escaped(name.upper(), ROUTINE_WORDS)


def extent_name(identifier: str) -> str:
    """Attribute of `Sizes` and `Arena`."""
    return escaped(identifier, EXTENT_WORDS)


def debug_variable(layout: str) -> str:
    """Variable of the environment that debugs arenas of a layout."""
    return f"{layout.upper()}_ARENA_DEBUG"


def section_name(name: str) -> str:
    """Field of a tuple of offsets."""
    return escaped(name, TUPLE_WORDS)


def argument_name(name: str, taken: Collection[str] = ()) -> str:
    """Argument or variable of a method: a live count, a plane, a carved parameter."""
    return escaped(name, {*ARGUMENT_WORDS, *taken})


def offsets_name(node: Node) -> str:
    """Property of `Sizes` that gives the offsets of a node's sections."""
    return f"{node.identifier}_offsets"


def offsets_class(node: Node) -> str:
    """Class of the offsets of a node's sections."""
    return f"{class_name(node.identifier)}Offsets"


def twin_name(buffer: Node) -> str | None:
    """Attribute of the host twin of a buffer, if it has one: that of the buffer and the memory."""
    written = buffer.written
    mirror = written.mirror if isinstance(written, Buffer) else None
    return None if mirror is None else f"{extent_name(buffer.identifier)}_{mirror}"


@frozen
class _Scope:
    """Names of one scope, with the places they come from."""

    name: str

    def item(self, item: Item, python: str, what: str) -> Identifier:
        return Identifier(python, self.name, item.where, f"{what} `{item.name}`")


def identifiers(layout: Elaborated) -> Iterator[Identifier]:
    """Every name that generated code makes from a name of the layout."""
    written = layout.layout
    for param in written.params:
        yield _Scope("Params").item(param, param_name(param.name), "parameter")
    for flag in written.flags:
        yield _Scope("Flags").item(flag, flag_name(flag.name), "flag")
    for let in written.let:
        yield _Scope("Values").item(let, let_name(let.name), "derived value")
    for const in written.consts:
        yield _Scope("constants").item(const, constant_name(const.name), "constant")
    for name in used_dtypes(layout):
        yield Identifier(constant_name(name), "constants", ("dtypes", name), f"dtype `{name}`")
    for routine in written.reset.routines:
        constant = routine_constant(routine.name)
        yield _Scope("constants of routines").item(routine, constant, "routine")
    for axis in written.axes:
        for live in (axis.name, f"padded_{axis.name}"):
            yield _Scope("counts").item(axis, argument_name(live), "axis")
    yield from _attributes(layout)


def _attributes(layout: Elaborated) -> Iterator[Identifier]:
    scope = _Scope("attributes")
    for node in layout.nodes():
        what = f"{node.kind} `{node.dotted}`"
        yield Identifier(extent_name(node.identifier), scope.name, node.where, what)
        if node.composed == "sections":
            offsets = f"offsets of {what}"
            yield Identifier(offsets_name(node), scope.name, node.where, offsets)
            yield Identifier(offsets_class(node), "classes of offsets", node.where, offsets)
            for child in node.children:
                if child.kind != "gap":
                    field = f"section `{child.dotted}`"
                    yield Identifier(section_name(child.name), offsets, child.where, field)
        twin = twin_name(node)
        if twin is not None:
            yield Identifier(extent_name(twin), scope.name, node.where, f"twin of {what}")
    for view in layout.views:
        yield scope.item(view, extent_name(view.name), "view")
    for routine in layout.layout.reset.routines:
        yield scope.item(routine, extent_name(routine.name), "routine")
