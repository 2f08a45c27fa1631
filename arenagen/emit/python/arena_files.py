"""Files of the views, of the arena that allocates them, and of the routines that clear it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arenagen.emit.prose import sentence
from arenagen.emit.python.accessors import buffer_views, view_method
from arenagen.emit.python.builders import METHOD
from arenagen.emit.python.class_files import Mixins, class_heading
from arenagen.emit.python.documents import INDENT, Doc, call, printed, row, sequence
from arenagen.emit.python.imports import import_lines
from arenagen.emit.python.names import argument_name, debug_variable
from arenagen.emit.python.pages import ArenaPage, ClassPage, ResetsPage
from arenagen.emit.python.render import rendered
from arenagen.emit.python.resets import RoutineView, clears, routine_view
from arenagen.emit.python.scribe import LOCALS, Scribe, Source
from arenagen.emit.python.text import at, docstring, literal
from arenagen.emit.shelves import Names, Shelf, merged, piece, shelved

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

RUNTIME_ABI = 1
"""The version of the runtime that generated packages are written for."""

ARRAY: Names = {"arenagen.runtime.views": {"ArrayT"}}
MIXINS = Mixins(
    kind="views",
    what="Views",
    base="BaseViews[ArrayT]",
    imports={"arenagen.runtime.views": {"ArrayT", "BaseViews"}},
    suffix="[ArrayT]",
    suffix_imports=ARRAY,
)
VIEWS = "views"


def view_files(source: Source, max_lines: int) -> dict[str, str]:
    """The module of views and its parts."""
    layout = source.layout
    pieces = []
    for buffer in layout.buffers:
        scribe = source.scribe()
        group = layout.group_of.get(buffer.name, "")
        pieces.append(piece(buffer.name, group, buffer_views(scribe, buffer), scribe.imports))
    for view in layout.views:
        scribe = source.scribe()
        pieces.append(piece(view.name, VIEWS, view_method(scribe, view), scribe.imports))
    shelf = shelved("views", pieces, max_lines)
    bases, imports = MIXINS.bases(shelf)
    page = ClassPage(
        doc=docstring([f"Views of the layout {layout.name}."], 0),
        imports=import_lines(merged([shelf.imports, imports])),
        heading=class_heading("Views", bases),
        class_doc=docstring(
            ["An array for each buffer, use and section; None for one that is absent."], INDENT
        ),
        blocks=shelf.texts,
    )
    return {"views.py": rendered("class.py.j2", page), **MIXINS.files(shelf)}


def arena_file(source: Source) -> dict[str, str]:
    """The module of the arena."""
    layout = source.layout
    imports: dict[str, set[str]] = {
        "os": {"environ"},
        "typing": {"TYPE_CHECKING", "Any", "Final", "TypeVar", "overload"},
        "arenagen.runtime": {
            "Backend",
            "BaseArena",
            "DebugOptions",
            "debug_options",
            "require_abi",
        },
        "arenagen.runtime.passes": {"BasePass"},
        "arenagen.runtime.views": {"ArrayT"},
        "flags": {"Flags"},
        "params": {"Params"},
        "resets": {"Resets"},
        "sizes": {"Sizes"},
        "views": {"Views"},
    }
    if layout.layout.axes:
        imports["arenagen.runtime.counts"] = {"Count"}
    texts = [
        sentence(layout.layout.layout.doc),
        "Every view is an attribute; reading it costs no more than that. `release`, or the end of a "
        "`with` block, gives the memory back.",
    ]
    page = ArenaPage(
        doc=docstring([f"The arena of the layout {layout.name}."], 0),
        imports=import_lines(imports),
        class_doc=docstring(texts, INDENT),
        at="\n".join(_at(source)),
        poison_beyond="\n".join(_poison_beyond(source)),
        variable=printed(row("DEBUG: Final = ", literal(debug_variable(layout.name)))),
        oldest_abi=RUNTIME_ABI,
        newest_abi=RUNTIME_ABI,
    )
    return {"arena.py": rendered("arena.py.j2", page)}


def _at(source: Source) -> Iterator[str]:
    """The method that gives views limited to live rows; none where the layout has no axes."""
    names = [argument_name(axis.name) for axis in source.layout.layout.axes]
    if not names:
        return
    alone = len(names) == 1
    typed: list[Doc] = [f"{name}: int" if alone else f"{name}: int | None = None" for name in names]
    head = row(call("def at", ["self", "*", *typed]), " -> Pass[ArrayT]:")
    counts = f"({names[0]},)" if alone else "counts"
    key = names[0] if alone else "counts"
    texts = [
        "The same views, limited to the live rows of a pass.",
        "Made once for each count and kept, for the last 256 counts."
        + ("" if alone else " An axis without a count keeps all its rows."),
    ]
    yield from at(INDENT, printed(head, INDENT))
    yield from at(METHOD, docstring(texts, METHOD))
    if not alone:
        yield from at(METHOD, printed(row("counts = ", sequence("(", list(names), ")")), METHOD))
    yield from at(
        METHOD,
        f"found = self._passes.get({key})",
        f"return self._make_pass({key}, {counts}) if found is None else found",
    )


def _poison_beyond(source: Source) -> Iterator[str]:
    """The method that poisons rows that are not live."""
    names = [axis.name for axis in source.layout.layout.axes]
    typed: list[Doc] = [f"{argument_name(name)}: Count | None = None" for name in names]
    args = ["self", "*", *typed, "stream: object = None"]
    yield from at(INDENT, printed(row(call("def poison_beyond", args), " -> None:"), INDENT))
    texts = [
        "Poisons rows that are not live in a pass, in all buffers but those that are kept.",
        "One launch for each count that is given; padding rows are poisoned, too, so it comes before "
        "routines that fill these. NotDebuggedError for an arena without poison.",
    ]
    yield from at(METHOD, docstring(texts, METHOD))
    for name in names:
        told = [literal(name), argument_name(name), "stream"]
        yield from at(METHOD, printed(call("self._poison_beyond", told), METHOD))


def reset_files(source: Source, max_lines: int) -> dict[str, str]:
    """The module of resets and its parts."""
    layout = source.layout
    routines = tuple(routine_view(source, plan) for plan in layout.plans)
    pieces = []
    scribes: dict[str, Scribe] = {}
    for buffer in layout.buffers:
        scribe = scribes[buffer.name] = source.scribe("s")
        text = clears(scribe, buffer)
        if text:
            group = layout.group_of.get(buffer.name, "")
            pieces.append(piece(buffer.name, group, text, scribe.imports))
    own = sum(_lines(routine) for routine in routines)
    shelf = shelved("resets", pieces, max_lines, own)
    found = {
        f"{part.module}.py": _resets_page(
            part.texts,
            part.imports,
            [scribes[block.name] for block in part.part.blocks],
            f"What is cleared of {part.part.blocks[0].name} and buffers behind it.",
        )
        for part in shelf.parts
    }
    found |= {
        f"{module}.py": _gathered(modules, f"What is cleared of buffers in {len(modules)} files.")
        for module, modules in shelf.indexes
    }
    found["resets.py"] = _index(source, shelf, list(scribes.values()), routines)
    return found


def _lines(routine: RoutineView) -> int:
    texts = (routine.function_doc, routine.method_doc, routine.definition)
    return sum(text.count("\n") + 1 for text in texts) + 10


def _prelude(scribes: Sequence[Scribe]) -> tuple[str, ...]:
    used = {name for scribe in scribes for name in scribe.used}
    return tuple(
        f"{short} = s{full.removeprefix('self')}" for short, full in LOCALS.items() if short in used
    )


ARGUMENT_TYPES = {
    "Count": "arenagen.runtime.counts",
    "Iterable": "collections.abc",
    "RowNumbers": "arenagen.runtime.counts",
}

CLEARING: Names = {
    "arenagen.runtime": {"Clear"},
    "collections.abc": {"Iterator"},
    "sizes": {"Sizes"},
}


def _resets_page(
    texts: tuple[str, ...], imports: Names, scribes: Sequence[Scribe], doc: str
) -> str:
    page = ResetsPage(
        doc=docstring([doc], 0),
        imports=import_lines(merged([imports, CLEARING])),
        clears_doc="Reset classes of these buffers, and the routines that clear them.",
        prelude=_prelude(scribes),
        blocks=texts,
    )
    return rendered("resets.py.j2", page)


def _gathered(modules: Sequence[str], doc: str) -> str:
    blocks = tuple(f"    yield from {module}.clears(s)" for module in modules)
    return _resets_page(blocks, {"": modules}, (), doc)


def _index(
    source: Source, shelf: Shelf, scribes: Sequence[Scribe], routines: tuple[RoutineView, ...]
) -> str:
    """The module with the routines."""
    blocks = shelf.texts
    imports: list[Names] = [shelf.imports, CLEARING, {"arenagen.runtime.clearing": {"Clearing"}}]
    if shelf.parts:
        blocks = tuple(f"    yield from {module}.clears(s)" for module in shelf.top)
        imports.append({"": shelf.top})
    imports += _routine_imports(routines)
    constants = sequence("(", [routine.constant for routine in routines], ")") if routines else "()"
    page = ResetsPage(
        doc=docstring([f"Routines that clear buffers of the layout {source.layout.name}."], 0),
        imports=import_lines(merged(imports)),
        clears_doc="Reset classes of everything, and the routines that clear it.",
        prelude=() if shelf.parts else _prelude(scribes),
        blocks=blocks or ("    yield from ()",),
        index=True,
        routines=routines,
        all_routines=printed(row("return ", constants), METHOD),
    )
    return rendered("resets.py.j2", page)


def _routine_imports(routines: Sequence[RoutineView]) -> Iterator[Names]:
    """What routines name: their class, and the types of their arguments."""
    yield {"arenagen.runtime": {"Routine"}}
    if routines:
        yield {"typing": {"Final"}, "arenagen.runtime": {"Fill"}}
    heads = [head for r in routines for head in (r.function_head, r.method_head)]
    for name, module in ARGUMENT_TYPES.items():
        if any(f": {name}" in head for head in heads):
            yield {module: {name}}
