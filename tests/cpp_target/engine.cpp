// An engine with its own pointers, streams and errors that uses the arena of decode_inputs.
#include "engine.hpp"

#include <cstdio>
#include <cstring>
#include <type_traits>

using engine::Gpu;
using Arena = decode_inputs::Arena<engine::Adapter>;

static_assert(!std::is_copy_constructible<Arena>::value && !std::is_copy_assignable<Arena>::value, "an arena is not copied");
static_assert(std::is_nothrow_move_constructible<decode_inputs::Storage<engine::Adapter>>::value, "an arena is moved");

static constexpr decode_inputs::ParamValues small() {
    decode_inputs::ParamValues values;
    values.max_batch_tokens = 8;
    values.max_batch_size = 4u;
    values.max_seq_len = std::size_t{100};
    values.kv_block_size = 16;
    values.vocab_size = 1000L;
    return values;
}

static constexpr decode_inputs::Sizes SIZES = decode_inputs::Sizes::make(decode_inputs::Params::make(small()));
static_assert(SIZES.token_ids.bytes == 8 * 4, "8 tokens");
static_assert(SIZES.mrope_positions.bytes == 3 * 8 * 8 && SIZES.mrope_positions.shape.planes == 1, "3 streams");
static_assert(SIZES.block_table.shape.dims[1] == 7, "100 tokens in blocks of 16");
static_assert(SIZES.token_mask.row_bytes == 4 * 32 && SIZES.token_mask.dtype == decode_inputs::DType::i32, "1000 bits");
static_assert(SIZES.arenas[decode_inputs::arenas::main_pinned].bytes == 16, "the twin of seq_lens");
static_assert(SIZES.axes.tokens == 8, "the largest count");

static int wrong(const char *what) {
    std::printf("%s\n", what);
    return 1;
}

int main() {
    if (engine::other_unit() != SIZES.total_bytes) {
        return wrong("another unit comes to other sizes");
    }
    Gpu gpu;
    engine::Adapter adapter{&gpu};
    {
        Arena arena = Arena::make(adapter, SIZES, engine::Stream{3});
        if (gpu.live != 2 || arena.token_ids().raw == nullptr || arena.token_ids_bytes() != 32) {
            return wrong("not allocated as it should be");
        }
        arena.pad_tokens(3, 8, engine::Stream{5});
        const auto *slots = reinterpret_cast<const std::int64_t *>(arena.slot_mapping().raw);
        if (slots[2] != 0x0101010101010101 || slots[3] != -1 || gpu.last.id != 5) {
            return wrong("padding is not where it should be");
        }
        const auto *lens = reinterpret_cast<const std::int32_t *>(arena.seq_lens().raw);
        arena.pad_requests(2, 4);
        arena.forget_request({0});
        if (lens[0] != 0 || lens[1] != 0x01010101 || lens[2] != 1 || lens[3] != 1) {
            return wrong("typed padding is wrong");
        }
        int seen = 0;
        arena.each_buffer([&seen](const char *, engine::Pointer, std::size_t) { ++seen; });
        if (seen != 8 || arena.max_batch_tokens() != 8 || arena.mrope_positions_rows() != 8) {
            return wrong("not all buffers are probed");
        }
        Arena other = std::move(arena);
        if (arena.allocated() || arena.token_ids().raw != nullptr || !other.allocated() || gpu.live != 2) {
            return wrong("moving does not hand the memory on");
        }
        other.clear_all();
        bool refused = false;
        try {
            other.pad_tokens(9, 9);
        } catch (const decode_inputs::LayoutError &) {
            refused = true;
        }
        try {
            arena.clear_all();
            refused = false;
        } catch (const decode_inputs::LayoutError &) {
        }
        other = Arena::make(adapter, SIZES);
        if (!refused || gpu.live != 2) {
            return wrong("too many tokens, or an arena without memory, are not refused");
        }
    }
    for (int k = 0; k < 2; ++k) {
        gpu.fail_after = k;
        bool refused = false;
        try {
            Arena::make(adapter, SIZES);
        } catch (const decode_inputs::LayoutError &) {
            refused = true;
        }
        if (!refused || gpu.live != 0) {
            return wrong("a failing allocation leaves memory behind");
        }
    }
    return gpu.live == 0 && gpu.null_frees == 0 ? 0 : wrong("memory was not given back");
}
