//! What is asked of sizes once they are known: statements, budgets, index widths.

use std::fmt::Debug;

use super::arithmetic::Fault;
use super::extents::DType;
use super::parts::whole;
use super::placement::{note, Faults, Layout};
use super::table::{Buffer, ARENAS, BUFFERS};
use super::values::Values;

/// Points of the variables of one law that are tried.
pub const MOST_POINTS: usize = 65536;

/// A requirement or a law: its name, and what notes that it does not hold.
pub struct Statement {
    pub name: &'static str,
    pub check: fn(&Values, &Layout, &mut Faults) -> Result<(), Fault>,
}

/// Notes every limit and statement that does not hold.
pub fn check_layout(values: &Values, layout: &Layout, statements: &[Statement]) -> Faults {
    let mut faults = Faults::new();
    for (recipe, _) in BUFFERS.iter().zip(&layout.buffers) {
        let found = (recipe.limits)(values, layout, &mut faults);
        note(&mut faults, recipe.names[0], found);
    }
    for statement in statements {
        let found = (statement.check)(values, layout, &mut faults);
        note(&mut faults, statement.name, found);
    }
    for (spec, arena) in ARENAS.iter().zip(&layout.arenas) {
        match (spec.budget)(values) {
            Ok(Some(budget)) => over_budget(&mut faults, spec.name, arena.bytes, budget),
            Ok(None) => {}
            Err(fault) => note(&mut faults, spec.name, Err(fault)),
        }
    }
    faults
}

/// Notes a statement that does not hold, with the values it is about.
pub fn unmet(faults: &mut Faults, what: &str, that: &str, values: &[(&str, &dyn Debug)]) {
    let shown = |(name, value): &(&str, &dyn Debug)| format!("{name} = {value:?}");
    let given: Vec<String> = values.iter().map(shown).collect();
    let given = given.join(", ");
    faults.push(format!("{what} does not hold: {that} ({given})"));
}

/// Notes more bytes than the budget.
pub fn over_budget(faults: &mut Faults, name: &str, bytes: usize, budget: i64) {
    if whole(bytes) > budget {
        faults.push(format!(
            "{name} takes {bytes} bytes, over its budget of {budget}"
        ));
    }
}

/// Notes a last element, or byte, whose index is above `most`.
pub fn not_indexable(
    faults: &mut Faults,
    layout: &Layout,
    (buffer, part): (Buffer, usize),
    most: i64,
    in_bytes: bool,
) {
    let extent = layout.extent(buffer, part);
    let mut count = extent.bytes as i128;
    if !in_bytes && !extent.dtype.name.is_empty() {
        let reach = (extent.extent_bytes + extent.overread) as i128;
        count = reach * extent.dtype.elements as i128 / extent.dtype.bytes as i128;
    }
    if count - 1 > i128::from(most) {
        let last = count - 1;
        let name = extent.name;
        faults.push(format!("the last index of {name} is {last}, above {most}"));
    }
}

/// Values of variables, each from its first to its last; the last variable runs fastest.
pub struct Points<const N: usize> {
    ends: [(i64, i64); N],
    next: Option<[i64; N]>,
    left: usize,
}

/// The points of variables with these first and last values, `MOST_POINTS` at most.
pub fn points<const N: usize>(ends: [(i64, i64); N]) -> Points<N> {
    let empty = ends.iter().any(|(first, last)| first > last);
    Points {
        ends,
        next: if empty {
            None
        } else {
            Some(ends.map(|(first, _)| first))
        },
        left: MOST_POINTS,
    }
}

impl<const N: usize> Iterator for Points<N> {
    type Item = [i64; N];

    fn next(&mut self) -> Option<[i64; N]> {
        let point = self.next?;
        self.left -= 1;
        self.next = if self.left == 0 {
            None
        } else {
            self.after(point)
        };
        Some(point)
    }
}

impl<const N: usize> Points<N> {
    fn after(&self, mut point: [i64; N]) -> Option<[i64; N]> {
        for i in (0..N).rev() {
            if point[i] < self.ends[i].1 {
                point[i] += 1;
                return Some(point);
            }
            point[i] = self.ends[i].0;
        }
        None
    }
}

/// Notes that something is absent which its user needs.
pub fn missing(faults: &mut Faults, name: &str) {
    faults.push(format!("{name} is absent while its user is active"));
}

/// The whole numbers that a parameter takes.
pub struct Domain {
    name: &'static str,
    low: i128,
    high: i128,
    step: i128,
    listed: &'static [i128],
}

impl Domain {
    /// Multiples of `step` from `low` to `high`.
    pub const fn whole(name: &'static str, low: i128, high: i128, step: i128) -> Domain {
        Domain {
            name,
            low,
            high,
            step,
            listed: &[],
        }
    }

    /// A few numbers.
    pub const fn one_of(name: &'static str, listed: &'static [i128]) -> Domain {
        Domain {
            name,
            low: i128::MIN,
            high: i128::MAX,
            step: 1,
            listed,
        }
    }

    /// Notes a number outside.
    pub fn check(&self, number: i128, faults: &mut Faults) {
        let (name, low, high, step) = (self.name, self.low, self.high, self.step);
        if !self.listed.is_empty() {
            if !self.listed.contains(&number) {
                let listed = self.listed;
                faults.push(format!("{name} is one of {listed:?}, not {number}"));
            }
        } else if !(low..=high).contains(&number) {
            faults.push(format!(
                "{name} lies between {low} and {high}, not at {number}"
            ));
        } else if number % step != 0 {
            faults.push(format!(
                "{name} is a multiple of {step}, which {number} is not"
            ));
        }
    }
}

/// Notes an element type that a parameter does not take.
pub fn check_dtype(name: &str, given: DType, listed: &[DType], faults: &mut Faults) {
    if !listed.contains(&given) {
        let names: Vec<&str> = listed.iter().map(|dtype| dtype.name).collect();
        let names = names.join(", ");
        faults.push(format!("{name} is one of {names}, not {given}"));
    }
}

/// Whether a variable has one of the values that mean on.
pub fn switched(get: &impl Fn(&str) -> Option<String>, env: &str, on: &[&str]) -> bool {
    get(env).is_some_and(|value| on.contains(&value.as_str()))
}
