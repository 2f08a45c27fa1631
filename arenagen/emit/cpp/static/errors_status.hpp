#pragma once

#include <utility>

#include "numbers.hpp"

/// How it is told that something is refused: by what a function gives. Nothing is thrown.
namespace ARENAGEN {

/// A value, or why there is none.
template <class T>
struct [[nodiscard]] Result {
    T value;
    Fault fault;

    constexpr explicit operator bool() const {
        return !fault;
    }
};

/// What a function gives that has no value and may refuse: the fault, false where there is none.
using Outcome = Fault;

template <class T>
constexpr Result<T> told(T value, const Fault &fault) {
    return {std::move(value), fault};
}

inline Outcome told(const Fault &fault) {
    return fault;
}

} // namespace ARENAGEN
