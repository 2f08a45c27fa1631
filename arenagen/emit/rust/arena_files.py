"""Files of the arena: what reaches the engine, accessors, routines, and the module that offers them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from arenagen.emit.naming import largest_counts
from arenagen.emit.prose import sentence
from arenagen.emit.rust.accessors import buffer_methods, struct_names, view_method
from arenagen.emit.rust.files import file_text, homes, index_file, part_files
from arenagen.emit.rust.lines import array, docs, signature, use_lines
from arenagen.emit.rust.names import axis_method, field_name, value_name
from arenagen.emit.rust.render import rendered
from arenagen.emit.rust.resets import clears, routine_method
from arenagen.emit.rust.scribe import Body
from arenagen.emit.rust.self_test import TEST_MODULES
from arenagen.emit.shelves import piece, shelved

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from arenagen.emit.rust.scribe import Source
    from arenagen.emit.shelves import Piece
    from arenagen.model import Axis

LINTS = (
    "assertions_on_constants",
    "bool_comparison",
    "comparison_chain",
    "disallowed_names",
    "double_comparisons",
    "enum_variant_names",
    "eq_op",
    "erasing_op",
    "identity_op",
    "if_same_then_else",
    "implicit_saturating_sub",
    "int_plus_one",
    "large_const_arrays",
    "large_enum_variant",
    "len_without_is_empty",
    "let_and_return",
    "manual_clamp",
    "manual_range_contains",
    "needless_bool",
    "needless_range_loop",
    "neg_multiply",
    "new_ret_no_self",
    "nonminimal_bool",
    "overly_complex_bool_expr",
    "redundant_comparisons",
    "result_large_err",
    "should_implement_trait",
    "struct_excessive_bools",
    "too_many_arguments",
    "upper_case_acronyms",
    "wrong_self_convention",
)
"""Lints of clippy that ask for an expression, or a name, to be written otherwise."""

VIEWS = "views"


def axes_file(source: Source) -> dict[str, str]:
    """The largest live count of every axis."""
    layout = source.layout
    axes = layout.layout.axes
    scribe = source.scribe()
    scribe.need("arithmetic", "Fault")
    scribe.need("values", "Values")
    body = Body(scribe, column=8)
    values = []
    for axis in axes:
        scribe.need("parts", "size")
        body.put(f"let {value_name(axis.name)}_most = {body.value(axis.max, 60)};")
        value = f"size({_quoted(axis.name)}, i128::from({value_name(axis.name)}_most))?"
        values.append(f"            {field_name(axis.name)}: {value},")
    used = "v" if body.reads_values else "_"
    lines = [
        "/// The largest live count of every axis.",
        "#[derive(Clone, Copy, Debug, PartialEq, Eq)]",
    ]
    if axes:
        lines.append("pub struct Axes {")
        for axis in axes:
            lines += docs([sentence(axis.doc) or f"Rows count {axis.name}."], 4)
            lines.append(f"    pub {field_name(axis.name)}: usize,")
        lines.append("}")
    else:
        lines.append("pub struct Axes {}")
    made = ["        Ok(Axes {", *values, "        })"] if axes else ["        Ok(Axes {})"]
    lines += [
        "",
        "impl Axes {",
        "    /// Worked out from values.",
        f"    pub fn of({used}: &Values) -> Result<Axes, Fault> {{",
        *body.lines,
        *made,
        "    }",
        "}",
    ]
    text = f"Axes of the layout {layout.name}."
    return {"axes.rs": file_text([text], scribe.imports, ["\n".join(lines)])}


def _quoted(text: str) -> str:
    return f'"{text}"'


@frozen
class ArenaPage:
    """What the template of the arena prints."""

    doc: str
    imports: str
    arena_doc: str
    gpu: str
    methods: tuple[str, ...]


def arena_file(source: Source) -> dict[str, str]:
    """The arena itself."""
    layout = source.layout
    imports: dict[str, set[str]] = {
        "arithmetic": {"Checked", "LayoutError"},
        "blocks": {"Blocks"},
        "clearing": {"Clearing", "Counts", "Fill"},
        "engine": {_backend(source), "Device", "DevicePtr", "Result", "Stream", "refused"},
        "extents": {"Extent"},
        "given": {"Carve"},
        "params": {"Params"},
        "placement": {"Placed"},
        "resets": {"CLEARS"},
        "sizes": {"Sizes"},
        "table": {"Buffer", "Routine"},
        "views": {"View", "picked", "view"},
    }
    methods = [_axis(axis) for axis in largest_counts(layout.layout.axes)]
    if source.engine.text("probe"):
        imports["probe"] = {"fingerprint"}
        imports["table"].add("BUFFERS")
        methods.append(_probe(source))
    page = ArenaPage(
        doc="\n".join(docs([f"The arena of the layout {layout.name}."], 0, "//!")),
        imports="\n".join(use_lines(imports)),
        arena_doc="\n".join(
            docs(
                [
                    sentence(layout.layout.layout.doc),
                    "It holds no backend, so it gives nothing back by itself: call `release`.",
                ],
                0,
            )
        ),
        gpu=source.engine.gpu,
        methods=tuple(methods),
    )
    return {"arena.rs": rendered("arena.rs.j2", page)}


def _backend(source: Source) -> str:
    return source.engine.backend.removeprefix("dyn ")


def _axis(axis: Axis) -> str:
    lines = docs([f"The largest live count of {axis.name}.", sentence(axis.doc)], 4)
    lines += [
        f"    pub fn {axis_method(axis)}(&self) -> usize {{",
        f"        self.params.axes().{field_name(axis.name)}",
        "    }",
    ]
    return "\n".join(lines)


def _probe(source: Source) -> str:
    name = source.engine.text("probe")
    head = signature(
        f"pub fn {name}",
        ["&self", source.engine.gpu, "stream: Stream"],
        " -> Result<Vec<(&'static str, u64)>> {",
        4,
    )
    return "\n".join(
        [
            "    /// A fingerprint of every buffer that is present, by name, in the order of the layout.",
            *head,
            "        let mut found = Vec::new();",
            "        for (i, placed) in self.params.layout().buffers.iter().enumerate() {",
            "            let extent = &placed.extents[0];",
            "            if extent.exists && !self.released() {",
            "                let start = self.blocks.start(i);",
            "                let print = fingerprint((Device(gpu), stream), start, extent.bytes)?;",
            "                found.push((BUFFERS[i].names[0], print));",
            "            }",
            "        }",
            "        Ok(found)",
            "    }",
        ]
    )


def accessor_files(source: Source) -> dict[str, str]:
    """Methods for buffers and what lies in them."""
    layout = source.layout
    pieces: list[Piece] = []
    for buffer in layout.buffers:
        scribe = source.scribe()
        text = buffer_methods(scribe, buffer)
        group = layout.group_of.get(buffer.name, "")
        pieces.append(piece(buffer.name, group, text, scribe.imports))
    for view in layout.views:
        scribe = source.scribe()
        text = view_method(scribe, view)
        pieces.append(piece(view.name, VIEWS, text, scribe.imports))
    shelf = shelved("accessors", pieces, source.engine.max_lines, 2)
    places = homes("accessors", shelf, [p.block.name for p in pieces])
    structs: dict[str, list[str]] = {}
    for buffer in layout.buffers:
        if places[buffer.name] != "accessors":
            structs.setdefault(places[buffer.name], []).extend(struct_names(buffer))
    offers = "\n".join(f"pub {line}" for line in use_lines(structs))
    doc = f"Accessors of the layout {layout.name}."
    return {**index_file("accessors", shelf, doc, [offers], {}), **part_files(shelf, doc)}


def reset_files(source: Source) -> dict[str, str]:
    """What routines clear, and their methods."""
    layout = source.layout
    pieces: list[Piece] = []
    for buffer in layout.buffers:
        scribe = source.scribe()
        text = clears(scribe, buffer)
        if text:
            group = layout.group_of.get(buffer.name, "")
            pieces.append(piece(buffer.name, group, text, scribe.imports))
    routines = [routine_method(source, plan) for plan in layout.plans]
    own = sum(text.count("\n") + 2 for text in routines) + 2 * len(pieces)
    shelf = shelved("resets", pieces, source.engine.max_lines, own)
    imports: dict[str, set[str]] = {"arithmetic": {"Checked"}, "clearing": {"Clearing"}}
    if routines:
        imports["arena"] = {"Arena"}
        imports["clearing"].add("Counts")
        imports["engine"] = {_backend(source), "Device", "Result", "Stream"}
        imports["table"] = {"Routine"}
    for name, module in homes("resets", shelf, [p.block.name for p in pieces]).items():
        imports.setdefault(module, set()).add(f"clear_{name}")
    names = [f"clear_{p.block.name}" for p in pieces]
    head = [_clears(names), *routines]
    doc = f"Routines that clear buffers of the layout {layout.name}."
    return {**index_file("resets", shelf, doc, head, imports), **part_files(shelf, doc)}


def _clears(names: Sequence[str]) -> str:
    lines = [
        "/// Collects what a routine writes of one buffer.",
        "pub type Clear = fn(&mut Clearing) -> Checked<()>;",
        "",
        "/// What is cleared, buffer after buffer.",
    ]
    return "\n".join([*lines, *array("pub const CLEARS: &[Clear] = &", names, ";", 0)])


@frozen
class ModPage:
    """What the template of the module prints."""

    doc: str
    lints: tuple[str, ...]
    modules: tuple[str, ...]
    tests: tuple[str, ...]
    offers: tuple[str, ...]


def mod_file(source: Source, files: Mapping[str, str]) -> dict[str, str]:
    """The module that holds the others, with what it offers."""
    layout = source.layout
    has_structs = any(struct_names(buffer) for buffer in layout.buffers)
    engine = sorted({_backend(source), "DevicePtr", "Result", "Stream"})
    offers = {
        "arena": ["Arena"],
        "arithmetic": ["Fault", "LayoutError"],
        "axes": ["Axes"],
        "engine": engine,
        "extents": ["DType", "Extent", "Memory", "Shape"],
        "given": ["Carve", "Flags", "Given"],
        "params": ["Params"],
        "placement": ["ArenaSize", "Layout", "Placed"],
        "sizes": ["Sizes"],
        "table": ["Buffer", "Routine"],
        "values": ["Values"],
        "views": ["View"],
    }
    defaults = [param for param in layout.layout.params if param.default is not None]
    if defaults and len(defaults) < len(layout.layout.params):
        offers["given"].append("Required")
    lines = [
        f"pub use {module}::{names[0]};"
        if len(names) == 1
        else f"pub use {module}::{{{', '.join(sorted(names))}}};"
        for module, names in offers.items()
    ]
    if has_structs:
        lines.insert(0, "pub use accessors::*;")
    page = ModPage(
        doc="\n".join(
            docs([f"The layout {layout.name}.", sentence(layout.layout.layout.doc)], 0, "//!")
        ),
        lints=LINTS,
        modules=tuple(sorted(name.removesuffix(".rs") for name in files)),
        tests=TEST_MODULES,
        offers=tuple(lines),
    )
    return {"mod.rs": rendered("mod.rs.j2", page)}
