"""Files of sizes: the buffers, the arenas they lie in, and what is required of the numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arenagen.emit.allocations import allocations
from arenagen.emit.prose import sentence
from arenagen.emit.python.builders import METHOD
from arenagen.emit.python.class_files import Mixins, class_heading
from arenagen.emit.python.documents import INDENT, Doc, call, printed, row, sequence
from arenagen.emit.python.imports import import_lines
from arenagen.emit.python.limits import arena_budgets, statement_method
from arenagen.emit.python.pages import ClassPage
from arenagen.emit.python.render import rendered
from arenagen.emit.python.sizes import buffer_sizes
from arenagen.emit.python.text import at, docstring, literal
from arenagen.emit.requirements import only_params
from arenagen.emit.shelves import Names, Piece, merged, piece, shelved

if TYPE_CHECKING:
    from collections.abc import Iterator

    from arenagen.elaborate import Elaborated, Node
    from arenagen.emit.python.scribe import Scribe, Source
    from arenagen.model import Law, Require

BASE: Names = {
    "flags": {"Flags"},
    "params": {"Params"},
    "placement": {"BaseSizes"},
    "values": {"Values"},
}
MIXINS = Mixins(
    kind="sizes",
    what="Sizes",
    base="BaseSizes[Params, Flags, Values]",
    imports=BASE,
)
REQUIRED = "requirements"

INIT = '''\
    def __init__(self, params: Params, flags: Flags | None = None) -> None:
        """LayoutError, a ValueError, where the values have no sound layout."""
        switches = Flags() if flags is None else flags
        super().__init__(params, switches, Values(params, switches))'''

REQUIREMENTS_INIT = """\
    def __init__(self, params: Params) -> None:
        self.params = params
        self.values = Values(params, Flags())"""


def size_files(source: Source, max_lines: int) -> dict[str, str]:
    """The module of sizes and its parts."""
    layout = source.layout
    head, head_imports = _head(source)
    pieces = [_buffer(source, buffer) for buffer in layout.buffers]
    later = [item for item in layout.layout.require if not only_params(source.layout, item)]
    pieces += [_statement(source, item) for item in later]
    pieces += [_statement(source, law) for law in layout.layout.laws]
    shelf = shelved("sizes", pieces, max_lines, "\n".join(head).count("\n") + 4)
    bases, base_imports = MIXINS.bases(shelf)
    page = ClassPage(
        doc=docstring(
            [f"Sizes of the layout {layout.name}.", sentence(layout.layout.layout.doc)], 0
        ),
        imports=import_lines(merged([shelf.imports, base_imports, BASE_OF_INDEX, head_imports])),
        heading=class_heading("Sizes", bases),
        class_doc=docstring(
            ["Bytes and offsets of every buffer, use and section, for given values."], INDENT
        ),
        blocks=(*head, *shelf.texts),
    )
    return {"sizes.py": rendered("class.py.j2", page), **MIXINS.files(shelf)}


BASE_OF_INDEX: Names = {
    "flags": {"Flags"},
    "params": {"Params"},
    "placement": {"ArenaSpec"},
    "values": {"Values"},
}


def requirement_files(source: Source) -> dict[str, str]:
    """The module that checks what is required of parameters alone; none where there is nothing."""
    found = [item for item in source.layout.layout.require if only_params(source.layout, item)]
    if not found:
        return {}
    pieces = [_statement(source, item) for item in found]
    imports = {"flags": {"Flags"}, "params": {"Params"}, "values": {"Values"}}
    page = ClassPage(
        doc=docstring([f"What the layout {source.layout.name} requires of its parameters."], 0),
        imports=import_lines(merged([*(p.imports for p in pieces), imports])),
        heading=class_heading("Requirements", []),
        class_doc=docstring(["Conditions that `Params` checks when it is made."], INDENT),
        blocks=(REQUIREMENTS_INIT, *(p.block.text for p in pieces)),
    )
    return {"requires.py": rendered("class.py.j2", page)}


def _buffer(source: Source, buffer: Node) -> Piece:
    scribe = source.scribe()
    made = buffer_sizes(scribe, buffer)
    text = "\n\n".join(["\n".join(made.extents), *made.members])
    return piece(buffer.name, source.layout.group_of.get(buffer.name, ""), text, scribe.imports)


def _statement(source: Source, item: Require | Law) -> Piece:
    scribe = source.scribe()
    return piece(item.name, REQUIRED, statement_method(scribe, item), scribe.imports)


def _head(source: Source) -> tuple[list[str], Names]:
    """What `Sizes` says besides its buffers: arenas, construction, axes, budgets."""
    scribe = source.scribe()
    arenas = row("ARENAS = ", sequence("(", list(_arenas(source.layout)), ")"))
    texts = [
        " " * INDENT + printed(arenas, INDENT),
        INIT,
        "\n".join(_axes(source, scribe)),
        arena_budgets(scribe, source.layout),
    ]
    return [text for text in texts if text], scribe.imports


def _arenas(layout: Elaborated) -> Iterator[Doc]:
    """Arenas as declared, then those of host twins."""
    for made in allocations(layout):
        rounding = [f"size_multiple={made.size_multiple}"] if made.size_multiple > 1 else []
        args = [literal(made.name), literal(made.memory), f"align={made.align}", *rounding]
        yield call("ArenaSpec", args)


def _axes(source: Source, scribe: Scribe) -> Iterator[str]:
    inner = source.scribe()
    items: list[Doc] = [
        row(f"{literal(axis.name)}: ", inner.doc(axis.max)) for axis in source.layout.layout.axes
    ]
    body = printed(row("return ", sequence("{", items, "}") if items else "{}"), METHOD)
    yield from at(INDENT, "@property", "def axes(self) -> dict[str, int]:")
    yield from at(METHOD, docstring(["Largest live count of each axis."], METHOD))
    yield from at(METHOD, *inner.prelude(), body)
    scribe.absorb([inner])
