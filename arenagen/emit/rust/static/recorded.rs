//! Compares a layout in numbers with bytes.json, which lies beside the module: a line for each
//! thing, with one number for each set of values.

use super::extents::DType;
use super::placement::Layout;
use super::table::BUFFERS;

const TEXT: &str = include_str!("../bytes.json");

/// How many sets of values there are.
pub fn sets() -> usize {
    row("  \"sum_of_buffers\": ").map_or(0, |sums| sums.len())
}

/// What a line that starts so lists.
fn row(start: &str) -> Option<Vec<&'static str>> {
    let line = TEXT.lines().find(|line| line.starts_with(start))?;
    Some(listed(&line[start.len()..]))
}

/// The items of a list of plain values, without quotes.
fn listed(text: &'static str) -> Vec<&'static str> {
    let inner = text.trim_end_matches(',').trim_matches(['[', ']']);
    let items = inner.split(", ").map(|item| item.trim_matches('"'));
    items.filter(|item| !item.is_empty()).collect()
}

/// The lines of a section: a name with its values.
fn section(name: &str) -> Vec<(&'static str, Vec<&'static str>)> {
    let head = format!("  \"{name}\": {{");
    let lines = TEXT.lines().skip_while(|line| *line != head).skip(1);
    let lines = lines.take_while(|line| line.starts_with("    "));
    let pairs = lines.filter_map(|line| line.trim_start().split_once(": "));
    let named = pairs.map(|(name, values)| (name.trim_matches('"'), listed(values)));
    named.collect()
}

/// The text of a parameter or flag in one set.
fn text(kind: &str, name: &str, at: usize) -> &'static str {
    let lines = section(kind);
    let found = lines.iter().find(|(key, _)| *key == name);
    found.expect("a line for each value").1[at]
}

/// A number or boolean of one set.
pub fn param<T: std::str::FromStr>(name: &str, at: usize) -> T {
    let found = text("params", name, at).parse();
    found.ok().expect("a value of its type")
}

/// An element type of one set.
pub fn dtype(name: &str, at: usize, known: &[DType]) -> DType {
    let wanted = text("params", name, at);
    let found = known.iter().find(|dtype| dtype.name == wanted);
    *found.expect("an element type of the parameter")
}

/// A flag of one set.
pub fn flag(name: &str, at: usize) -> bool {
    text("flags", name, at) == "true"
}

/// Fails where a layout is not what is recorded for a set.
pub fn agrees(layout: &Layout, at: usize) {
    let sum = row("  \"sum_of_buffers\": ").expect("a sum")[at];
    assert_eq!(layout.total_bytes().to_string(), sum, "sum of buffers");
    for (name, values) in section("arenas") {
        let arena = layout.arenas.iter().find(|arena| arena.name == name);
        let bytes = arena.expect("an arena of that name").bytes;
        assert_eq!(bytes.to_string(), values[at], "arena {name}");
    }
    for kind in ["bytes", "exists", "offsets", "places", "twins"] {
        for (path, values) in section(kind) {
            let found = asked(layout, kind, &path.replace('.', "_"));
            assert_eq!(found.as_deref(), Some(values[at]), "{kind} of {path}");
        }
    }
}

/// What a section says of a buffer or part; None where there is none of that name.
fn asked(layout: &Layout, kind: &str, name: &str) -> Option<String> {
    let place = |recipe: &&super::placement::Recipe| recipe.names.iter().position(|n| *n == name);
    let buffer = BUFFERS.iter().position(|recipe| place(recipe).is_some())?;
    let part = place(&BUFFERS[buffer])?;
    let placed = &layout.buffers[buffer];
    let extent = &placed.extents[part];
    let or_null = |there: bool, number: usize| {
        if there {
            number.to_string()
        } else {
            "null".to_string()
        }
    };
    Some(match kind {
        "bytes" if part == 0 => placed.bytes.to_string(),
        "bytes" => extent.bytes.to_string(),
        "exists" => extent.exists.to_string(),
        "offsets" => or_null(placed.bytes > 0, placed.offset),
        "places" => or_null(extent.exists, extent.offset),
        _ => or_null(placed.twin.is_some(), placed.twin.map_or(0, |(_, at)| at)),
    })
}
