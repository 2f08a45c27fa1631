#pragma once

#include <algorithm>
#include <initializer_list>
#include <vector>

#include "patterns.hpp"

/// Which bytes a routine writes.
namespace ARENAGEN {

/// The part of something that a routine clears.
enum class Mode {
    whole,
    live,
    padding,
    rows,
    overread,
};

/// Bytes of an allocation that are written with a pattern over and over, the last time perhaps not in full.
struct Range {
    std::size_t block = 0;
    std::int64_t offset = 0;
    std::int64_t bytes = 0;
    Pattern pattern;

    std::int64_t end() const {
        return offset + bytes;
    }
};

/// Alignment padding between two buffers, which belongs to nobody and may be written over.
struct Bridge {
    std::size_t block = 0;
    std::int64_t start = 0;
    std::int64_t end = 0;
};

/// Where an extent lies in what was allocated.
struct Place {
    std::size_t block = 0;
    std::int64_t offset = 0;
};

/// Ranges with equal patterns join when they touch, or when only padding lies between them.
inline void merge(std::vector<Range> &ranges, const std::vector<Bridge> &bridges, bool by_arena) {
    const auto order = [by_arena](std::size_t block) { return by_arena ? ARENAS[block].order : block; };
    std::sort(ranges.begin(), ranges.end(), [&order](const Range &a, const Range &b) {
        if (a.block != b.block) {
            return order(a.block) < order(b.block);
        }
        if (a.offset != b.offset) {
            return a.offset < b.offset;
        }
        return a.bytes != b.bytes ? a.bytes < b.bytes : before(a.pattern, b.pattern);
    });
    std::size_t kept = 0;
    for (std::size_t i = 0; i < ranges.size(); ++i) {
        const Range next = ranges[i];
        if (kept > 0) {
            Range &last = ranges[kept - 1];
            const bool same = last.block == next.block && last.pattern == next.pattern;
            const bool in_step = same && (next.offset - last.offset) % last.pattern.size == 0;
            const auto joined = std::find_if(bridges.begin(), bridges.end(), [&last, &next](const Bridge &bridge) {
                return bridge.block == last.block && bridge.start == last.end() && bridge.end == next.offset;
            });
            if (in_step && (next.offset <= last.end() || joined != bridges.end())) {
                last.bytes = (std::max)(last.end(), next.end()) - last.offset;
                continue;
            }
        }
        ranges[kept] = next;
        ++kept;
    }
    ranges.resize(kept);
}

/// A routine, and the part of something that it clears.
struct Cleared {
    int routine;
    Mode mode;
};

/// What a routine is told: live and padded count, or numbers of rows.
struct Counts {
    std::int64_t live = 0;
    std::int64_t padded = 0;
    const std::int64_t *rows = nullptr;
    std::size_t row_count = 0;
};

/// Live rows are as many as the count says.
struct Plain {
    constexpr Number operator()(Number count) const {
        return count;
    }
};

/// What the parts of `Clears` build on.
struct NoClears {
    template <class S, class V, class Clear>
    static void each(const S &, V &, Clear &) {
    }
};

/// Gathers what one routine writes. `PlaceOf` tells where an extent lies.
template <class PlaceOf>
class Clearing {
  public:
    Clearing(std::vector<Range> &ranges, Fault &fault, PlaceOf place_of, int routine, const Counts &counts)
        : ranges_(ranges), fault_(fault), place_of_(place_of), routine_(routine), counts_(counts) {
    }

    /// Something that routines clear; `live` gives the rows that a pass may touch.
    template <class Live = Plain>
    void operator()(const Extent &extent, std::initializer_list<Cleared> cleared, const Pattern &fill, const Pattern &pad, Live live = {}) {
        if (!extent.exists) {
            return;
        }
        for (const Cleared &one : cleared) {
            if (one.routine == routine_) {
                clear(extent, one.mode, one.mode == Mode::padding ? pad : fill, live);
            }
        }
    }

  private:
    template <class Live>
    void clear(const Extent &extent, Mode mode, const Pattern &written, Live live) {
        switch (mode) {
        case Mode::whole:
            write(extent, 0, extent.bytes, written);
            return;
        case Mode::overread:
            write(extent, extent.extent_bytes, extent.overread, written);
            return;
        case Mode::live:
            span(extent, 0, checked(extent, live(Number(counts_.live, &fault_))), written);
            return;
        case Mode::padding: {
            // Behind the last tile with live rows, which padding must not write over.
            const std::int64_t first = checked(extent, live(Number(counts_.live, &fault_)));
            const std::int64_t last = checked(extent, live(Number(counts_.padded, &fault_)));
            span(extent, first + (extent.tile - first % extent.tile) % extent.tile, last, written);
            return;
        }
        case Mode::rows:
            for (std::size_t i = 0; i < counts_.row_count; ++i) {
                span(extent, counts_.rows[i], counts_.rows[i] + 1, written);
            }
            return;
        }
    }

    std::int64_t checked(const Extent &extent, Number live) {
        if (live.value() < 0 || live.value() > extent.rows) {
            fault_.note("has fewer rows than a pass may touch", extent.name, extent.rows, live.value());
            return 0;
        }
        return live.value();
    }

    /// Rows first to end - 1 of every plane, widened to whole tiles.
    void span(const Extent &extent, std::int64_t first, std::int64_t end, const Pattern &written) {
        end = end < extent.rows ? end : extent.rows;
        if (first >= end) {
            return;
        }
        first -= first % extent.tile;
        end += (extent.tile - end % extent.tile) % extent.tile;
        end = end < extent.rows ? end : extent.rows;
        for (std::int64_t plane = 0; plane < extent.planes; ++plane) {
            write(extent, (plane * extent.rows + first) * extent.row_bytes, (end - first) * extent.row_bytes, written);
        }
    }

    void write(const Extent &extent, std::int64_t from, std::int64_t bytes, const Pattern &written) {
        if (bytes > 0) {
            const Place place = place_of_(extent);
            ranges_.push_back(Range{place.block, place.offset + from, bytes, written});
        }
    }

    std::vector<Range> &ranges_;
    Fault &fault_;
    PlaceOf place_of_;
    int routine_;
    Counts counts_;
};

} // namespace ARENAGEN
