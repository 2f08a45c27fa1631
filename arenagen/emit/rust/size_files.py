"""Files of sizes: the buffers, the table that names them all, requirements and laws."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arenagen.emit.allocations import allocations
from arenagen.emit.prose import sentence
from arenagen.emit.requirements import only_params
from arenagen.emit.rust.files import file_text, homes, index_file, part_files
from arenagen.emit.rust.formulas import WIDTH
from arenagen.emit.rust.lines import array, assigned, docs, literal
from arenagen.emit.rust.names import field_name, routine_variant, variant_name
from arenagen.emit.rust.scribe import Body
from arenagen.emit.rust.sizes import buffer_sizes, recipe_name
from arenagen.emit.rust.statements import statement, statement_name
from arenagen.emit.shelves import piece, shelved

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arenagen.elaborate import Elaborated
    from arenagen.emit.allocations import Allocation
    from arenagen.emit.rust.scribe import Source
    from arenagen.emit.shelves import Piece
    from arenagen.expressions import Expr
    from arenagen.model import Law, Require

ENUM = "#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]"


def size_files(source: Source) -> dict[str, str]:
    """Sizes, and the table of buffers."""
    layout = source.layout
    pieces = []
    for buffer in layout.buffers:
        scribe = source.scribe()
        text = buffer_sizes(scribe, buffer)
        group = layout.group_of.get(buffer.name, "")
        pieces.append(piece(buffer.name, group, text, scribe.imports))
    head = [_sizes(layout)]
    own = sum(text.count("\n") + 2 for text in head)
    shelf = shelved("sizes", pieces, source.engine.max_lines, own)
    doc = f"Sizes of the layout {layout.name}."
    imports = {"placement": {"Layout"}, "table": {"Buffer"}}
    places = homes("sizes", shelf, (buffer.name for buffer in layout.buffers))
    return {
        **index_file("sizes", shelf, doc, head, imports),
        **part_files(shelf, doc),
        "buffers.rs": file_text([f"Buffers of the layout {layout.name}."], {}, [_buffers(layout)]),
        "table.rs": _table(source, places),
    }


def _sizes(layout: Elaborated) -> str:
    lines = [
        "/// Bytes of every buffer: its size, or what stands in for an absent one, or 0.",
        "#[derive(Clone, Copy, Debug, PartialEq, Eq)]",
        "pub struct Sizes {",
    ]
    for buffer in layout.buffers:
        lines += docs([sentence(buffer.written.doc)], 4)
        lines.append(f"    pub {field_name(buffer.name)}: usize,")
    lines += [
        "}",
        "",
        "impl Sizes {",
        "    /// The sizes of a layout in numbers.",
        "    pub fn of(layout: &Layout) -> Sizes {",
        "        let bytes = |buffer: Buffer| layout.buffer(buffer).bytes;",
        "        Sizes {",
    ]
    for buffer in layout.buffers:
        value = f"bytes(Buffer::{variant_name(buffer.name)})"
        lines += assigned(f"{field_name(buffer.name)}:", value, ",", 12)
    return "\n".join([*lines, "        }", "    }", "}"])


def _table(source: Source, places: dict[str, str]) -> str:
    layout = source.layout
    imports: dict[str, set[str]] = {"placement": {"ArenaSpec", "Recipe"}, "extents": {"Memory"}}
    names = []
    for buffer in layout.buffers:
        imports.setdefault(places[buffer.name], set()).add(recipe_name(buffer))
        names.append(f"&{recipe_name(buffer)}")
    arenas, budgets = _arenas(source, imports)
    arena_names = [text.split(":")[0].removeprefix("const ") for text in arenas]
    blocks = [
        "pub use super::buffers::Buffer;",
        _routines(layout),
        "\n".join(
            [
                "/// How each buffer is sized.",
                *array("pub const BUFFERS: &[&Recipe] = &", names, ";", 0),
            ]
        ),
        "/// How many buffers there are.\npub const COUNT: usize = BUFFERS.len();",
        *arenas,
        "\n".join(
            [
                "/// What is allocated.",
                *array("pub const ARENAS: &[ArenaSpec] = &", arena_names, ";", 0),
            ]
        ),
        *budgets,
    ]
    return file_text(
        [f"How buffers are sized, routines and arenas of the layout {layout.name}."],
        imports,
        blocks,
    )


def _buffers(layout: Elaborated) -> str:
    lines = ["/// Every buffer, in the order of the layout.", ENUM, "pub enum Buffer {"]
    for buffer in layout.buffers:
        lines += docs([f"The buffer {buffer.name}."], 4)
        lines.append(f"    {variant_name(buffer.name)},")
    return "\n".join([*lines, "}"])


def _routines(layout: Elaborated) -> str:
    lines = ["/// What clears buffers.", ENUM, "pub enum Routine {"]
    lines += ["    /// What an arena clears when it is made.", "    OnCreate,"]
    for plan in layout.plans:
        lines += docs([sentence(plan.routine.doc) or f"Routine {plan.routine.name}."], 4)
        lines.append(f"    {routine_variant(plan.routine.name)},")
    return "\n".join([*lines, "}"])


def _arenas(source: Source, imports: dict[str, set[str]]) -> tuple[list[str], list[str]]:
    """Arenas as declared, then those of host twins; and the functions of budgets."""
    layout = source.layout
    records: list[str] = []
    budgets: list[str] = []
    stated = {arena.name: arena.budget for arena in layout.arenas}
    for allocation in allocations(layout):
        budget = stated.get(allocation.name)
        if budget is not None:
            budgets.append(_budget(source, allocation.name, budget, imports))
        function = "no_budget" if budget is None else f"budget_{allocation.name}"
        records.append(_arena(allocation, function))
    if any("budget: no_budget" in text for text in records):
        imports["placement"].add("no_budget")
    return records, budgets


def _arena(allocation: Allocation, budget: str) -> str:
    return "\n".join(
        [
            f"const ARENA_{allocation.name.upper()}: ArenaSpec = ArenaSpec {{",
            f"    name: {literal(allocation.name)},",
            f"    memory: Memory::{allocation.memory.capitalize()},",
            f"    align: {allocation.align},",
            f"    size_multiple: {allocation.size_multiple},",
            f"    budget: {budget},",
            "};",
        ]
    )


def _budget(source: Source, name: str, budget: Expr, imports: dict[str, set[str]]) -> str:
    scribe = source.scribe()
    scribe.need("arithmetic", "Fault")
    scribe.need("values", "Values")
    body = Body(scribe)
    value = body.value(budget, 40)
    body.put(f"Ok(Some({value}))")
    for module, names in scribe.imports.items():
        imports.setdefault(module, set()).update(names)
    values = "v" if body.reads_values else "_"
    head = f"fn budget_{name}({values}: &Values) -> Result<Option<i64>, Fault> {{"
    return "\n".join([f"/// The budget of arena {name}.", head, *body.lines, "}"])


def requirement_files(source: Source) -> dict[str, str]:
    """What is required of values alone, then of sizes too; and laws at the given values."""
    layout = source.layout
    requires = layout.layout.require
    first: list[Require | Law] = [item for item in requires if only_params(layout, item)]
    later: list[Require | Law] = [
        *(item for item in requires if not only_params(layout, item)),
        *layout.layout.laws,
    ]
    pieces: list[Piece] = []
    for item in (*first, *later):
        scribe = source.scribe()
        pieces.append(piece(statement_name(item), "", statement(scribe, item), scribe.imports))
    head = [
        _list("BEFORE", "Required of parameters alone.", [statement_name(item) for item in first]),
        _list("AFTER", "Asked once everything has a size.", [statement_name(i) for i in later]),
    ]
    shelf = shelved("requires", pieces, source.engine.max_lines, 2 * len(pieces) + 8)
    imports: dict[str, set[str]] = {"checks": {"Statement"}}
    names = [p.block.name for p in pieces]
    for name, module in homes("requires", shelf, names).items():
        imports.setdefault(module, set()).add(name)
    doc = f"What the layout {layout.name} requires of values and sizes."
    return {**index_file("requires", shelf, doc, head, imports), **part_files(shelf, doc)}


def _list(name: str, doc: str, items: Sequence[str]) -> str:
    inner = ", ".join(items)
    head = f"pub const {name}: &[Statement] = &["
    if len(inner) <= 60 and len(head) + len(inner) + 2 <= WIDTH:
        return f"/// {doc}\n{head}{inner}];"
    return "\n".join([f"/// {doc}", head, *(f"    {item}," for item in items), "];"])
