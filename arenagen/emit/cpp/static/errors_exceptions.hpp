#pragma once

#include <stdexcept>

#include "numbers.hpp"

/// How it is told that something is refused: by an exception.
namespace ARENAGEN {

/// Values, counts or rows that have no meaning for the layout, or memory that could not be had.
class LayoutError : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

/// What a function gives that may refuse.
template <class T>
using Result = T;

/// What a function gives that has no value and may refuse.
using Outcome = void;

template <class T>
constexpr Result<T> told(T value, const Fault &fault) {
    if (fault) {
        throw LayoutError(fault.text());
    }
    return value;
}

inline Outcome told(const Fault &fault) {
    if (fault) {
        throw LayoutError(fault.text());
    }
}

} // namespace ARENAGEN
