// Clears many ranges of an arena in one launch.
//
// The host cuts the ranges into shares of equal weight, a list of shares for each block: two
// entries side by side start the list of a block, `next` of the second one leads to what follows.
// No block looks at the shares of another one. A share is a fraction of a range, so it stays fair
// whatever the count is, and two neighbours work out the same border between them.
//
// Loads come first and are used late: at small counts the time of a launch is the time of the loads
// that wait for one another. Stores are marked as streaming, which is the faster way above a few
// megabytes.

typedef unsigned long long u64;
typedef unsigned int u32;

enum Kind { FIXED = 0, LIVE = 1, PADDING = 2, ROW = 3 };

struct __align__(16) Entry {
    u64 base;        // address of row 0, or of the range
    u64 pitch;       // bytes of a row; of the whole range where it is fixed
    u64 from, to;    // the share, as fractions of 2^64; all ones stands for the end
    u32 pattern[4];  // what is written; its phase is the address modulo 16
    u32 rows;        // rows that there are
    u32 live;        // words from the first entry to a table of live rows by live count, or 0
    u32 tile_kind;   // kind in the lower 8 bits, above them the rows that are stored together
    u32 next;        // entry that follows, or 0
};

// A whole number: itself, or its address. Device memory is read when the kernel runs.
struct Number {
    u64 value;
    u32 kind;  // 0: the number; else an address of 1: u32, 2: i32, 3: u64, 4: i64
    u32 most;
};

struct Counts {
    Number live, padded;
};

#define INLINE_ROWS 32

struct Rows {
    Number list;  // kind 0: `value` row numbers below; else the address of as many as blocks in y
    u32 row[INLINE_ROWS];
};

// The number in place `i` of an array, or the number itself.
__device__ __forceinline__ long long number(const Number& n, u32 i) {
    if (n.kind == 0) return (long long)n.value;
    if (n.kind == 1) return ((const u32*)n.value)[i];
    if (n.kind == 2) return ((const int*)n.value)[i];
    long long wide = ((const long long*)n.value)[i];
    return n.kind == 3 && wide < 0 ? n.most : wide;  // beyond 2^63
}

// A live count, brought into the range that the layout states.
__device__ __forceinline__ u32 within(const Number& n, long long count) {
    if (count < 0) return 0;
    return count < n.most ? (u32)count : n.most;
}

// Live rows for a count, whole tiles.
__device__ __forceinline__ u64 rows_of(const Entry* entries, const Entry& s, u32 count) {
    u32 rows = s.live ? ((const u32*)entries)[s.live + count] : count;
    if (rows > s.rows) rows = s.rows;
    u32 tile = s.tile_kind >> 8;
    return tile > 1 ? ((u64)rows + tile - 1) / tile * tile : rows;
}

__device__ __forceinline__ void write_bytes(u64 from, u64 to, uint4 p) {
    for (u64 at = from + threadIdx.x; at < to; at += blockDim.x) {
        u32 word = at & 8 ? (at & 4 ? p.w : p.z) : (at & 4 ? p.y : p.x);
        *(unsigned char*)at = (unsigned char)(word >> (8 * (at & 3)));
    }
}

// Writes the bytes from..to - 1: 16 at a time, and what is left over at both ends.
__device__ __forceinline__ void write(u64 from, u64 to, uint4 p) {
    u64 first = (from + 15) & ~15ull, last = to & ~15ull;
    if (first > last) {
        write_bytes(from, to, p);
        return;
    }
    if (from < first) write_bytes(from, first, p);
    if (last < to) write_bytes(last, to, p);
    uint4* words = (uint4*)first;
    u64 n = (last - first) >> 4, i = threadIdx.x, step = blockDim.x;
    for (; i + 3 * step < n; i += 4 * step) {
        __stcs(words + i, p);
        __stcs(words + i + step, p);
        __stcs(words + i + 2 * step, p);
        __stcs(words + i + 3 * step, p);
    }
    for (; i < n; i += step) __stcs(words + i, p);
}

// The border at a fraction of a range, moved back to whole lines of memory.
__device__ __forceinline__ u64 border(u64 start, u64 bytes, u64 fraction) {
    if (fraction == ~0ull) return start + bytes;
    u64 at = (start + __umul64hi(bytes, fraction)) & ~511ull;
    return at < start ? start : at;
}

__device__ __forceinline__ void write_share(const Entry& s, u64 first, u64 end) {
    if (first >= end) return;
    u64 start = s.base + first * s.pitch, bytes = (end - first) * s.pitch;
    u64 from = border(start, bytes, s.from), to = border(start, bytes, s.to);
    if (from >= to) return;
    write(from, to, make_uint4(s.pattern[0], s.pattern[1], s.pattern[2], s.pattern[3]));
}

// Whole ranges, and the live or the padding rows of others.
extern "C" __global__ void clear_counted(const Entry* __restrict__ entries, const Counts counts) {
    Entry s = entries[2 * blockIdx.x], then = entries[2 * blockIdx.x + 1];
    long long given = number(counts.live, 0), also = number(counts.padded, 0);
    u32 live = within(counts.live, given), padded = within(counts.padded, also);
    bool more = true;
    while (true) {
        u32 kind = s.tile_kind & 255;
        u64 first = kind == PADDING ? rows_of(entries, s, live) : 0;
        u64 end = kind == FIXED ? 1 : rows_of(entries, s, kind == PADDING ? padded : live);
        write_share(s, first, end);
        if (!more) return;
        s = then;
        more = s.next;
        if (more) then = entries[s.next];  // on its way while the one before is written
    }
}

// Whole ranges, and single rows of others: one row for each block in y. Rows that the axis does not
// have are passed over.
extern "C" __global__ void clear_rows(const Entry* __restrict__ entries, const Rows rows) {
    Entry s = entries[2 * blockIdx.x], then = entries[2 * blockIdx.x + 1];
    long long row = -1;
    if (rows.list.kind)
        row = number(rows.list, blockIdx.y);
    else if (blockIdx.y < rows.list.value)
        row = rows.row[blockIdx.y];
    if (row >= rows.list.most) row = -1;
    bool more = true;
    while (true) {
        u32 tile = s.tile_kind >> 8;
        if ((s.tile_kind & 255) == FIXED) {
            if (blockIdx.y == 0) write_share(s, 0, 1);
        } else if (row >= 0 && row < s.rows) {
            u64 first = (u64)row / tile * tile;
            write_share(s, first, first + tile);
        }
        if (!more) return;
        s = then;
        more = s.next;
        if (more) then = entries[s.next];  // on its way while the one before is written
    }
}
