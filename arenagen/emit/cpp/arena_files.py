"""Files of what is cleared, of accessors, and of the arena. May import elaborate."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arenagen.emit.cpp import accessors, resets
from arenagen.emit.cpp.lines import comment, function, indented, paragraphs
from arenagen.emit.cpp.mixins import Mixin, file_lines
from arenagen.emit.cpp.names import argument_name, axis_max_name
from arenagen.emit.naming import largest_counts
from arenagen.emit.prose import sentence

if TYPE_CHECKING:
    from arenagen.elaborate import Elaborated
    from arenagen.emit.cpp.scribe import Source

CLEARS = Mixin(
    kind="resets",
    what="What is cleared",
    includes=("ranges.hpp", "sizes.hpp"),
    lists={resets.EACH: "Below::each(s, v, clear);"},
)
ACCESSORS = Mixin(
    kind="accessors", what="Accessors", includes=("storage.hpp",), opening=accessors.OPENING
)


def reset_files(source: Source, max_lines: int) -> dict[str, list[str]]:
    """The file of what routines clear and of their methods, and its parts."""
    made = (resets.clear_entry(source, buffer) for buffer in source.layout.buffers)
    entries = [entry for entry in made if entry is not None]
    routines = _routines(source)
    found, shelf = CLEARS.files(entries, max_lines, len(routines))
    includes, before, base = CLEARS.whole(shelf, entries, "NoClears")
    text = "Everything that some routine clears, in the order of the layout."
    body = [
        *before,
        *([""] if before else []),
        *comment([text]),
        f"struct Clears : {base} {{",
        "};",
    ]
    body += ["", *routines]
    includes = ["errors.hpp", *CLEARS.includes, *includes]
    return {**found, "resets.hpp": file_lines(includes, body, ("vector",))}


def _routines(source: Source) -> list[str]:
    """The class with a method for each routine."""
    plans = source.layout.plans
    plain = [plan for plan in plans if not plan.counts_rows or plan.axis is None]
    numbers = [resets.routine_constant(plan.routine.name) for plan in plain]
    gathered = [f"this->gather(kept_[{number}], {number}, Counts(), fault);" for number in numbers]
    groups = [
        ["using Stream = typename Below::Stream;"],
        *(resets.routine_lines(source, plan) for plan in plans),
    ]
    text = "Works out once what routines write that are told nothing."
    prepare = function("void prepare([[maybe_unused]] Fault &fault)", gathered)
    kept = ["", "  private:", "    std::vector<Range> kept_[ROUTINE_COUNT];"] if numbers else []
    return [
        *comment(["Routines that clear, on a stream of the backend."]),
        "template <class Below>",
        "class Routines : public Below {",
        "  public:",
        *indented(paragraphs(groups)),
        "",
        "  protected:",
        *indented([*comment([text], 1), *prepare]),
        *kept,
        "};",
    ]


def accessor_files(source: Source, max_lines: int) -> dict[str, list[str]]:
    """The file of accessors, and its parts."""
    layout = source.layout
    entries = [accessors.accessor_entry(source, buffer) for buffer in layout.buffers]
    entries += [accessors.view_entry(source, view) for view in layout.views]
    found, shelf = ACCESSORS.files(entries, max_lines)
    includes, before, base = ACCESSORS.whole(shelf, entries, "Storage<Backend>")
    body = [*before, *([""] if before else [])]
    text = "Pointers, sizes and views of everything in an arena."
    body += [*comment([text]), "template <class Backend>", f"using Accessors = {base};"]
    return {**found, "accessors.hpp": file_lines([*ACCESSORS.includes, *includes], body)}


MAKE = """\
Fault fault;
Arena made;
made.take(backend, sizes, stream, fault);
if (!fault) {
    std::vector<Range> first;
    made.gather(first, ON_CREATE, Counts(), fault);
    made.prepare(fault);
    if (!fault) {
        made.write(first, stream);
    }
}
if (fault) {
    made.release();
}
return told(std::move(made), fault);"""


def arena_file(source: Source) -> dict[str, list[str]]:
    """The file of the arena: how it is made, and its routines."""
    layout = source.layout
    head = "static Result<Arena> make(Backend &backend, const Sizes &sizes, Stream stream = {})"
    text = "Allocates on a stream, and clears what is set once. What was taken is given back where anything fails."
    groups = [
        ["using Pointer = typename Backend::pointer;", "using Stream = typename Backend::stream;"],
        ["Arena() = default;"],
        [*comment([text], 1), *function(head, MAKE.split("\n"))],
        *_axis_methods(layout),
    ]
    texts = [
        sentence(layout.layout.layout.doc),
        "It owns its memory: it is moved, never copied, and gives the memory back when it goes.",
    ]
    body = [
        *comment(texts),
        "template <class Backend>",
        "class Arena : public Routines<Accessors<Backend>> {",
        "  public:",
        *indented(paragraphs(groups)),
        "};",
    ]
    return {
        "arena.hpp": file_lines(
            ["accessors.hpp", "resets.hpp", "storage.hpp"], body, ("utility", "vector")
        )
    }


def _axis_methods(layout: Elaborated) -> list[list[str]]:
    found: list[list[str]] = []
    for axis in largest_counts(layout.layout.axes):
        name = axis_max_name(axis)
        body = [f"return this->sizes().axes.{argument_name(axis.name)};"]
        text = f"Largest live count of {axis.name}."
        head = f"std::int64_t {name}() const"
        found.append([*comment([text], 1), *function(head, body)])
    return found
