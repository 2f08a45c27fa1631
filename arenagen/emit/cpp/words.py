"""The generated file of words: element types, arenas, constants, how deep and wide the layout is.

May import dtypes, encoding, model and elaborate.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from arenagen.dtypes import BUILTIN, DType
from arenagen.emit.allocations import allocations
from arenagen.emit.cpp.lines import braced, comment, indented, literal, whole
from arenagen.emit.cpp.mixins import file_lines
from arenagen.emit.cpp.names import arena_name, constant_name, dtype_name, routine_name
from arenagen.emit.cpp.resets import typed_patterns
from arenagen.emit.prose import sentence

if TYPE_CHECKING:
    from arenagen.elaborate import Elaborated
    from arenagen.emit.allocations import Allocation
    from arenagen.model import Const

FAMILIES = {"float": "real", "int": "whole", "uint": "natural", "bool": "truth", "block": "block"}
FLOATS = {
    "f64": (11, 52, 0x7FEFFFFFFFFFFFFF),
    "f32": (8, 23, 0x7F7FFFFF),
    "f16": (5, 10, 0x7BFF),
    "bf16": (8, 7, 0x7F7F),
    "f8e4m3": (4, 3, 0x7E),
    "f8e5m2": (5, 2, 0x7B),
    "f8e8m0": (8, 0, 0xFE),
    "f4e2m1": (2, 1, 0x7),
}
"""Bits of exponent and mantissa, and the code of the largest number."""


def words_file(layout: Elaborated, *, separate: bool) -> list[str]:
    """The lines of the file."""
    arenas = list(allocations(layout))
    body = [
        *_dtypes(layout),
        "",
        *comment(["Kinds of memory."]),
        "enum class Memory {",
        *indented(["device,", "pinned,", "mapped,", "host,"]),
        "};",
        "",
        *_arena_lines(arenas),
        "",
        *_limits(layout, separate=separate),
        "",
        *_routines(layout),
        *_constants(layout),
    ]
    return file_lines((), body, ("array", "cstddef", "cstdint"))


def _dtypes(layout: Elaborated) -> list[str]:
    dtypes = [*BUILTIN.values(), *(d for d in layout.dtypes.values() if d.name not in BUILTIN)]
    families = [f"{name}," for name in dict.fromkeys(FAMILIES.values())]
    lines = [
        *comment(["What elements of a type can hold."]),
        *["enum class Family {", *indented([*families, "nothing,"]), "};"],
        "",
        *comment(["Element types."]),
        *[
            "enum class DType {",
            *indented(["none,", *(f"{dtype_name(d.name)}," for d in dtypes)]),
            "};",
        ],
        "",
        *comment(
            ["An element type: `bytes` hold the shortest run of whole bytes, `elements` long."]
        ),
        "struct DTypeInfo {",
        *indented(
            ["const char *name;", "Family family;", "std::int64_t elements;", "std::int64_t bytes;"]
        ),
        *indented(
            [
                "std::int64_t align;",
                "int bits;",
                "int exponent;",
                "int mantissa;",
                "std::uint64_t last;",
            ]
        ),
        "};",
        "",
        *comment(["What is known of an element type; bytes where there is none."]),
        "constexpr DTypeInfo info(DType dtype) {",
        "    switch (dtype) {",
    ]
    for dtype in dtypes:
        lines += [f"    case DType::{dtype_name(dtype.name)}:", f"        return {_info(dtype)};"]
    nothing = '{"", Family::nothing, 1, 1, 1, 8, 0, 0, 0}'
    return [
        *lines,
        "    case DType::none:",
        "        break;",
        "    }",
        f"    return {nothing};",
        "}",
    ]


def _info(dtype: DType) -> str:
    elements, size = dtype.granule
    exponent, mantissa, last = FLOATS.get(dtype.name, (0, 0, 0))
    numbers = (elements, size, dtype.align, dtype.bits, exponent, mantissa, last)
    family = f"Family::{FAMILIES[dtype.family]}"
    return braced([literal(dtype.name), family, *(str(number) for number in numbers)])


def _arena_lines(arenas: list[Allocation]) -> list[str]:
    by_name = sorted(arena[0] for arena in arenas)
    rows = [
        braced([literal(n), f"Memory::{m}", str(align), str(multiple), str(by_name.index(n))]) + ","
        for n, m, align, multiple in arenas
    ]
    numbers = [f"inline constexpr int {arena_name(a[0])} = {i};" for i, a in enumerate(arenas)]
    return [
        *comment(
            [
                "One allocation, before its size is known. `order` is its place among the names of all."
            ]
        ),
        "struct ArenaSpec {",
        *indented(["const char *name;", "Memory memory;", "std::int64_t align;"]),
        *indented(["std::int64_t size_multiple;", "std::size_t order;"]),
        "};",
        "",
        f"inline constexpr int ARENA_COUNT = {len(arenas)};",
        "",
        *["inline constexpr ArenaSpec ARENAS[ARENA_COUNT] = {", *indented(rows), "};"],
        "",
        *comment(["Numbers of arenas."]),
        *["namespace arenas {", *numbers, "} // namespace arenas"],
    ]


def _limits(layout: Elaborated, *, separate: bool) -> list[str]:
    depth = max(len(node.path) for node in layout.nodes())
    dims = max(
        len(node.planes) + (node.row is not None) + len(node.row or node.shape or ())
        for node in layout.nodes()
    )
    facts = {
        "int MAX_DEPTH": str(depth),
        "int MAX_DIMS": str(max(dims, 2)),
        "int RANKS": str(max(len(layout.classes), 1)),
        "bool TYPED_PATTERNS": str(typed_patterns(layout)).lower(),
        "bool SEPARATE": str(separate).lower(),
    }
    return [f"inline constexpr {name} = {value};" for name, value in facts.items()]


def _routines(layout: Elaborated) -> list[str]:
    names = [routine_name(routine.name) for routine in layout.layout.reset.routines]
    numbers = [f"inline constexpr int {name} = {i};" for i, name in enumerate(names)]
    count = len(names)
    return [
        f"inline constexpr int ROUTINE_COUNT = {count};",
        "",
        *comment(["Stands for a routine: what is cleared once, when the arena is made."]),
        f"inline constexpr int ON_CREATE = {count};",
        *(["", "namespace routines {", *numbers, "} // namespace routines"] if numbers else []),
    ]


def _constants(layout: Elaborated) -> list[str]:
    if not layout.layout.consts:
        return []
    lines = ["", "namespace constants {"]
    for const in layout.layout.consts:
        lines += ["", *comment([sentence(const.doc)]), _constant(const)]
    return [*lines, "", "} // namespace constants"]


def _constant(const: Const) -> str:
    name = constant_name(const.name)
    if isinstance(const.value, tuple):
        values = braced([whole(value) for value in const.value])
        return f"inline constexpr std::array<std::int64_t, {len(const.value)}> {name} = {values};"
    if isinstance(const.value, bool):
        return f"inline constexpr bool {name} = {str(const.value).lower()};"
    return f"inline constexpr std::int64_t {name} = {whole(const.value)};"
