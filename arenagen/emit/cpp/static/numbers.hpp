#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>

/// Arithmetic of the layout language: whole numbers of 64 bits, or a refusal.
namespace ARENAGEN {

/// The first thing that is wrong with values. Nothing else happens when something is refused: work goes on
/// with made-up numbers, and whoever began it looks here at the end.
struct Fault {
    const char *what = nullptr;
    const char *name = "";
    std::int64_t value = 0;
    std::int64_t other = 0;
    int numbers = 0;

    constexpr explicit operator bool() const {
        return what != nullptr;
    }

    constexpr void note(const char *text, const char *about) {
        remember(text, about, 0, 0, 0);
    }

    constexpr void note(const char *text, const char *about, std::int64_t first) {
        remember(text, about, 1, first, 0);
    }

    constexpr void note(const char *text, const char *about, std::int64_t first, std::int64_t second) {
        remember(text, about, 2, first, second);
    }

    /// What is wrong, in a sentence; empty where nothing is.
    std::string text() const {
        if (what == nullptr) {
            return {};
        }
        std::string found = *name != '\0' ? std::string(name) + ": " + what : std::string(what);
        if (numbers > 0) {
            found += " (" + std::to_string(value);
            found += numbers > 1 ? ", " + std::to_string(other) + ")" : ")";
        }
        return found;
    }

  private:
    constexpr void remember(const char *text, const char *about, int count, std::int64_t first, std::int64_t second) {
        if (what == nullptr) {
            what = text;
            name = about;
            value = first;
            other = second;
            numbers = count;
        }
    }
};

/// A whole number, and where to report that an operation on it has no value.
class Number {
  public:
    constexpr Number(std::int64_t value, Fault *fault = nullptr)
        : value_(value), fault_(fault) {
    }

    constexpr std::int64_t value() const {
        return value_;
    }

    friend constexpr Number operator+(Number a, Number b) {
        const bool over = b.value_ > 0 ? a.value_ > most() - b.value_ : a.value_ < least() - b.value_;
        return over ? a.refused(b, "a sum does not fit 64 bits") : a.with(b, a.value_ + b.value_);
    }

    friend constexpr Number operator-(Number a, Number b) {
        const bool over = b.value_ < 0 ? a.value_ > most() + b.value_ : a.value_ < least() + b.value_;
        return over ? a.refused(b, "a difference does not fit 64 bits") : a.with(b, a.value_ - b.value_);
    }

    friend constexpr Number operator-(Number a) {
        return Number(0, a.fault_) - a;
    }

    friend constexpr Number operator*(Number a, Number b) {
        return overflows(a.value_, b.value_) ? a.refused(b, "a product does not fit 64 bits")
                                             : a.with(b, a.value_ * b.value_);
    }

    friend constexpr bool operator==(Number a, Number b) {
        return a.value_ == b.value_;
    }

    friend constexpr bool operator!=(Number a, Number b) {
        return a.value_ != b.value_;
    }

    friend constexpr bool operator<(Number a, Number b) {
        return a.value_ < b.value_;
    }

    friend constexpr bool operator<=(Number a, Number b) {
        return a.value_ <= b.value_;
    }

    friend constexpr bool operator>(Number a, Number b) {
        return a.value_ > b.value_;
    }

    friend constexpr bool operator>=(Number a, Number b) {
        return a.value_ >= b.value_;
    }

    /// Division that rounds down.
    friend constexpr Number floor_div(Number a, Number b) {
        if (b.value_ == 0) {
            return a.refused(b, "a number is divided by zero");
        }
        if (b.value_ == -1) {
            return a.with(b, 0) - a;
        }
        return a.with(b, a.value_ / b.value_ - (a.uneven(b) ? 1 : 0));
    }

    /// What division that rounds down leaves; it has the sign of the divisor.
    friend constexpr Number remainder_of(Number a, Number b) {
        if (b.value_ == 0) {
            return a.refused(b, "a number is divided by zero");
        }
        if (b.value_ == -1) {
            return a.with(b, 0);
        }
        return a.with(b, a.value_ % b.value_ + (a.uneven(b) ? b.value_ : 0));
    }

    /// Division without a remainder.
    friend constexpr Number exact(Number a, Number b) {
        if (b.value_ != 0 && b.value_ != -1 && a.value_ % b.value_ != 0) {
            return a.refused(b, "a division leaves a remainder");
        }
        return floor_div(a, b);
    }

    /// Division by something positive that rounds up.
    friend constexpr Number ceil_div(Number a, Number b) {
        if (b.value_ <= 0) {
            return a.refused(b, "a step is not above 0");
        }
        return a.with(b, a.value_ / b.value_ + (a.value_ % b.value_ > 0 ? 1 : 0));
    }

    /// The smallest multiple of something positive that is not below the number.
    friend constexpr Number align_up(Number a, Number b) {
        return b.value_ <= 0 ? a.refused(b, "a step is not above 0") : ceil_div(a, b) * b;
    }

    /// The smallest of some numbers that is not below this one.
    template <class List>
    friend constexpr Number rung(Number a, const List &rungs) {
        bool found = false;
        std::int64_t best = 0;
        for (const std::int64_t step : rungs) {
            if (step >= a.value_ && (!found || step < best)) {
                found = true;
                best = step;
            }
        }
        return found ? a.with(a, best) : a.refused(a, "a number lies above the last rung");
    }

    friend constexpr Number min_of(Number a, Number b) {
        return a.with(b, b.value_ < a.value_ ? b.value_ : a.value_);
    }

    friend constexpr Number max_of(Number a, Number b) {
        return a.with(b, b.value_ > a.value_ ? b.value_ : a.value_);
    }

  private:
    static constexpr std::int64_t most() {
        return (std::numeric_limits<std::int64_t>::max)();
    }

    static constexpr std::int64_t least() {
        return (std::numeric_limits<std::int64_t>::min)();
    }

    static constexpr bool overflows(std::int64_t a, std::int64_t b) {
        if (a == 0 || b == 0) {
            return false;
        }
        if (a > 0) {
            return b > 0 ? a > most() / b : b < least() / a;
        }
        return b > 0 ? a < least() / b : a < most() / b;
    }

    constexpr bool uneven(Number b) const {
        return value_ % b.value_ != 0 && (value_ < 0) != (b.value_ < 0);
    }

    constexpr Number with(Number other, std::int64_t value) const {
        return {value, fault_ != nullptr ? fault_ : other.fault_};
    }

    constexpr Number refused(Number other, const char *what) const {
        Fault *const fault = fault_ != nullptr ? fault_ : other.fault_;
        if (fault != nullptr) {
            fault->note(what, "", value_, other.value_);
        }
        return {0, fault};
    }

    std::int64_t value_;
    Fault *fault_;
};

/// A value that a user gives, or not yet.
template <class T>
class Given {
  public:
    constexpr Given() = default;

    constexpr Given(T value)
        : value_(value), given_(true) {
    }

    constexpr bool given() const {
        return given_;
    }

    constexpr bool fits() const {
        return true;
    }

    constexpr T value() const {
        return value_;
    }

  private:
    T value_{};
    bool given_ = false;
};

/// Whole numbers of any width; one that does not fit 64 bits with a sign counts as too large.
template <>
class Given<std::int64_t> {
  public:
    constexpr Given() = default;

    template <class N, std::enable_if_t<std::is_integral<N>::value && !std::is_same<N, bool>::value, int> = 0>
    constexpr Given(N value)
        : value_(static_cast<std::int64_t>(value)), given_(true), fits_(std::is_signed<N>::value || value_ >= 0) {
    }

    constexpr bool given() const {
        return given_;
    }

    constexpr bool fits() const {
        return fits_;
    }

    constexpr std::int64_t value() const {
        return value_;
    }

  private:
    std::int64_t value_ = 0;
    bool given_ = false;
    bool fits_ = true;
};

/// A derived value, once something has asked for it.
template <class T>
class Kept {
  public:
    constexpr bool known() const {
        return known_;
    }

    constexpr T value() const {
        return value_;
    }

    constexpr void set(T value) {
        value_ = value;
        known_ = true;
    }

  private:
    T value_ = T(0);
    bool known_ = false;
};

/// Reports a parameter that is missing, outside its range, or no multiple of `step`.
constexpr void check_whole(
    Fault &fault, const char *name, const Given<std::int64_t> &found,
    std::int64_t low, std::int64_t high, std::int64_t step = 1) {
    if (!found.given()) {
        fault.note("has no value", name);
    } else if (!found.fits() || found.value() < low || found.value() > high) {
        fault.note("lies outside its range", name, found.value());
    } else if (remainder_of(Number(found.value()), step) != 0) {
        fault.note("is no multiple of what it has to be", name, found.value(), step);
    }
}

/// Reports a parameter that is missing or none of the values it may have.
template <class T, class List>
constexpr void check_listed(Fault &fault, const char *name, const Given<T> &found, const List &allowed) {
    if (!found.given()) {
        fault.note("has no value", name);
        return;
    }
    bool known = false;
    for (const T &value : allowed) {
        known = known || (found.fits() && value == found.value());
    }
    if (!known) {
        fault.note("is none of the values it may have", name, static_cast<std::int64_t>(found.value()));
    }
}

/// Reports a parameter that is missing.
constexpr void check_given(Fault &fault, const char *name, const Given<bool> &found) {
    if (!found.given()) {
        fault.note("has no value", name);
    }
}

} // namespace ARENAGEN
