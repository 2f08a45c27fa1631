//! The bytes that clearing writes over and over so that every element of a type has one value.

use super::arithmetic::Fault;
use super::clearing::Pattern;
use super::extents::DType;

/// The bytes of a whole number as an element, little-endian; zero is zero bytes in every type.
///
/// The wider floats round to the nearest value, ties to even; the small ones must be exact.
pub fn encode(dtype: DType, value: i64) -> Result<Pattern, Fault> {
    if value == 0 {
        return Ok(Pattern::new(&[0]));
    }
    let found = match dtype.name {
        "bool" => (value == 1).then_some((1, 8)),
        "i64" => Some((value as u64, 64)),
        "i2" | "i4" | "i8" | "i16" | "i32" => signed(dtype, value),
        "u2" | "u4" | "u8" | "u16" | "u32" | "u64" => unsigned(dtype, value),
        "f64" => Some(((value as f64).to_bits(), 64)),
        "f32" => Some((u64::from((value as f32).to_bits()), 32)),
        "f16" => half(value).map(|bits| (bits, 16)),
        "bf16" => Some((bf16(value), 16)),
        "f8e4m3" => small(value, 4, 3, 7, 0x7e).map(|code| (code, 8)),
        "f8e5m2" => small(value, 5, 2, 15, 0x7b).map(|code| (code, 8)),
        "f4e2m1" => small(value, 2, 1, 1, 7).map(|code| (code, 4)),
        "f8e8m0" => power(value).map(|code| (code, 8)),
        _ => None,
    };
    match found {
        Some((code, bits)) => Ok(repeated(code, bits)),
        None => Err(Fault::NotEncodable(dtype.name, value)),
    }
}

fn bits_of(dtype: DType) -> u32 {
    (8 * dtype.bytes / dtype.elements) as u32
}

fn signed(dtype: DType, value: i64) -> Option<(u64, u32)> {
    let bits = bits_of(dtype);
    let most = (1_i64 << (bits - 1)) - 1;
    let mask = (1_u64 << bits) - 1;
    (-most - 1..=most)
        .contains(&value)
        .then_some((value as u64 & mask, bits))
}

fn unsigned(dtype: DType, value: i64) -> Option<(u64, u32)> {
    let bits = bits_of(dtype);
    let fits = value > 0 && (bits > 62 || value < 1_i64 << bits);
    fits.then_some((value as u64, bits))
}

/// A code as bytes: packed ones fill a byte, and equal bytes are one.
fn repeated(code: u64, bits: u32) -> Pattern {
    if bits < 8 {
        let byte = (0..8 / bits).fold(0, |byte, i| byte | (code << (i * bits)));
        return Pattern::new(&[byte as u8]);
    }
    let bytes = code.to_le_bytes();
    let bytes = &bytes[..(bits / 8) as usize];
    let equal = bytes.iter().all(|byte| *byte == bytes[0]);
    Pattern::new(if equal { &bytes[..1] } else { bytes })
}

/// The upper half of the nearest f32, ties to even.
fn bf16(value: i64) -> u64 {
    let word = u64::from((value as f32).to_bits());
    (word + 0x7fff + ((word >> 16) & 1)) >> 16
}

/// The nearest f16, ties to even.
fn half(value: i64) -> Option<u64> {
    let magnitude = value.unsigned_abs();
    let sign = if value < 0 { 0x8000 } else { 0 };
    let mut exponent = 63 - u64::from(magnitude.leading_zeros());
    let mut significand = magnitude << 10;
    if exponent > 15 {
        return None;
    }
    let rest = significand & ((1 << exponent) - 1);
    significand >>= exponent;
    let tie = 1 << exponent >> 1;
    if rest > tie || (rest == tie && exponent > 0 && significand & 1 == 1) {
        significand += 1;
    }
    if significand == 1 << 11 {
        significand >>= 1;
        exponent += 1;
    }
    let fits = exponent <= 15;
    fits.then(|| sign | ((exponent + 15) << 10) | (significand & 0x3ff))
}

/// The code of a number that a small float holds exactly; `last` is its largest finite code.
fn small(value: i64, exponents: u32, mantissas: u32, bias: i32, last: u64) -> Option<u64> {
    let sign = u64::from(value < 0) << (exponents + mantissas);
    let wanted = value.unsigned_abs() as f64;
    (1..=last).find_map(|code| {
        let exponent = (code >> mantissas) as i32;
        let mantissa = (code & ((1 << mantissas) - 1)) as f64;
        let hidden = if exponent > 0 { 1.0 } else { 0.0 };
        let significand = mantissa / f64::from(1 << mantissas) + hidden;
        let number = significand * 2_f64.powi(exponent.max(1) - bias);
        (number == wanted).then_some(sign | code)
    })
}

/// The code of a power of two in a type that has no others.
fn power(value: i64) -> Option<u64> {
    let exact = value > 0 && value.count_ones() == 1;
    exact.then(|| u64::from(value.trailing_zeros()) + 127)
}
