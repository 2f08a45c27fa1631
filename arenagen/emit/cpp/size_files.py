"""Files of sizes: the buffers, the arenas they lie in, and what is required of the numbers. May import elaborate."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arenagen.emit.cpp import sizes
from arenagen.emit.cpp.lines import comment, function, indented, paragraphs
from arenagen.emit.cpp.mixins import Mixin, file_lines
from arenagen.emit.cpp.names import argument_name
from arenagen.emit.cpp.statements import budget_lines, statement_entry
from arenagen.emit.requirements import only_params

if TYPE_CHECKING:
    from arenagen.emit.cpp.scribe import Source

SIZES = Mixin(
    kind="sizes",
    what="Sizes",
    includes=("patterns.hpp", "placement.hpp", "values.hpp"),
    lists={
        sizes.EACH: "Below::each(self, visit);",
        sizes.SIZE: "Below::size(s, v);",
        sizes.CHECK: "Below::check(s, v);",
    },
)


def size_files(source: Source, max_lines: int) -> dict[str, list[str]]:
    """The file of sizes and its parts."""
    layout = source.layout
    entries = [sizes.buffer_entry(source, buffer) for buffer in layout.buffers]
    later = [item for item in layout.layout.require if not only_params(layout, item)]
    entries += [statement_entry(source, item, sizes.CHECK) for item in later]
    entries += [statement_entry(source, law, sizes.CHECK) for law in layout.layout.laws]
    own = _sizes(source, "")
    found, shelf = SIZES.files(entries, max_lines, len(own) + 5)
    includes, before, base = SIZES.whole(shelf, entries, "NoSizes")
    body = [*_axes(source), "", *before, *([""] if before else []), *_sizes(source, base)]
    return {**found, "sizes.hpp": file_lines([*SIZES.includes, "params.hpp", *includes], body)}


def _axes(source: Source) -> list[str]:
    fields = [f"std::int64_t {argument_name(axis.name)} = 0;" for axis in source.layout.layout.axes]
    return [
        *comment(["Largest live count of each axis."]),
        "struct Axes {",
        *indented(fields),
        "};",
    ]


def _sizes(source: Source, base: str) -> list[str]:
    axes = [
        f"made.axes.{argument_name(axis.name)} = Number({source.printer().typed(axis.max)}).value();"
        for axis in source.layout.layout.axes
    ]
    make = [
        "Fault fault;",
        "Sizes made;",
        "made.params = params;",
        "made.flags = flags;",
        "Values v(params.values(), flags, fault);",
        "made.size(made, v);",
        *axes,
        "if (!fault) {",
        "    place(made, fault);",
        "}",
        "if (!fault) {",
        *indented(["made.check(made, v);", *budget_lines(source)]),
        "}",
        "return told(made, fault);",
    ]
    members = [
        ["Params params;", "Flags flags;", "Axes axes;", "ArenaSize arenas[ARENA_COUNT] = {};"],
        [
            *comment(["Sum over the buffers, placeholders included, without alignment."], 1),
            "std::int64_t total_bytes = 0;",
        ],
        [
            *comment(["Everything that follows from parameters and flags."], 1),
            *function(
                "static constexpr Result<Sizes> make(const Params &params, const Flags &flags = Flags())",
                make,
            ),
        ],
    ]
    text = "Bytes and offsets of every buffer, use and section, for given values."
    return [*comment([text]), f"struct Sizes : {base} {{", *indented(paragraphs(members)), "};"]
