"""What each reset routine clears: buffers by class or by name, or sections that have a class of their own."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from arenagen.elaborate.nodes import ROW_RANGES, Mode, Node, Plan, Target
from arenagen.model import Axis, Buffer, ResetClass, Routine


def plan_routine(
    routine: Routine, buffers: Sequence[Node], axes: Sequence[Axis], host: Collection[str]
) -> Plan:
    """The targets of a routine. Its axis is the one it states, or the only one there is.

    `host` names the buffers in host memory, which routines never touch.
    """
    axis = routine.axis or (axes[0].name if len(axes) == 1 else None)
    named = tuple(b for b in buffers if _touched(b, routine))
    selected = tuple(b for b in named if b.name not in host)
    units = tuple(
        node
        for buffer in selected
        for unit in _cleared(buffer, routine, named=buffer.name in routine.buffers)
        for node in _row_units(unit, routine, axis)
    )
    modes = ((node, mode_of(node, routine, axis)) for node in units)
    return Plan(
        routine=routine,
        axis=axis,
        selected=selected,
        on_host=tuple(b for b in named if b.name in host),
        without_rows=tuple(n for n in units if not _has_rows(n, axis))
        if routine.range in ROW_RANGES
        else (),
        targets=tuple(Target(node, mode) for node, mode in modes if mode is not None),
    )


def plan_creation(buffers: Sequence[Node], classes: Sequence[ResetClass]) -> Plan:
    """What is cleared once, when an arena is made: the classes that say so, in the memory of the host too."""
    created = tuple(cls.name for cls in classes if cls.cleared == "create")
    return plan_routine(Routine(name="create", classes=created), buffers, (), ())


def _touched(buffer: Node, routine: Routine) -> bool:
    return buffer.name in routine.buffers or any(
        node.reset in routine.classes for node in reset_units(buffer)
    )


def reset_units(node: Node) -> Iterator[Node]:
    """The largest parts that have one reset class, and one value to clear to, throughout."""
    if node.composed == "sections" and any(
        part.reset != node.reset or part.fill != node.fill for part in node.walk()
    ):
        for child in node.children:
            if child.kind != "gap":
                yield from reset_units(child)
    else:
        yield node


def _cleared(buffer: Node, routine: Routine, *, named: bool) -> Iterator[Node]:
    if named:
        yield buffer
        return
    for node in reset_units(buffer):
        if node.reset in routine.classes:
            yield node


def _row_units(node: Node, routine: Routine, axis: str | None) -> Iterator[Node]:
    """The parts whose rows a range counts: sections where any of them has such rows, else the node as a whole."""
    if node.composed == "sections" and _descends(node, routine, axis):
        for child in node.children:
            if child.kind != "gap":
                yield from _row_units(child, routine, axis)
    else:
        yield node


def _descends(node: Node, routine: Routine, axis: str | None) -> bool:
    """Whether a range is about parts of sections rather than about their whole."""
    if routine.range == "overread":
        return any(part.written.overread is not None for part in node.walk())
    return routine.range in ROW_RANGES and _has_rows(node, axis)


def _has_rows(node: Node, axis: str | None) -> bool:
    if node.composed == "sections":
        return any(_has_rows(child, axis) for child in node.children if child.kind != "gap")
    return node.rowed and node.axis == axis


def mode_of(node: Node, routine: Routine, axis: str | None) -> Mode | None:
    """Which part of a node a routine clears; None where it leaves the node alone."""
    if routine.range == "whole":
        return "whole"
    if routine.range == "overread":
        return "overread" if node.written.overread is not None else None
    if node.rowed and node.axis == axis:
        return None if routine.range == "padding" and keeps_padding(node) else routine.range
    return "whole" if routine.fixed == "whole" else None


def keeps_padding(node: Node) -> bool:
    """Whether padding rows of a node are left as they are."""
    return isinstance(node.written, Buffer) and node.written.pad == "keep"
