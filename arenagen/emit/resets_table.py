"""The table of buffers against routines: what each routine clears, seen at a glance.

Committed as resets.md beside the generated code and printed by `show --resets`. May import elaborate.
"""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen

from arenagen.elaborate import Elaborated, Node
from arenagen.emit.describe import condition_text, dtype_text, extent_text


@frozen
class ResetTable:
    """A table of texts: `columns` are headings, and every row has a text for each."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


Modes = tuple[Mapping[str, str], ...]
"""For each routine, how it clears what it clears, by path."""


def resets_table(layout: Elaborated) -> ResetTable:
    """One row for each buffer, and for each part that is cleared by itself; one column for each routine."""
    routines = tuple(plan.routine.name for plan in layout.plans)
    modes = tuple({t.node.dotted: t.mode for t in plan.targets} for plan in layout.plans)
    return ResetTable(
        columns=("group", "buffer", "dtype", "extent", "exists when", "class", *routines),
        rows=tuple(
            _row(layout, node, modes) for buffer in layout.buffers for node in _units(buffer, modes)
        ),
    )


def _units(buffer: Node, modes: Modes) -> tuple[Node, ...]:
    """The buffer, and under it the parts that have a class of their own or are cleared by themselves."""
    return tuple(
        node
        for node in buffer.walk()
        if node is buffer
        or node.reset != buffer.reset
        or any(node.dotted in cleared for cleared in modes)
    )


def _row(layout: Elaborated, node: Node, modes: Modes) -> tuple[str, ...]:
    return (
        layout.group_of.get(node.buffer, ""),
        node.dotted,
        dtype_text(node),
        extent_text(node),
        condition_text(node) or "always",
        node.reset,
        *(cleared.get(node.dotted, "") for cleared in modes),
    )


def resets_markdown(layout: Elaborated) -> str:
    """The table as Markdown, without a header."""
    table = resets_table(layout)
    lines = [
        f"# Resets of {layout.name}",
        "",
        *(f"- {line}" for line in routine_lines(layout)),
        "",
        _markdown_row(table.columns),
        _markdown_row(tuple("---" for _ in table.columns)),
        *(_markdown_row(tuple(_code(i, cell) for i, cell in enumerate(row))) for row in table.rows),
    ]
    return "\n".join(lines) + "\n"


def routine_lines(layout: Elaborated) -> tuple[str, ...]:
    """A sentence for each routine: how many buffers it clears, which part of them, and when to run it."""
    found = []
    for plan in layout.plans:
        count, routine = len(plan.cleared), plan.routine
        buffers = "1 buffer" if count == 1 else f"{count} buffers"
        doc = " ".join(routine.doc.split())
        found.append(f"`{routine.name}` clears {buffers}, range `{routine.range}`. {doc}".rstrip())
    return tuple(found) or ("No routine is declared.",)


_CODE_COLUMNS = (1, 2, 3, 4, 5)


def _code(column: int, cell: str) -> str:
    """A cell of formulas or names in code style; a bar would end the cell."""
    text = cell.replace("|", "\\|").replace("\n", " ")
    return f"`{text}`" if text and column in _CODE_COLUMNS and cell != "always" else text


def _markdown_row(cells: tuple[str, ...]) -> str:
    return f"| {' | '.join(cells)} |"
