// Clears many ranges of an arena in one launch.
//
// The host cuts the ranges into shares of equal weight, a list of shares for each block. Two entries
// side by side start the list of a block, so that both are loaded at once; `next` leads to more. No
// block looks at the shares of another one. A share is a fraction of a range, so it stays fair
// whatever the count is, and two neighbours work out the same border between them.
//
// At small counts the time of a launch is that of loads that wait for one another and of code that
// is fetched, so loads come first, and the code is short. Stores are marked as streaming, which is
// the faster way above a few megabytes.

typedef unsigned long long u64;
typedef unsigned int u32;

enum Kind { FIXED = 0, LIVE = 1, PADDING = 2, ROW = 3 };

struct __align__(16) Entry {
    u64 base;        // address of row 0, or of the range
    u64 pitch;       // bytes of a row; of the whole range where it is fixed
    u32 from, to;    // the share, as fractions of 2^32; all ones stands for the end
    u32 rows;        // rows that there are
    u32 live;        // words from the first entry to a table of live rows by live count, or 0
    u32 pattern[4];  // what is written; its phase is the address modulo 16
    u32 tile_kind;   // kind in the lower 8 bits, above them the rows that are stored together
    u32 next;        // entry that follows, or 0
    u64 unused;
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

// The number in place `i` of an array, or the number itself; none is above 2^63.
__device__ __forceinline__ long long number(const Number& n, u32 i) {
    if (n.kind == 0) return (long long)n.value;
    bool wide = n.kind >= 3;
    const u32* at = (const u32*)n.value + (wide ? 2 * i : i);
    u32 low = at[0], high = 0;
    if (wide) high = at[1];
    if (n.kind == 2) high = (u32)((int)low >> 31);
    if (n.kind == 3) high = high >> 31 ? 0x7fffffff : high;
    return (long long)((u64)high << 32 | low);
}

// A live count, brought into the range that the layout states.
__device__ __forceinline__ u32 within(const Number& n, long long count) {
    if (count < 0) return 0;
    return count < n.most ? (u32)count : n.most;
}

// Live rows for a count, whole tiles.
__device__ __forceinline__ u32 rows_of(const Entry* entries, const Entry& s, u32 count) {
    u32 rows = count;
    if (s.live) rows = ((const u32*)entries)[s.live + count];
    if (rows > s.rows) rows = s.rows;
    u32 tile = s.tile_kind >> 8;
    return tile > 1 ? (rows + tile - 1) / tile * tile : rows;
}

// Ranges that do not start and end at a multiple of 16.
__device__ __noinline__ void write_bytes(u64 from, u64 to, uint4 p) {
    for (u64 at = from + threadIdx.x; at < to; at += blockDim.x) {
        u32 word = at & 8 ? (at & 4 ? p.w : p.z) : (at & 4 ? p.y : p.x);
        *(unsigned char*)at = (unsigned char)(word >> (8 * (at & 3)));
    }
}

// Writes the bytes from..to - 1: 16 at a time, but for what is left over at both ends.
__device__ __forceinline__ void write(u64 from, u64 to, uint4 p) {
    if ((from | to) & 15) {
        u64 first = (from + 15) & ~15ull, last = to & ~15ull;
        if (first > last) first = last = to;
        write_bytes(from, first, p);
        write_bytes(last, to, p);
        from = first;
        to = last;
    }
    uint4 *word = (uint4*)from + threadIdx.x, *end = (uint4*)to;
    u32 step = blockDim.x;
    for (; word + 3 * step < end; word += 4 * step) {
        __stcs(word, p);
        __stcs(word + step, p);
        __stcs(word + 2 * step, p);
        __stcs(word + 3 * step, p);
    }
#pragma unroll 1
    for (; word < end; word += step) __stcs(word, p);
}

// The border at a fraction of a range, moved back to whole lines of memory.
__device__ __forceinline__ u64 border(u64 bytes, u32 fraction) {
    if (fraction == ~0u) return bytes;
    u64 low = (u64)(u32)bytes * fraction >> 32;
    return (low + (bytes >> 32) * fraction) & ~511ull;
}

__device__ __forceinline__ void write_share(const Entry& s, u32 first, u32 end) {
    if (first >= end) return;
    u64 start = s.base + first * s.pitch, bytes = (end - first) * s.pitch;
    u64 from = start + border(bytes, s.from), to = start + border(bytes, s.to);
    write(from, to, make_uint4(s.pattern[0], s.pattern[1], s.pattern[2], s.pattern[3]));
}

// Whole ranges, and the live or the padding rows of others.
extern "C" __global__ void clear_counted(const Entry* __restrict__ entries, const Counts counts) {
    Entry s = entries[2 * blockIdx.x], then = entries[2 * blockIdx.x + 1];
    long long given = number(counts.live, 0), also = number(counts.padded, 0);
    u32 live = within(counts.live, given), padded = within(counts.padded, also);
    while (true) {
        u32 kind = s.tile_kind & 255, first = 0, end = 1;
        if (kind != FIXED) end = rows_of(entries, s, kind == PADDING ? padded : live);
        if (kind == PADDING) first = rows_of(entries, s, live);
        write_share(s, first, end);
        if (!s.next) return;
        s = then;
        if (s.next) then = entries[s.next];  // on its way while the one before is written
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
    bool known = row >= 0 && row < rows.list.most;
    while (true) {
        u32 tile = s.tile_kind >> 8, first = (u32)row;
        if (tile > 1) first = first / tile * tile;
        bool fixed = (s.tile_kind & 255) == FIXED;
        if (fixed) first = 0;
        if (fixed ? blockIdx.y == 0 : known && row < s.rows) write_share(s, first, first + tile);
        if (!s.next) return;
        s = then;
        if (s.next) then = entries[s.next];
    }
}
