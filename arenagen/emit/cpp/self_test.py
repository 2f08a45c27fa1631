"""A header that only compiles where the sizes of a layout are those of the table of numbers.

May import elaborate and the table.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from arenagen.emit.cpp.lines import STEP, braced, comment, indented, literal, whole
from arenagen.emit.cpp.mixins import file_lines
from arenagen.emit.cpp.names import dtype_name, flag_name, param_name
from arenagen.emit.cpp.values import GIVEN

if TYPE_CHECKING:
    from arenagen.elaborate import Elaborated
    from arenagen.emit.table import ByteTable, Point
    from arenagen.resolve.model import Value

COMPARED = """\
/// Compares extents with a row of the table, in the order of the layout.
class Compared {
  public:
    constexpr Compared(const std::int64_t *bytes, const std::int64_t *offsets)
        : bytes_(bytes), offsets_(offsets) {
    }

    constexpr void operator()(const Extent &extent, int) {
        if (!extent.twin) {
            same_ = same_ && extent.bytes == bytes_[seen_] && extent.offset == offsets_[seen_];
            ++seen_;
        }
    }

    constexpr bool same() const {
        return same_;
    }

  private:
    const std::int64_t *bytes_;
    const std::int64_t *offsets_;
    int seen_ = 0;
    bool same_ = true;
};"""

AGREES = """\
/// Whether a set of values comes to what the table says.
constexpr bool agrees(int set) {
    const Sizes sizes = sized(ROWS[set]);
    bool same = true;
    for (int i = 0; i < ARENA_COUNT; ++i) {
        same = same && sizes.arenas[i].bytes == ARENA_BYTES[set][i];
    }
    Compared compared(BYTES[set], OFFSETS[set]);
    Sizes::each(sizes, compared);
    return same && compared.same();
}"""


def self_test(table: ByteTable, *, exceptions: bool) -> list[str]:
    """The lines of the header; none where there is no set of values to try."""
    layout = table.layout
    points = [point for point in table.points if _cheap(layout, point)]
    if not points:
        return []
    text = f"What the layout {layout.name} comes to for {len(points)} sets of values, told when this is compiled."
    body = [
        *comment(
            [
                text,
                "The sets are those of bytes.json; of values of a domain that laws try at length, there are none.",
            ]
        ),
        "namespace self_test {",
        "",
        *_rows(layout, points),
        "",
        *_table("BYTES", len(list(layout.nodes())), [_bytes(layout, point) for point in points]),
        "",
        *_table(
            "OFFSETS", len(list(layout.nodes())), [_offsets(layout, point) for point in points]
        ),
        "",
        *_table("ARENA_BYTES", 0, [_totals(point) for point in points]),
        "",
        *_sized(layout, exceptions=exceptions),
        "",
        *COMPARED.split("\n"),
        "",
        *AGREES.split("\n"),
        "",
        *(f"static_assert(agrees({i}), {literal(point.name)});" for i, point in enumerate(points)),
        "",
        "} // namespace self_test",
    ]
    return file_lines(["detail/arena.hpp"], body)


def _cheap(layout: Elaborated, point: Point) -> bool:
    """Whether a compiler can try all laws: it counts steps, and gives up."""
    return not point.name.startswith("largest") or not any(law.forall for law in layout.layout.laws)


def _rows(layout: Elaborated, points: list[Point]) -> list[str]:
    written = layout.layout
    fields = [f"{GIVEN[param.type]} {param_name(param.name)};" for param in written.params]
    fields += [f"bool {flag_name(flag.name)}_flag;" for flag in written.flags]
    rows = []
    for point in points:
        values = [_value(point.params[param.name]) for param in written.params]
        values += [str(bool(point.flags[flag.name])).lower() for flag in written.flags]
        rows.append(f"{braced(values)},")
    return [
        "struct Row {",
        *indented(fields),
        "};",
        "",
        "inline constexpr Row ROWS[] = {",
        *indented(rows),
        "};",
    ]


def _value(value: Value) -> str:
    if isinstance(value, str):
        return f"DType::{dtype_name(value)}"
    return str(value).lower() if isinstance(value, bool) else whole(int(str(value)))


def _table(name: str, columns: int, rows: list[list[int]]) -> list[str]:
    count = str(columns) if columns else "ARENA_COUNT"
    lines = [f"{braced([whole(value) for value in row])}," for row in rows]
    return [f"inline constexpr std::int64_t {name}[][{count}] = {{", *indented(lines), "};"]


def _bytes(layout: Elaborated, point: Point) -> list[int]:
    return [point.resolved.nodes[node.dotted].bytes for node in layout.nodes()]


def _offsets(layout: Elaborated, point: Point) -> list[int]:
    found = (point.resolved.nodes[node.dotted].offset for node in layout.nodes())
    return [-1 if offset is None else offset for offset in found]


def _totals(point: Point) -> list[int]:
    return [arena.bytes for arena in point.resolved.arenas.values()]


def _sized(layout: Elaborated, *, exceptions: bool) -> list[str]:
    names = [param_name(param.name) for param in layout.layout.params]
    lines = [
        "ParamValues values;",
        *(f"values.{name} = row.{name};" for name in names),
        "Flags flags;",
    ]
    for flag in layout.layout.flags:
        name = flag_name(flag.name)
        lines.append(f"flags.{name} = row.{name}_flag;")
    value = "" if exceptions else ".value"
    lines.append(f"return Sizes::make(Params::make(values){value}, flags){value};")
    return [
        "constexpr Sizes sized([[maybe_unused]] const Row &row) {",
        *(f"{STEP}{line}" for line in lines),
        "}",
    ]
