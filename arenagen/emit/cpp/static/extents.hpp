#pragma once

#include "numbers.hpp"
#include "words.hpp"

/// Sizes of buffers, uses and sections: from rows and dimensions to bytes.
namespace ARENAGEN {

/// Dimensions in elements: planes, then the number of rows, then those of a row.
struct Shape {
    std::int64_t dims[MAX_DIMS] = {};
    int rank = 0;
    int planes = 0;

    constexpr void add(std::int64_t dimension) {
        dims[rank] = dimension;
        ++rank;
    }

    constexpr const std::int64_t *begin() const {
        return dims;
    }

    constexpr const std::int64_t *end() const {
        return dims + rank;
    }
};

/// Counts that may grow beyond 64 bits before they are multiplied by 0: those that do are all the same.
class Size {
  public:
    constexpr Size(std::uint64_t value)
        : value_(value) {
    }

    constexpr std::uint64_t value() const {
        return value_;
    }

    constexpr bool fits() const {
        return value_ <= static_cast<std::uint64_t>((std::numeric_limits<std::int64_t>::max)());
    }

    constexpr std::int64_t whole() const {
        return fits() ? static_cast<std::int64_t>(value_) : 0;
    }

    friend constexpr Size operator+(Size a, Size b) {
        return a.value_ > most() - b.value_ ? Size(most()) : Size(a.value_ + b.value_);
    }

    friend constexpr Size operator*(Size a, Size b) {
        if (a.value_ == 0 || b.value_ == 0) {
            return 0;
        }
        return a.value_ > most() / b.value_ ? Size(most()) : Size(a.value_ * b.value_);
    }

    constexpr Size aligned(std::uint64_t multiple) const {
        const std::uint64_t rest = value_ % multiple;
        return value_ == most() || rest == 0 ? *this : *this + Size(multiple - rest);
    }

  private:
    static constexpr std::uint64_t most() {
        return (std::numeric_limits<std::uint64_t>::max)();
    }

    std::uint64_t value_;
};

/// A buffer, use or section for given values. Sizes and places are bytes.
///
/// An absent one does not exist, and has no bytes; the placeholder of an absent buffer has bytes and an offset.
struct Extent {
    // What the layout says of it.
    const char *name = "";
    int arena = -1;
    int rank = 0;
    std::int64_t align = 1;
    std::int64_t placeholder = 0;
    bool twin = false;

    // What the values come to.
    bool exists = false;
    DType dtype = DType::none;
    bool counted = false;
    bool in_bytes = false;
    bool if_fits = false;
    bool unfit = false;
    Shape shape = {};
    std::int64_t rows = 0;
    std::int64_t row_bytes = 0;
    std::int64_t planes = 0;
    std::int64_t tile = 1;
    std::int64_t extent_bytes = 0;
    std::int64_t overread = 0;
    std::int64_t bytes = 0;
    /// Start in what it lies in.
    std::int64_t at = 0;
    /// Start in its arena; -1 where nothing is allocated for it.
    std::int64_t offset = -1;

    static constexpr Extent buffer(const char *name, int arena, std::int64_t align, int rank = 0, std::int64_t placeholder = 0) {
        Extent made;
        made.name = name;
        made.arena = arena;
        made.align = align;
        made.rank = rank;
        made.placeholder = placeholder;
        return made;
    }

    static constexpr Extent twin_of(const char *name, int arena, std::int64_t align, int rank = 0) {
        Extent made = buffer(name, arena, align, rank);
        made.twin = true;
        return made;
    }

    static constexpr Extent part(const char *name) {
        Extent made;
        made.name = name;
        return made;
    }

    /// End in what it lies in.
    constexpr std::int64_t end() const {
        return at + bytes;
    }

    constexpr bool allocated() const {
        return offset >= 0;
    }

    /// Itself, absent.
    constexpr void clear() {
        Extent made = buffer(name, arena, align, rank, placeholder);
        made.twin = twin;
        *this = made;
    }

    /// What another one of the same size comes to, in a place of its own.
    constexpr void mirror(const Extent &other) {
        const Extent own = *this;
        *this = other;
        name = own.name;
        arena = own.arena;
        rank = own.rank;
        align = own.align;
        placeholder = own.placeholder;
        twin = own.twin;
        offset = -1;
    }
};

class Parts;

/// Something that is being sized.
class Part {
  public:
    std::int64_t align;
    std::int64_t tile = 1;
    std::uint64_t row_align = 0;
    std::uint64_t min_bytes = 0;
    std::uint64_t size_multiple = 1;
    bool if_fits = false;

    constexpr Part(Fault &fault, const char *name, DType dtype)
        : align(info(dtype).align), fault_(fault), name_(name), dtype_(dtype) {
    }

    constexpr void plane(Number length) {
        planes_ = planes_ * count("a plane is below 0", length);
        shape_.add(length.value());
        ++shape_.planes;
    }

    constexpr void rows(Number rows) {
        counted_ = true;
        rows_ = count("the number of rows is below 0", rows);
        shape_.add(rows.value());
    }

    constexpr void dim(Number length) {
        elements_ = elements_ * count("a dimension is below 0", length);
        shape_.add(length.value());
    }

    constexpr void overread(Number elements) {
        overread_elements_ = count("the overread is below 0", elements);
        overreads_ = true;
    }

    /// Takes the size of its parts, sections or uses.
    constexpr void hold(const Parts &parts);

    /// Takes rows that are as wide as the widest of its uses.
    constexpr void hold(const Parts &parts, Number rows);

    /// A use inside a size of its own.
    constexpr void fit(Extent &use) {
        close();
        if (!use.exists || extent_.value() == 0) {
            return;
        }
        if (Size(static_cast<std::uint64_t>(use.end())).value() <= extent_.value()) {
            reach(static_cast<std::uint64_t>(use.end()));
        } else if (use.if_fits) {
            use.unfit = true;
        } else {
            fault_.note("ends behind the end of what it lies in", use.name, use.end(), extent_.whole());
        }
    }

  private:
    friend class Parts;

    constexpr Size count(const char *what, Number number) {
        if (number.value() < 0) {
            fault_.note(what, name_, number.value());
            return 0;
        }
        return static_cast<std::uint64_t>(number.value());
    }

    constexpr void reach(std::uint64_t end) {
        reach_ = end > reach_ ? end : reach_;
    }

    constexpr Size dense(Size elements) {
        const auto run = static_cast<std::uint64_t>(info(dtype_).elements);
        if (elements.fits() && elements.value() % run != 0) {
            fault_.note("its elements end inside a byte or a block", name_, elements.whole());
        }
        const Size runs = elements.fits() ? Size(elements.value() / run) : elements;
        return runs * Size(static_cast<std::uint64_t>(info(dtype_).bytes));
    }

    /// Bytes of the extent, once it is known what it is made of.
    constexpr void close() {
        if (closed_) {
            return;
        }
        closed_ = true;
        if (in_bytes_) {
            return;
        }
        if (!counted_) {
            extent_ = planes_ * dense(elements_);
            return;
        }
        if (row_align != 0) {
            const auto run = static_cast<std::uint64_t>(info(dtype_).elements);
            row_bytes_ = dense(elements_.aligned(run)).aligned(row_align);
        } else {
            row_bytes_ = dense(elements_);
        }
        extent_ = planes_ * (rows_ * row_bytes_);
    }

    /// Fills an extent in, but for its start; false where it is empty.
    constexpr bool finish(Extent &extent) {
        close();
        if (extent_.value() == 0) {
            return false;
        }
        const Size over = overreads_ ? dense(overread_elements_) : Size(0);
        Size bytes = extent_ + over;
        bytes = bytes.value() < reach_ ? Size(reach_) : bytes;
        bytes = bytes.value() < min_bytes ? Size(min_bytes) : bytes;
        bytes = bytes.aligned(size_multiple);
        if (!bytes.fits()) {
            fault_.note("would take more than 2^63 - 1 bytes", name_);
        }
        extent.exists = true;
        extent.dtype = dtype_;
        extent.counted = counted_;
        extent.in_bytes = in_bytes_;
        extent.if_fits = if_fits;
        extent.shape = shape_;
        extent.rows = rows_.whole();
        extent.row_bytes = row_bytes_.whole();
        extent.planes = planes_.whole();
        extent.tile = tile;
        extent.extent_bytes = extent_.whole();
        extent.overread = over.whole();
        extent.bytes = bytes.whole();
        return true;
    }

    Fault &fault_;
    const char *name_;
    DType dtype_;
    bool counted_ = false;
    bool in_bytes_ = false;
    bool closed_ = false;
    bool overreads_ = false;
    Shape shape_ = {};
    Size planes_ = 1;
    Size rows_ = 0;
    Size elements_ = 1;
    Size row_bytes_ = 0;
    Size extent_ = 0;
    Size overread_elements_ = 0;
    std::uint64_t reach_ = 0;
};

/// Parts of something in order: sections lie one after another, uses take turns. What comes out empty is left out.
class Parts {
  public:
    constexpr Parts(Fault &fault, bool sections)
        : fault_(fault), sections_(sections) {
    }

    /// Bytes that nothing reads or writes.
    constexpr void gap(Number bytes) {
        if (bytes.value() < 0) {
            fault_.note("a gap is below 0", "", bytes.value());
        } else {
            end_ = end_ + Size(static_cast<std::uint64_t>(bytes.value()));
        }
    }

    constexpr void add(Extent &extent, Part &part) {
        add_from(extent, part, sections_ ? end_.aligned(static_cast<std::uint64_t>(part.align)) : Size(0));
    }

    /// A part whose start is stated.
    constexpr void add_at(Extent &extent, Part &part, Number at) {
        if (!part_is_empty(part) && (at.value() < 0 || at.value() % part.align != 0)) {
            fault_.note("starts below 0, or at no multiple of its alignment", extent.name, at.value(), part.align);
        }
        add_from(extent, part, at.value() < 0 ? Size(0) : Size(static_cast<std::uint64_t>(at.value())));
    }

  private:
    friend class Part;

    static constexpr bool part_is_empty(Part &part) {
        part.close();
        return part.extent_.value() == 0;
    }

    constexpr void add_from(Extent &extent, Part &part, Size at) {
        if (!part.finish(extent)) {
            return;
        }
        if (extent.arena < 0) {
            extent.align = part.align;
        }
        const Size end = at + Size(static_cast<std::uint64_t>(extent.bytes));
        if (!end.fits()) {
            fault_.note("would end behind 2^63 - 1 bytes", extent.name);
        }
        extent.at = at.whole();
        end_ = end.value() > end_.value() ? end : end_;
        const Size width = part.planes_ * part.row_bytes_;
        widest_ = width.value() > widest_.value() ? width : widest_;
        any_ = true;
    }

    Fault &fault_;
    bool sections_;
    bool any_ = false;
    Size end_ = 0;
    Size widest_ = 0;
};

constexpr void Part::hold(const Parts &parts) {
    in_bytes_ = true;
    extent_ = parts.any_ ? parts.end_ : Size(0);
    reach_ = parts.end_.value();
    shape_.add(extent_.whole());
}

constexpr void Part::hold(const Parts &parts, Number rows) {
    in_bytes_ = true;
    counted_ = true;
    rows_ = count("the number of rows is below 0", rows);
    row_bytes_ = parts.widest_;
    extent_ = rows_ * row_bytes_;
    reach_ = parts.any_ ? parts.end_.value() : 0;
    shape_.add(rows.value());
    shape_.add(row_bytes_.whole());
}

/// Where an extent starts in its buffer.
constexpr std::int64_t inside(const Extent &extent, const Extent &buffer) {
    return (extent.allocated() ? extent.offset : 0) - (buffer.allocated() ? buffer.offset : 0);
}

/// Stated starts may put a section on another one.
template <class List>
constexpr void refuse_overlaps(Fault &fault, const List &sections) {
    for (const Extent *first : sections) {
        for (const Extent *second : sections) {
            const bool both = first != second && first->exists && second->exists && first->bytes > 0 && second->bytes > 0;
            if (both && first->at <= second->at && second->at < first->end()) {
                fault.note("lies on another section", second->name, second->at, first->end());
            }
        }
    }
}

} // namespace ARENAGEN
