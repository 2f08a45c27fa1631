"""How names of a layout are called in generated Rust, and the names that are taken.

A reserved word gets an underscore behind it; `r#` would not do for all of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from arenagen.emit.naming import class_name, largest_counts, used_dtypes
from arenagen.emit.node_docs import with_carve
from arenagen.emit.rust.words import ARENA_WORDS, ARGUMENT_WORDS, KEYWORDS, VALUE_WORDS
from arenagen.emit.target import Identifier
from arenagen.expressions import Name
from arenagen.model import Buffer

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from arenagen.elaborate import Elaborated, Node
    from arenagen.model import Axis, KeyPath


def escaped(name: str, taken: Collection[str] = frozenset()) -> str:
    """A name with an underscore behind it where it is reserved or taken."""
    while name in KEYWORDS or name in taken:
        name += "_"
    return name


def field_name(name: str) -> str:
    """Field of a struct: a parameter, a flag, a buffer's size, the offset of a section."""
    return escaped(name)


def value_name(name: str) -> str:
    """Field of `Values`: a parameter, flag or derived value."""
    return escaped(name, VALUE_WORDS)


def constant_name(name: str) -> str:
    """A constant of the layout, or that of an element type."""
    return escaped(name.upper())


def variant_name(name: str) -> str:
    """Variant of an enum: a buffer or a routine."""
    return escaped(class_name(name))


def method_name(name: str) -> str:
    """Method of `Arena`."""
    return escaped(name, ARENA_WORDS)


def argument_name(name: str) -> str:
    """Argument of a method: a live count, a plane, a carved value."""
    return escaped(name, ARGUMENT_WORDS)


def routine_variant(name: str) -> str:
    """Variant of `Routine`; `OnCreate` is what an arena clears when it is made."""
    return escaped(class_name(name), {"OnCreate"})


def bytes_name(buffer: str) -> str:
    """Method of `Arena` that gives the bytes of a buffer."""
    return escaped(f"{method_name(buffer)}_bytes", ARENA_WORDS)


def view_name(buffer: str) -> str:
    """Method of `Arena` that gives the view of a buffer."""
    return escaped(f"{method_name(buffer)}_view", ARENA_WORDS)


def offsets_name(node: Node) -> str:
    """Method of `Arena` that gives the offsets of a node's sections."""
    return f"{node.identifier}_offsets"


def offsets_struct(node: Node) -> str:
    """Struct of the offsets of a node's sections."""
    return f"{class_name(node.identifier)}Offsets"


def twin_name(buffer: Node) -> str | None:
    """Method of `Arena` that gives the host twin of a buffer, if it has one."""
    written = buffer.written
    mirror = written.mirror if isinstance(written, Buffer) else None
    return None if mirror is None else f"{method_name(buffer.identifier)}_{mirror}"


def axis_method(axis: Axis) -> str:
    """Method of `Arena` that gives the largest live count: the name of what it is, if it has one."""
    if isinstance(axis.max, Name):
        return method_name(axis.max.dotted)
    return method_name(f"max_{axis.name}")


def sectioned(node: Node) -> bool:
    """Whether a node has sections that can be reached by name."""
    return node.composed == "sections" and any(child.kind != "gap" for child in node.children)


def identifiers(layout: Elaborated) -> Iterator[Identifier]:
    """Every name that generated code makes from a name of the layout."""
    written = layout.layout
    for param in written.params:
        yield _named(field_name(param.name), "Given", param.where, f"parameter `{param.name}`")
    for flag in written.flags:
        yield _named(field_name(flag.name), "Flags", flag.where, f"flag `{flag.name}`")
    for item, what in (
        *((param, "parameter") for param in written.params),
        *((flag, "flag") for flag in written.flags),
        *((let, "derived value") for let in written.let),
    ):
        yield _named(value_name(item.name), "Values", item.where, f"{what} `{item.name}`")
    for const in written.consts:
        name = constant_name(const.name)
        yield _named(name, "constants", const.where, f"constant `{const.name}`")
    for name in used_dtypes(layout):
        yield _named(constant_name(name), "dtypes", ("dtypes", name), f"dtype `{name}`")
    for routine in written.reset.routines:
        what = f"routine `{routine.name}`"
        yield _named(routine_variant(routine.name), "Routine", routine.where, what)
        yield _named(method_name(routine.name), "methods", routine.where, what)
    for axis in largest_counts(written.axes):
        yield _named(axis_method(axis), "methods", axis.where, f"maximum of axis `{axis.name}`")
    for view in layout.views:
        yield _named(method_name(view.name), "methods", view.where, f"view `{view.name}`")
    for buffer in layout.buffers:
        yield from _of_buffer(buffer)


def _of_buffer(buffer: Node) -> Iterator[Identifier]:
    what = f"buffer `{buffer.name}`"
    yield _named(variant_name(buffer.name), "Buffer", buffer.where, what)
    yield _named(field_name(buffer.name), "Sizes", buffer.where, what)
    yield _named(bytes_name(buffer.name), "methods", buffer.where, f"bytes of {what}")
    yield _named(view_name(buffer.name), "methods", buffer.where, f"view of {what}")
    twin = twin_name(buffer)
    if twin is not None:
        yield _named(twin, "methods", buffer.where, f"twin of {what}")
        yield _named(f"{twin}_view", "methods", buffer.where, f"view of the twin of {what}")
    for node, carve in with_carve(buffer, ()):
        about = f"{node.kind} `{node.dotted}`"
        yield _named(method_name(node.identifier), "methods", node.where, about)
        if sectioned(node):
            offsets = f"offsets of {about}"
            yield _named(offsets_name(node), "methods", node.where, offsets)
            yield _named(offsets_struct(node), "structs", node.where, offsets)
            for child in node.children:
                if child.kind != "gap":
                    section = f"section `{child.dotted}`"
                    yield _named(field_name(child.name), offsets, child.where, section)
        for name in carve:
            arguments = f"arguments of {about}"
            yield _named(argument_name(name), arguments, node.where, f"`{name}` of {about}")


def _named(name: str, scope: str, where: KeyPath, what: str) -> Identifier:
    return Identifier(name, scope, where, what)
