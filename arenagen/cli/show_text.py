"""What `show` prints for people: tables of parameters, buffers and routines, and all about one node."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from arenagen.cli.tables import aligned
from arenagen.diagnostics.printable import one_line
from arenagen.elaborate import Elaborated, Node
from arenagen.emit.describe import condition_text, dtype_text, extent_text, parts_text
from arenagen.emit.formulas import bytes_formula
from arenagen.emit.layout_json import plain
from arenagen.emit.resets_table import resets_table, routine_lines
from arenagen.expressions import to_text
from arenagen.model import Buffer, Param, Section, Use
from arenagen.resolve.placement import buffer_align


def layout_text(layout: Elaborated) -> str:
    """The whole layout: what is given, what is derived, every buffer, every routine."""
    written = layout.layout
    sections = (
        ("parameters", [(p.name, _domain(p), p.doc) for p in written.params]),
        ("flags", [(f.name, f"{f.env} is {' or '.join(f.on)}", f.doc) for f in written.flags]),
        ("constants", [(c.name, str(plain(c.value)), c.doc) for c in written.consts]),
        ("derived values", [(x.name, to_text(x.value), x.doc) for x in written.let]),
        ("axes", [(a.name, f"up to {to_text(a.max)}", a.doc) for a in written.axes]),
        ("reset classes", [(c.name, _cleared(c.cleared), c.doc) for c in layout.classes]),
    )
    lines = [f"{layout.name}: {_one_line(written.layout.doc)}"]
    for title, rows in sections:
        lines += _section(title, rows)
    lines += _section("buffers", [_HEADINGS, *map(_buffer_row, layout.buffers)])
    lines += ["", "routines", *(f"  {line}" for line in routine_lines(layout))]
    return _text(lines)


_HEADINGS = ("buffer", "dtype", "extent", "exists when", "class")


def _buffer_row(node: Node) -> tuple[str, ...]:
    when = condition_text(node) or "always"
    return (node.name, dtype_text(node), extent_text(node), when, node.reset)


def _section(title: str, rows: Sequence[Sequence[str]]) -> list[str]:
    cleaned = [tuple(_one_line(cell) for cell in row) for row in rows]
    return ["", title, *aligned(cleaned, indent=2)] if rows else []


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _text(lines: Iterable[str]) -> str:
    return "".join(f"{one_line(line)}\n" for line in lines)


def _domain(param: Param) -> str:
    """Which values a parameter takes."""
    if param.type == "bool":
        domain = "true or false"
    elif param.values is not None:
        domain = " or ".join(map(str, param.values))
    else:
        domain = f"{param.min} to {param.max}"
        domain += f", a multiple of {param.multiple_of}" if param.multiple_of > 1 else ""
    if param.default is None:
        return domain
    return f"{domain}, by default {str(param.default).lower()}"


def _cleared(how: str) -> str:
    words = {"routine": "by routines", "create": "when the arena is made", "never": "never"}
    return f"cleared {words[how]}"


def resets_text(layout: Elaborated, node: Node | None) -> str:
    """The table of buffers against routines, or the lines of one buffer."""
    table = resets_table(layout)
    rows = [row for row in table.rows if node is None or row[1].split(".")[0] == node.buffer]
    lines = list(routine_lines(layout)) if node is None else []
    return _text([*lines, *([""] if lines else []), *aligned([table.columns, *rows])])


def node_text(layout: Elaborated, node: Node) -> str:
    """All about one buffer, use or section, and a table of what lies in it."""
    facts = [(name, _one_line(value)) for name, value in _facts(layout, node) if value]
    lines = [f"{node.dotted}: {_one_line(node.written.doc)}", *aligned(facts, indent=2)]
    parts = [part for part in node.walk() if part is not node]
    if parts:
        lines += _section(parts_text(node) or "parts", [_PART_HEADINGS, *map(_part_row, parts)])
    return _text(lines)


_PART_HEADINGS = ("part", "dtype", "extent", "exists when", "what")


def _part_row(node: Node) -> tuple[str, ...]:
    when = condition_text(node) or "always"
    return (node.dotted, dtype_text(node), extent_text(node), when, node.written.doc)


def _facts(layout: Elaborated, node: Node) -> Iterator[tuple[str, str]]:
    written = node.written
    yield "kind", node.kind
    yield "dtype", dtype_text(node)
    yield "extent", extent_text(node)
    yield "bytes", bytes_formula(node)
    yield "exists when", condition_text(node) or "always"
    if node.axis is not None:
        live = node.axis if node.live_rows is None else to_text(node.live_rows)
        yield "live rows", f"{live} (axis {node.axis})"
    if isinstance(written, Buffer):
        yield from _buffer_facts(layout, node, written)
    else:
        yield from _part_facts(node, written)
    for key in ("min_bytes", "size_multiple", "row_align", "tile", "overread", "budget", "index"):
        value = getattr(written, key)
        yield key.replace("_", " "), "" if value is None else str(plain(value))


def _buffer_facts(layout: Elaborated, node: Node, written: Buffer) -> Iterator[tuple[str, str]]:
    arena = next(a for a in layout.arenas if a.name == layout.arena_of(node))
    yield "group", layout.group_of.get(node.name, "")
    yield "arena", f"{arena.name}, in {arena.memory} memory, aligned to {buffer_align(arena, node)}"
    yield "token-major", "yes" if node.token_major else "no"
    yield "placeholder", f"{written.placeholder} bytes" if written.placeholder else ""
    yield "host twin", written.mirror or ""
    cls = next(c for c in layout.classes if c.name == node.reset)
    yield "reset class", f"{cls.name}: {cls.doc}"
    unless = "the making of the arena" if cls.cleared == "create" else "nothing"
    yield "cleared by", _clearing(layout, node) or unless
    yield "cleared to", str(plain(written.fill))


def _part_facts(node: Node, written: Use | Section) -> Iterator[tuple[str, str]]:
    yield "aligned to", str(node.align)
    yield "at", "" if written.at is None else to_text(written.at)
    yield "reset class", node.reset
    if isinstance(written, Use) and written.if_fits:
        yield "fits", "absent where the stated size cannot hold it"


def _clearing(layout: Elaborated, node: Node) -> str:
    found = (
        f"{plan.routine.name} ({target.mode})"
        for plan in layout.plans
        for target in plan.targets
        if target.node.buffer == node.name
    )
    return ", ".join(dict.fromkeys(found))
