//! Arithmetic of the layout language: whole numbers of 64 bits, or a fault.

use std::error;
use std::fmt;

/// Why an expression has no value, or something no size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// A result that does not fit 64 bits.
    Overflow,
    /// A division by zero.
    DivisionByZero,
    /// A division that must be exact and is not.
    Remainder(i64, i64),
    /// A step of `ceil_div` or `align_up` that is not above 0.
    NotPositive(i64),
    /// A number above the last rung.
    AboveLastRung(i64),
    /// A number of something that would be negative.
    Negative(&'static str, &'static str, i64),
    /// Elements that end inside a byte or a block.
    NotWhole(&'static str, &'static str),
    /// A start that is no multiple of its alignment.
    Misplaced(&'static str, i64, i64),
    /// A section on top of another one.
    Overlap(&'static str, &'static str),
    /// A use that ends behind what it lies in.
    DoesNotFit(&'static str, &'static str),
    /// Something larger than can be addressed.
    TooLarge(&'static str),
    /// A count or a row outside what its axis allows.
    OutOfRange(&'static str, i64, i64),
    /// More live rows than padded ones.
    OutOfOrder(i64, i64),
    /// More bytes than were allocated, for a layout of the pass at hand.
    NoRoom(&'static str),
    /// A value that an element type cannot hold.
    NotEncodable(&'static str, i64),
    /// An arena that has been released.
    Released,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Fault::Overflow => write!(f, "a result does not fit 64 bits"),
            Fault::DivisionByZero => write!(f, "a division by zero"),
            Fault::Remainder(a, b) => write!(f, "{a} / {b} leaves a remainder"),
            Fault::NotPositive(step) => write!(f, "{step} is no step to round up to"),
            Fault::AboveLastRung(value) => write!(f, "{value} lies above the last rung"),
            Fault::Negative(name, what, n) => write!(f, "{what} of {name} would be {n}"),
            Fault::NotWhole(name, dtype) => {
                write!(f, "elements of {name} end inside a unit of {dtype}")
            }
            Fault::Misplaced(name, at, align) => {
                write!(f, "{name} starts at {at}, no multiple of {align}")
            }
            Fault::Overlap(a, b) => write!(f, "{a} and {b} share bytes"),
            Fault::DoesNotFit(part, whole) => write!(f, "{part} ends behind {whole}"),
            Fault::TooLarge(name) => write!(f, "{name} would take too many bytes"),
            Fault::OutOfRange(name, n, most) => write!(f, "{name} is {n}, outside 0 to {most}"),
            Fault::OutOfOrder(live, padded) => {
                write!(f, "{live} live rows are more than {padded} padded ones")
            }
            Fault::NoRoom(name) => write!(f, "{name} needs more bytes than it has"),
            Fault::NotEncodable(dtype, value) => {
                write!(f, "{value} does not fit an element of type {dtype}")
            }
            Fault::Released => write!(f, "the arena has been released"),
        }
    }
}

/// A value, or why there is none.
pub type Checked<T> = Result<T, Fault>;

/// Values that have no sound layout; a line for everything that is wrong.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LayoutError {
    /// What is wrong.
    pub faults: Vec<String>,
}

impl fmt::Display for LayoutError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.faults.join("\n"))
    }
}

impl error::Error for LayoutError {}

impl From<Fault> for LayoutError {
    fn from(fault: Fault) -> LayoutError {
        LayoutError {
            faults: vec![fault.to_string()],
        }
    }
}

/// `a + b`.
pub fn add(a: i64, b: i64) -> Result<i64, Fault> {
    a.checked_add(b).ok_or(Fault::Overflow)
}

/// `a - b`.
pub fn sub(a: i64, b: i64) -> Result<i64, Fault> {
    a.checked_sub(b).ok_or(Fault::Overflow)
}

/// `a * b`.
pub fn mul(a: i64, b: i64) -> Result<i64, Fault> {
    a.checked_mul(b).ok_or(Fault::Overflow)
}

/// `-a`.
pub fn neg(a: i64) -> Result<i64, Fault> {
    a.checked_neg().ok_or(Fault::Overflow)
}

/// Division that rounds down.
pub fn floor_div(a: i64, b: i64) -> Result<i64, Fault> {
    if b == 0 {
        return Err(Fault::DivisionByZero);
    }
    let quotient = a.checked_div(b).ok_or(Fault::Overflow)?;
    let below = a % b != 0 && (a < 0) != (b < 0);
    Ok(quotient - i64::from(below))
}

/// What division that rounds down leaves; it has the sign of the divisor.
pub fn remainder(a: i64, b: i64) -> Result<i64, Fault> {
    if b == 0 {
        return Err(Fault::DivisionByZero);
    }
    let rest = a.wrapping_rem(b);
    let other_sign = rest != 0 && (rest < 0) != (b < 0);
    Ok(if other_sign { rest + b } else { rest })
}

/// Division without a remainder.
pub fn exact(a: i64, b: i64) -> Result<i64, Fault> {
    if remainder(a, b)? != 0 {
        return Err(Fault::Remainder(a, b));
    }
    floor_div(a, b)
}

/// Division by something positive that rounds up.
pub fn ceil_div(a: i64, b: i64) -> Result<i64, Fault> {
    if b <= 0 {
        return Err(Fault::NotPositive(b));
    }
    let quotient = floor_div(a, b)?;
    Ok(quotient + i64::from(a % b != 0))
}

/// The smallest multiple of something positive that is not below a number.
pub fn align_up(a: i64, b: i64) -> Result<i64, Fault> {
    mul(ceil_div(a, b)?, b)
}

/// The smallest of the rungs that is not below a number.
pub fn rung(a: i64, rungs: &[i64]) -> Result<i64, Fault> {
    let fitting = rungs.iter().copied().filter(|&step| step >= a);
    fitting.min().ok_or(Fault::AboveLastRung(a))
}

/// Beyond what any size can be; divisible by the units of all element types.
pub const HUGE: i128 = 1 << 126;

/// A product of numbers that are not negative; `HUGE` where it would be larger.
pub fn product(factors: &[i128]) -> i128 {
    if factors.contains(&0) {
        return 0;
    }
    let grown = |total: i128, &factor: &i128| total.checked_mul(factor).unwrap_or(HUGE).min(HUGE);
    factors.iter().fold(1, grown)
}

/// The smallest multiple that is not below a number, neither of them negative.
pub fn round_up(value: i128, multiple: i128) -> i128 {
    (value + multiple - 1) / multiple * multiple
}
