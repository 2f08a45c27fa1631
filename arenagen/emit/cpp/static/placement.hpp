#pragma once

#include "extents.hpp"

/// Where buffers lie: by arena, then rank, then in order; placeholders behind them.
namespace ARENAGEN {

/// One allocation: what is allocated. How its address is aligned, and what memory it is, is in `ARENAS`.
struct ArenaSize {
    std::int64_t bytes = 0;
};

/// Gives every buffer that has bytes its offset.
class Placer {
  public:
    constexpr Placer(ArenaSize (&arenas)[ARENA_COUNT], bool placeholders, int rank)
        : arenas_(arenas), placeholders_(placeholders), rank_(rank) {
    }

    constexpr void operator()(Extent &extent, int depth) {
        if (depth > 0) {
            return;
        }
        if (extent.twin) {
            twin(extent);
        } else {
            last_ = &extent;
            if (extent.rank == rank_ && extent.exists != placeholders_) {
                extent.bytes = placeholders_ ? extent.placeholder : extent.bytes;
                take(extent);
            }
        }
    }

    constexpr bool overflowed() const {
        return overflowed_;
    }

  private:
    constexpr void twin(Extent &extent) {
        if (extent.rank == rank_ && !placeholders_ && last_ != nullptr && last_->exists) {
            extent.mirror(*last_);
            take(extent);
        }
    }

    constexpr void take(Extent &extent) {
        if (extent.bytes == 0) {
            return;
        }
        std::int64_t &end = arenas_[extent.arena].bytes;
        const Size offset = Size(static_cast<std::uint64_t>(end)).aligned(static_cast<std::uint64_t>(extent.align));
        const Size after = offset + Size(static_cast<std::uint64_t>(extent.bytes));
        overflowed_ = overflowed_ || !after.fits();
        extent.offset = offset.whole();
        end = after.whole();
    }

    ArenaSize (&arenas_)[ARENA_COUNT];
    bool placeholders_;
    int rank_;
    bool overflowed_ = false;
    Extent *last_ = nullptr;
};

/// Gives every part its offset, and makes those absent that lie in something absent or do not fit.
class Settler {
  public:
    constexpr void operator()(Extent &extent, int depth) {
        above_[depth] = &extent;
        if (depth == 0) {
            return;
        }
        const Extent &holder = *above_[depth - 1];
        extent.arena = holder.arena;
        if (!extent.exists || !holder.exists || extent.unfit) {
            extent.clear();
        } else {
            extent.offset = holder.offset + extent.at;
        }
    }

  private:
    Extent *above_[MAX_DEPTH] = {};
};

/// Adds the bytes of buffers up, placeholders included, twins not.
class Adder {
  public:
    constexpr void operator()(const Extent &extent, int depth) {
        if (depth == 0 && !extent.twin) {
            total_ = total_ + Size(static_cast<std::uint64_t>(extent.bytes));
        }
    }

    constexpr std::int64_t total() const {
        return total_.whole();
    }

  private:
    Size total_ = 0;
};

/// Places everything that has been sized. `sizes` has `each`, which visits all extents, and `arenas`.
template <class Sizes>
constexpr void place(Sizes &sizes, Fault &fault) {
    for (int later = 0; later < 2; ++later) {
        for (int rank = 0; rank < RANKS; ++rank) {
            Placer placer(sizes.arenas, later > 0, rank);
            Sizes::each(sizes, placer);
            if (placer.overflowed()) {
                fault.note("an arena would take more than 2^63 - 1 bytes", "");
            }
        }
    }
    for (int i = 0; i < ARENA_COUNT; ++i) {
        const auto multiple = static_cast<std::uint64_t>(ARENAS[i].size_multiple);
        const Size bytes = Size(static_cast<std::uint64_t>(sizes.arenas[i].bytes)).aligned(multiple);
        if (!bytes.fits()) {
            fault.note("an arena would take more than 2^63 - 1 bytes", ARENAS[i].name);
        }
        sizes.arenas[i].bytes = bytes.whole();
    }
    Settler settler;
    Sizes::each(sizes, settler);
    Adder adder;
    Sizes::each(static_cast<const Sizes &>(sizes), adder);
    sizes.total_bytes = adder.total();
}

/// Reports more bytes than a budget.
constexpr void check_budget(Fault &fault, const char *name, std::int64_t bytes, Number budget) {
    if (Number(bytes) > budget) {
        fault.note("takes more bytes than its budget", name, bytes, budget.value());
    }
}

/// Reports an extent whose last element, or byte, has an index that is too large.
constexpr void check_index(Fault &fault, const Extent &extent, std::int64_t most, bool in_bytes) {
    std::int64_t count = extent.bytes;
    if (!in_bytes && extent.dtype != DType::none) {
        const DTypeInfo dtype = info(extent.dtype);
        const Size elements = Size(static_cast<std::uint64_t>((extent.extent_bytes + extent.overread) / dtype.bytes)) * Size(static_cast<std::uint64_t>(dtype.elements));
        count = elements.fits() ? elements.whole() : (std::numeric_limits<std::int64_t>::max)();
    }
    if (count - 1 > most) {
        fault.note("its last index is too large", extent.name, count - 1, most);
    }
}

/// Values that a law is tried on, at most.
inline constexpr std::int64_t MOST_POINTS = 65536;

/// How many values a variable has, no more of them than are tried.
constexpr std::int64_t steps(Number first, Number last) {
    if (last < first) {
        return 0;
    }
    const std::uint64_t between = static_cast<std::uint64_t>(last.value()) - static_cast<std::uint64_t>(first.value());
    return between < static_cast<std::uint64_t>(MOST_POINTS) ? static_cast<std::int64_t>(between) + 1 : MOST_POINTS;
}

/// Reports a value to lay something out for that exceeds the one it was sized for.
constexpr void check_carved(Fault &fault, const char *name, std::int64_t value, Number most) {
    if (value < 0 || Number(value) > most) {
        fault.note("lies outside what it was sized for", name, value, most.value());
    }
}

/// Reports a live count or row number outside 0 to `most`.
constexpr void check_count(Fault &fault, const char *name, std::int64_t value, std::int64_t most) {
    if (value < 0 || value > most) {
        fault.note("lies outside what the axis allows", name, value, most);
    }
}

/// Gives a buffer that was laid out anew the place of the one it was allocated for.
constexpr void replace(Fault &fault, Extent &buffer, const Extent &whole) {
    if (!whole.allocated() || !buffer.exists) {
        buffer.clear();
    } else if (buffer.bytes > whole.bytes) {
        fault.note("needs more bytes than it has", whole.name, buffer.bytes, whole.bytes);
    } else {
        buffer.offset = whole.offset;
    }
}

/// What the parts of `Sizes` build on.
struct NoSizes {
    template <class Self, class Visit>
    static constexpr void each(Self &, Visit &) {
    }

    template <class S, class V>
    constexpr void size(S &, V &) {
    }

    template <class S, class V>
    constexpr void check(const S &, V &) const {
    }
};

} // namespace ARENAGEN
