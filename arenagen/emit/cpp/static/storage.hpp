#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

#include "errors.hpp"
#include "resets.hpp"
#include "sizes.hpp"

/// Memory of an arena: allocated once, cleared, released once.
namespace ARENAGEN {

// What an arena asks of a backend, a class of the engine or one that hands on to it. It has the types `pointer` and
// `stream`, and the members
//
//     pointer alloc(std::size_t bytes, std::size_t align, Memory memory, stream)
//     void free(pointer, std::size_t bytes, Memory memory, stream)
//     void memset_async(pointer, unsigned char value, std::size_t bytes, stream)
//
// where `alloc` gives a null pointer, or throws, when there is no memory. It may also have
//
//     void fill_async(pointer, const unsigned char *pattern, std::size_t size, std::size_t bytes, stream)
//     void fill_ranges(const Fill<pointer> *fills, std::size_t count, stream)
//     static pointer at(pointer, std::size_t bytes)
//
// for patterns of several bytes, for all that a routine writes at once, and for pointers that are no addresses.

/// A range with its address.
template <class Pointer>
struct Fill {
    Pointer pointer;
    std::size_t bytes;
    Pattern pattern;
};

namespace detail {

template <class Backend, class = void>
struct has_fill_async : std::false_type {};

template <class Backend>
struct has_fill_async<Backend, std::void_t<decltype(&Backend::fill_async)>> : std::true_type {};

template <class Backend, class = void>
struct has_fill_ranges : std::false_type {};

template <class Backend>
struct has_fill_ranges<Backend, std::void_t<decltype(&Backend::fill_ranges)>> : std::true_type {};

template <class Backend, class = void>
struct has_at : std::false_type {};

template <class Backend>
struct has_at<Backend, std::void_t<decltype(&Backend::at)>> : std::true_type {};

} // namespace detail

/// A buffer, use or section in memory. The pointer is null where it is absent.
template <class Pointer>
struct View {
    Pointer data;
    Extent extent;

    explicit operator bool() const {
        return extent.exists;
    }
};

/// Owns the memory of an arena. It is moved, never copied.
template <class Backend>
class Storage {
  public:
    using Pointer = typename Backend::pointer;
    using Stream = typename Backend::stream;

    Storage() = default;
    Storage(const Storage &) = delete;
    Storage &operator=(const Storage &) = delete;

    Storage(Storage &&other) noexcept {
        swap(other);
    }

    Storage &operator=(Storage &&other) noexcept {
        Storage gone(std::move(other));
        swap(gone);
        return *this;
    }

    ~Storage() {
        release();
    }

    const Sizes &sizes() const {
        return sizes_;
    }

    /// Whether there is memory; false once it has been released, or moved away.
    bool allocated() const {
        return backend_ != nullptr;
    }

    /// Gives the memory back, last first. Calling it again does nothing.
    void release() {
        if (backend_ == nullptr) {
            return;
        }
        release_to(blocks_.size());
        blocks_.clear();
        backend_ = nullptr;
    }

    /// Where an extent of `sizes()` lies; null where nothing is allocated for it.
    Pointer pointer(const Extent &extent) const {
        if (backend_ == nullptr || !extent.allocated()) {
            return Pointer{};
        }
        const Place place = place_of(extent);
        return at(blocks_[place.block].pointer, place.offset);
    }

    View<Pointer> view(const Extent &extent) const {
        return {pointer(extent), extent};
    }

    /// Calls `probe` with name, pointer and bytes of every buffer that exists, in the order of the layout.
    template <class Probe>
    void ARENAGEN_PROBE(Probe &&probe) const {
        auto visit = [this, &probe](const Extent &extent, int depth) {
            if (depth == 0 && !extent.twin && extent.exists) {
                probe(extent.name, pointer(extent), static_cast<std::size_t>(extent.bytes));
            }
        };
        Sizes::each(sizes_, visit);
    }

    /// A part of an extent whose first dimensions are chosen: planes, and then perhaps a row.
    template <std::size_t N>
    Result<View<Pointer>> pick(const Extent &extent, const std::int64_t (&chosen)[N]) const {
        Fault fault;
        View<Pointer> found = view(extent);
        std::int64_t size = extent.extent_bytes;
        std::int64_t start = 0;
        const int taken = static_cast<int>(N);
        for (int i = 0; extent.exists && i < taken; ++i) {
            const std::int64_t length = extent.shape.dims[i];
            if (chosen[i] < 0 || chosen[i] >= length) {
                fault.note("an index is outside its dimension", extent.name, chosen[i], length);
            }
            size = i < extent.shape.planes ? size / length : extent.row_bytes;
            start += chosen[i] * size;
        }
        if (extent.exists && !fault) {
            found.data = at(found.data, start);
            found.extent.shape = {};
            for (int i = taken; i < extent.shape.rank; ++i) {
                found.extent.shape.add(extent.shape.dims[i]);
            }
            found.extent.bytes = size;
            found.extent.offset = extent.offset + start;
        }
        return told(found, fault);
    }

  protected:
    /// Allocates everything; what was taken is given back where something cannot be had.
    void take(Backend &backend, const Sizes &sizes, Stream stream, Fault &fault) {
        backend_ = &backend;
        sizes_ = sizes;
        stream_ = stream;
        plan();
        for (std::size_t i = 0; i < blocks_.size() && !fault; ++i) {
            allocate(i, fault);
        }
        if (fault) {
            backend_ = nullptr;
            blocks_.clear();
        }
    }

    /// What a routine writes, in as few ranges as possible.
    void gather(std::vector<Range> &ranges, int routine, const Counts &counts, Fault &fault) const {
        ranges.clear();
        const auto find = [this](const Extent &extent) { return place_of(extent); };
        Clearing<decltype(find)> clearing(ranges, fault, find, routine, counts);
        Values values(sizes_.params.values(), sizes_.flags, fault);
        Clears::each(sizes_, values, clearing);
        merge(ranges, bridges_, !SEPARATE);
    }

    void write(const std::vector<Range> &ranges, Stream stream) {
        if constexpr (detail::has_fill_ranges<Backend>::value) {
            if (ranges.size() > 1 || (ranges.size() == 1 && ranges[0].pattern.size > 1)) {
                fills_.clear();
                for (const Range &range : ranges) {
                    fills_.push_back({at(blocks_[range.block].pointer, range.offset), static_cast<std::size_t>(range.bytes), range.pattern});
                }
                backend_->fill_ranges(fills_.data(), fills_.size(), stream);
                return;
            }
        }
        for (const Range &range : ranges) {
            write_one(range, stream);
        }
    }

    /// Runs a routine. `kept` are the ranges of one that is told nothing, worked out when the arena was made.
    Outcome run(int routine, const Counts &counts, Stream stream, Fault &fault) {
        if (backend_ == nullptr) {
            fault.note("the arena has been released", "");
        }
        if (!fault) {
            gather(scratch_, routine, counts, fault);
        }
        if (!fault) {
            write(scratch_, stream);
        }
        return told(fault);
    }

    Outcome run_kept(const std::vector<Range> &kept, Stream stream) {
        Fault fault;
        if (backend_ == nullptr) {
            fault.note("the arena has been released", "");
        } else {
            write(kept, stream);
        }
        return told(fault);
    }

    void swap(Storage &other) noexcept {
        std::swap(backend_, other.backend_);
        std::swap(sizes_, other.sizes_);
        std::swap(stream_, other.stream_);
        std::swap(blocks_, other.blocks_);
        std::swap(bridges_, other.bridges_);
        std::swap(scratch_, other.scratch_);
        std::swap(fills_, other.fills_);
    }

  private:
    struct Block {
        Pointer pointer{};
        std::int64_t bytes = 0;
        std::int64_t align = 1;
        Memory memory = Memory::device;
        const char *name = "";
        std::int64_t start = 0;
        int arena = 0;
    };

    static Pointer at(Pointer start, std::int64_t bytes) {
        if constexpr (detail::has_at<Backend>::value) {
            return Backend::at(start, static_cast<std::size_t>(bytes));
        } else if constexpr (std::is_pointer<Pointer>::value) {
            return static_cast<Pointer>(static_cast<void *>(reinterpret_cast<unsigned char *>(start) + bytes));
        } else {
            return static_cast<Pointer>(start + static_cast<Pointer>(bytes));
        }
    }

    /// What is allocated: an arena, or each buffer by itself and twins after them.
    void plan() {
        blocks_.clear();
        bridges_.clear();
        if constexpr (SEPARATE) {
            for (int pass = 0; pass < 2; ++pass) {
                auto visit = [this, pass](const Extent &extent, int depth) {
                    if (depth == 0 && extent.twin == (pass == 1) && extent.allocated()) {
                        blocks_.push_back({Pointer{}, extent.bytes, extent.align, ARENAS[extent.arena].memory, extent.name, extent.offset, extent.arena});
                    }
                };
                Sizes::each(sizes_, visit);
            }
        } else {
            for (int i = 0; i < ARENA_COUNT; ++i) {
                blocks_.push_back({Pointer{}, sizes_.arenas[i].bytes, ARENAS[i].align, ARENAS[i].memory, ARENAS[i].name, 0, i});
            }
            plan_bridges();
        }
    }

    void plan_bridges() {
        std::vector<Range> placed;
        auto visit = [&placed](const Extent &extent, int depth) {
            if (depth == 0 && extent.allocated()) {
                placed.push_back(Range{static_cast<std::size_t>(extent.arena), extent.offset, extent.bytes, Pattern()});
            }
        };
        Sizes::each(sizes_, visit);
        std::sort(placed.begin(), placed.end(), [](const Range &a, const Range &b) {
            return a.block != b.block ? a.block < b.block : a.offset < b.offset;
        });
        for (std::size_t i = 1; i < placed.size(); ++i) {
            if (placed[i - 1].block == placed[i].block && placed[i - 1].end() < placed[i].offset) {
                bridges_.push_back(Bridge{placed[i].block, placed[i - 1].end(), placed[i].offset});
            }
        }
    }

    Place place_of(const Extent &extent) const {
        if constexpr (SEPARATE) {
            for (std::size_t i = 0; i < blocks_.size(); ++i) {
                const Block &block = blocks_[i];
                if (block.arena == extent.arena && block.start <= extent.offset && extent.offset < block.start + block.bytes) {
                    return {i, extent.offset - block.start};
                }
            }
            return {};
        } else {
            return {static_cast<std::size_t>(extent.arena), extent.offset};
        }
    }

    void allocate(std::size_t i, Fault &fault) {
        Block &block = blocks_[i];
        if (block.bytes == 0) {
            return;
        }
#if defined(__cpp_exceptions)
        try {
            block.pointer = ask(block);
        } catch (...) {
            release_to(i);
            backend_ = nullptr;
            blocks_.clear();
            throw;
        }
#else
        block.pointer = ask(block);
#endif
        if (block.pointer == Pointer{}) {
            fault.note("could not be allocated", block.name, block.bytes);
            release_to(i);
        } else if (!aligned(block)) {
            fault.note("is not aligned as it has to be", block.name, block.align);
            release_to(i + 1);
        }
    }

    Pointer ask(const Block &block) {
        const auto bytes = static_cast<std::size_t>(block.bytes);
        return backend_->alloc(bytes, static_cast<std::size_t>(block.align), block.memory, stream_);
    }

    static bool aligned(const Block &block) {
        if constexpr (std::is_pointer<Pointer>::value) {
            return reinterpret_cast<std::uintptr_t>(block.pointer) % static_cast<std::uintptr_t>(block.align) == 0;
        } else if constexpr (std::is_integral<Pointer>::value) {
            return static_cast<std::uint64_t>(block.pointer) % static_cast<std::uint64_t>(block.align) == 0;
        } else {
            return true;
        }
    }

    /// Frees the first blocks, last first.
    void release_to(std::size_t count) {
        for (std::size_t i = count; i > 0; --i) {
            const Block &block = blocks_[i - 1];
            if (block.bytes != 0) {
                backend_->free(block.pointer, static_cast<std::size_t>(block.bytes), block.memory, stream_);
            }
        }
    }

    void write_one(const Range &range, Stream stream) {
        const Pointer pointer = at(blocks_[range.block].pointer, range.offset);
        const auto bytes = static_cast<std::size_t>(range.bytes);
        if (range.pattern.size == 1) {
            backend_->memset_async(pointer, range.pattern.bytes[0], bytes, stream);
        } else if constexpr (detail::has_fill_async<Backend>::value) {
            backend_->fill_async(pointer, range.pattern.bytes, static_cast<std::size_t>(range.pattern.size), bytes, stream);
        }
    }

    static_assert(!TYPED_PATTERNS || detail::has_fill_async<Backend>::value || detail::has_fill_ranges<Backend>::value,
        "this layout clears to values that one byte cannot express: the backend needs fill_async or fill_ranges");

    Backend *backend_ = nullptr;
    Sizes sizes_ = {};
    Stream stream_{};
    std::vector<Block> blocks_;
    std::vector<Bridge> bridges_;
    std::vector<Range> scratch_;
    std::vector<Fill<Pointer>> fills_;
};

} // namespace ARENAGEN
