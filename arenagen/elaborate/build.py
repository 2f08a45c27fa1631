"""Puts the pieces of elaboration together."""

from __future__ import annotations

from collections.abc import Mapping

from arenagen.diagnostics import Place, Report
from arenagen.dtypes import BUILTIN, DType
from arenagen.elaborate.nodes import Elaborated
from arenagen.elaborate.references import check_references
from arenagen.elaborate.scope import build_scope
from arenagen.elaborate.selection import plan_routine
from arenagen.elaborate.tree import TreeBuilder
from arenagen.model import Arena, Layout, Param

DEFAULT_ARENA = "main"


def elaborate(layout: Layout, report: Report) -> Elaborated | None:
    """The layout with everything implied filled in; None where the report holds an error about it."""
    before = len(report.errors)
    scope = build_scope(layout, report)
    blocks = _block_types(layout, report)
    arenas = layout.arenas or (Arena(name=DEFAULT_ARENA),)
    builder = TreeBuilder(
        buffers={buffer.name: buffer for buffer in layout.buffers},
        axes={axis.name: axis for axis in layout.axes},
        dtypes=_element_types(layout, blocks, report),
        report=report,
    )
    buffers = tuple(builder.build(buffer) for buffer in layout.buffers)
    check_references(layout, arenas, buffers, report)
    if len(report.errors) > before:
        return None
    host = _on_host(layout, arenas)
    return Elaborated(
        layout=layout,
        scope=scope,
        arenas=arenas,
        buffers=buffers,
        plans=tuple(plan_routine(r, buffers, layout.axes, host) for r in layout.reset.routines),
        group_of=_groups(layout),
        dtypes=blocks,
        by_path={node.dotted: node for buffer in buffers for node in buffer.walk()},
    )


def _block_types(layout: Layout, report: Report) -> dict[str, DType]:
    found = dict(BUILTIN)
    for block in layout.dtypes:
        if block.name in BUILTIN:
            place = Place(block.where, of="key")
            report.add("AG203", f"`{block.name}` is a built-in dtype", place)
        found[block.name] = DType(block.name, 0, "block", block.block, block.bytes)
    return found


def _element_types(
    layout: Layout, blocks: Mapping[str, DType], report: Report
) -> dict[str, tuple[DType, ...]]:
    """Types by name, where a dtype parameter stands for all its values."""
    found: dict[str, tuple[DType, ...]] = {name: (dtype,) for name, dtype in blocks.items()}
    for param in layout.params:
        if param.type == "dtype":
            if param.name in blocks:
                place = Place(param.where, of="key")
                report.add("AG203", f"`{param.name}` is the name of a dtype already", place)
            found[param.name] = tuple(blocks[v] for v in _words(param) if v in blocks)
    return found


def _words(param: Param) -> tuple[str, ...]:
    return tuple(v for v in param.values or () if isinstance(v, str))


def _on_host(layout: Layout, arenas: tuple[Arena, ...]) -> frozenset[str]:
    """Buffers that lie in host memory."""
    memory = {arena.name: arena.memory for arena in arenas}
    names = (b.name for b in layout.buffers if memory[b.arena or arenas[0].name] != "device")
    return frozenset(names)


def _groups(layout: Layout) -> dict[str, str]:
    """Buffer -> group, where there are groups; buffers before the first group have none."""
    starts = {group.first: group.name for group in layout.groups}
    found: dict[str, str] = {}
    current = ""
    for buffer in layout.buffers:
        current = starts.get(buffer.name, current)
        if current:
            found[buffer.name] = current
    return found
