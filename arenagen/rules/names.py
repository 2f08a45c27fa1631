"""Names: reserved words, parts of one name, groups in order, identifiers that fall together, views."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from arenagen.diagnostics import Note, Place, Report
from arenagen.elaborate import Elaborated, Node
from arenagen.elaborate.scope import NAMESPACE
from arenagen.model import Buffer, KeyPath, Law, View

PART_PROPERTIES = ("at", "offset", "bytes", "end", "rows", "row_bytes", "exists")
"""What a path can ask of a part; none of these can be the name of one."""

EXPRESSION_WORDS = frozenset(
    [
        "and",
        "or",
        "not",
        "if",
        "else",
        "true",
        "false",
        "min",
        "max",
        "ceil_div",
        "align_up",
        "rung",
    ]
)


def check_names(layout: Elaborated, report: Report) -> None:
    """Everything that can be wrong with a name, apart from what a target language adds."""
    _reserved(layout, report)
    for buffer in layout.buffers:
        for node in buffer.walk():
            _siblings(node, report)
            _planes(node, report)
    _identifiers(layout, report)
    _groups(layout, report)
    for view in layout.views:
        _view(layout, view, report)
    for law in layout.layout.laws:
        _variables(layout, law, report)


def _reserved(layout: Elaborated, report: Report) -> None:
    for table in NAMESPACE:
        for item in getattr(layout.layout, table):
            if item.name in EXPRESSION_WORDS:
                message = f"`{item.name}` is a word of expressions"
                report.add("AG204", message, Place(item.where, of="key"))
    for node in layout.nodes():
        if node.kind != "buffer" and node.name in PART_PROPERTIES:
            message = f"a part cannot be called `{node.name}`: `{node.dotted}` would be a property"
            report.add("AG204", message, name_place(node))


def _variables(layout: Elaborated, law: Law, report: Report) -> None:
    """Variables of a law are new names."""
    declared = {item.name: item for table in NAMESPACE for item in getattr(layout.layout, table)}
    for name, _ in law.forall:
        place = Place((*law.where, "forall", name), of="key")
        if name in EXPRESSION_WORDS:
            report.add("AG204", f"`{name}` is a word of expressions", place)
        elif name in declared:
            note = Note(Place(declared[name].where, of="key"), "first declared here")
            message = f"`{name}` is declared already, and the law could not tell the two apart"
            report.add("AG203", message, place, also=[note])


def name_place(node: Node) -> Place:
    """Where the name of a node is written: its key, or `name` of a section."""
    if node.kind == "section":
        return Place((*node.where, "name"))
    return Place(node.where, of="key")


def _siblings(node: Node, report: Report) -> None:
    seen: dict[str, Node] = {}
    for child in node.children:
        if child.kind == "gap":
            continue
        first = seen.setdefault(child.name, child)
        if first is not child:
            report.add(
                "AG308",
                f"`{node.dotted}` has two parts called `{child.name}`",
                name_place(child),
                also=[Note(name_place(first), "first declared here")],
            )


def _planes(node: Node, report: Report) -> None:
    """A plane is told from the rows by its name."""
    for name, _ in node.planes:
        if name == node.axis:
            message = f"a plane of `{node.dotted}` has the name of the axis of its rows"
            report.add("AG203", message, Place((*node.where, "planes", name), of="key"))


def flat_names(layout: Elaborated) -> Iterator[tuple[str, Place, str]]:
    """(identifier, place, what it is) of everything that generated code gives a name of its own."""
    for node in layout.nodes():
        yield node.identifier, name_place(node), f"{node.kind} `{node.dotted}`"
        if isinstance(node.written, Buffer) and node.written.mirror:
            twin = f"{node.identifier}_{node.written.mirror}"
            yield twin, Place((*node.where, "mirror")), f"the twin of `{node.dotted}`"
    for view in layout.views:
        yield view.name, Place(view.where, of="key"), f"view `{view.name}`"


def _identifiers(layout: Elaborated, report: Report) -> None:
    """Paths that become one identifier, or identifiers that differ only in case."""
    seen: dict[str, tuple[str, Place, str]] = {}
    for name in flat_names(layout):
        first = seen.setdefault(name[0].lower(), name)
        if first is name or first[2] == name[2]:
            continue
        how = f"are both called `{name[0]}`" if first[0] == name[0] else "differ only in case"
        report.add(
            "AG205",
            f"{first[2]} and {name[2]} {how} in generated code",
            name[1],
            also=[Note(first[1], "first named here")],
        )


def _groups(layout: Elaborated, report: Report) -> None:
    order = {buffer.name: i for i, buffer in enumerate(layout.buffers)}
    previous = -1
    for group in layout.layout.groups:
        start = order[group.first]
        if start <= previous:
            message = f"group `{group.name}` does not begin behind the group before it"
            report.add("AG222", message, (*group.where, "first"))
        previous = max(previous, start)


def _view(layout: Elaborated, view: View, report: Report) -> None:
    node = layout.by_path.get(view.of)
    if node is None:
        report.add("AG213", f"`{view.of}` is no buffer, use or section", (*view.where, "of"))
        return
    _view_choices(node, view.at, (*view.where, "at"), report)


def _view_choices(node: Node, at: Sequence[str], where: KeyPath, report: Report) -> None:
    """The choices are the first planes in order, then perhaps the axis."""
    planes = [name for name, _ in node.planes]
    known = [*planes, *([node.axis] if node.axis is not None else [])]
    for i, name in enumerate(at):
        if name not in known:
            message = f"`{node.dotted}` has no plane or axis `{name}`"
            hint = f"it has: {', '.join(known)}" if known else None
            report.add("AG219", message, (*where, i), hint=hint)
        elif name != known[min(i, len(known) - 1)]:
            message = f"choices come in the order of the dimensions: {', '.join(known)}"
            report.add("AG219", message, (*where, i))
        elif name == node.axis and node.written.tile is not None:
            message = f"a row of `{node.dotted}` cannot be chosen: its rows are tiled"
            report.add("AG219", message, (*where, i))
    for name, times in Counter(at).items():
        if times > 1 and name in known:
            report.add("AG219", f"`{name}` is chosen twice", where)
