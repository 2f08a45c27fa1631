#pragma once

#include "extents.hpp"

/// What clearing writes into each element.
namespace ARENAGEN {

/// Bytes that are written over and over; a single one where all are equal.
struct Pattern {
    unsigned char bytes[8] = {};
    int size = 1;
};

constexpr bool operator==(const Pattern &a, const Pattern &b) {
    bool same = a.size == b.size;
    for (int i = 0; i < 8; ++i) {
        same = same && a.bytes[i] == b.bytes[i];
    }
    return same;
}

/// Whether one pattern comes before another, as texts of bytes do.
constexpr bool before(const Pattern &a, const Pattern &b) {
    for (int i = 0; i < a.size && i < b.size; ++i) {
        if (a.bytes[i] != b.bytes[i]) {
            return a.bytes[i] < b.bytes[i];
        }
    }
    return a.size < b.size;
}

/// The pattern of the lowest bytes of a word.
constexpr Pattern pattern(std::uint64_t word, int size) {
    Pattern made;
    bool equal = true;
    for (int i = 0; i < size; ++i) {
        made.bytes[i] = static_cast<unsigned char>(word >> (8 * i) & 0xff);
        equal = equal && made.bytes[i] == made.bytes[0];
    }
    made.size = equal ? 1 : size;
    for (int i = made.size; i < size; ++i) {
        made.bytes[i] = 0;
    }
    return made;
}

/// A whole number as a float: rounded to nearest, ties to even.
struct Rounded {
    std::uint64_t significand = 0;
    int exponent = 0;
    bool inexact = false;

    constexpr void to(int bits) {
        while (significand >> bits != 0) {
            int dropped = 1;
            while (significand >> dropped >> bits != 0) {
                ++dropped;
            }
            const std::uint64_t middle = std::uint64_t{1} << (dropped - 1);
            const std::uint64_t rest = significand & (middle * 2 - 1);
            significand >>= dropped;
            exponent += dropped;
            inexact = inexact || rest != 0;
            if (rest > middle || (rest == middle && (significand & 1) != 0)) {
                ++significand;
            }
        }
    }
};

/// The bits of a float with so many bits of exponent and mantissa. `fits` is false for what lies above `last`.
constexpr std::uint64_t float_bits(const Rounded &number, int exponent_bits, int mantissa_bits, std::uint64_t last, bool &fits) {
    std::uint64_t significand = number.significand;
    int exponent = number.exponent;
    while (significand >> mantissa_bits == 0) {
        significand <<= 1;
        --exponent;
    }
    const int bias = (1 << (exponent_bits - 1)) - 1;
    const int biased = exponent + mantissa_bits + bias;
    const std::uint64_t mantissa = significand & ((std::uint64_t{1} << mantissa_bits) - 1);
    const std::uint64_t code = static_cast<std::uint64_t>(biased) << mantissa_bits | mantissa;
    fits = biased > 0 && code <= last;
    return code;
}

/// What an element of a type holds for a whole number; a fault where it cannot hold it.
constexpr Pattern encoded(Fault &fault, const char *name, DType dtype, Number number) {
    const std::int64_t value = number.value();
    const DTypeInfo type = info(dtype);
    if (value == 0) {
        return {};
    }
    bool fits = true;
    std::uint64_t code = 0;
    if (type.family == Family::whole) {
        const int bits = type.bits;
        const std::int64_t high = bits == 64 ? (std::numeric_limits<std::int64_t>::max)() : (std::int64_t{1} << (bits - 1)) - 1;
        fits = value <= high && value >= -high - 1;
        code = static_cast<std::uint64_t>(value);
    } else if (type.family == Family::natural) {
        fits = value > 0 && (type.bits == 64 || value < std::int64_t{1} << type.bits);
        code = static_cast<std::uint64_t>(value);
    } else if (type.family == Family::truth) {
        fits = value == 1;
        code = 1;
    } else if (type.family == Family::real) {
        const bool negative = value < 0;
        Rounded rounded;
        rounded.significand = negative ? std::uint64_t{0} - static_cast<std::uint64_t>(value) : static_cast<std::uint64_t>(value);
        if (type.bits >= 16) {
            rounded.to(53);
        }
        if (type.bits == 32 || dtype == DType::bf16) {
            rounded.to(24);
        }
        const bool exact_only = type.bits < 16;
        rounded.inexact = false;
        rounded.to(type.mantissa + 1);
        code = float_bits(rounded, type.exponent, type.mantissa, type.last, fits);
        fits = fits && !(exact_only && rounded.inexact) && !(negative && dtype == DType::f8e8m0);
        code |= negative ? std::uint64_t{1} << (type.bits - 1) : 0;
    } else {
        fits = false;
    }
    if (!fits) {
        fault.note("a value to clear it to does not fit its elements", name, value);
        return {};
    }
    if (type.bits < 8) {
        const std::uint64_t one = code & ((std::uint64_t{1} << type.bits) - 1);
        code = 0;
        for (int shift = 0; shift < 8; shift += type.bits) {
            code |= one << shift;
        }
        return pattern(code, 1);
    }
    return pattern(code, type.bits / 8);
}

} // namespace ARENAGEN
