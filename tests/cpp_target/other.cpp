// A second unit of the program that includes the same headers.
#include "engine.hpp"

std::int64_t engine::other_unit() {
    decode_inputs::ParamValues values;
    values.max_batch_tokens = 8;
    values.max_batch_size = 4;
    values.max_seq_len = 100;
    values.kv_block_size = 16;
    values.vocab_size = 1000;
    return decode_inputs::Sizes::make(decode_inputs::Params::make(values)).total_bytes;
}
