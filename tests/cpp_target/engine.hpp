// Types as an engine has them, unlike those that the generated code would choose, and the class that hands on to them.
#pragma once

#include <cstdlib>
#include <cstring>

#include "decode_inputs.hpp"
#include "decode_inputs.hpp"

namespace engine {

struct Pointer {
    unsigned char *raw = nullptr;

    friend bool operator==(Pointer a, Pointer b) {
        return a.raw == b.raw;
    }
};

struct Stream {
    int id = 0;
};

struct Gpu {
    int live = 0;
    int null_frees = 0;
    int fail_after = 100;
    Stream last;

    Pointer reserve(std::size_t bytes) {
        if (fail_after-- == 0) {
            return {};
        }
        ++live;
        void *found = std::malloc(bytes);
        std::memset(found, 1, bytes);
        return {static_cast<unsigned char *>(found)};
    }

    void give_back(Pointer start) {
        null_frees += start.raw == nullptr ? 1 : 0;
        --live;
        std::free(start.raw);
    }
};

struct Adapter {
    using pointer = Pointer;
    using stream = Stream;

    Gpu *gpu;

    pointer alloc(std::size_t bytes, std::size_t, decode_inputs::Memory, stream) {
        return gpu->reserve(bytes);
    }

    void free(pointer start, std::size_t, decode_inputs::Memory, stream) {
        gpu->give_back(start);
    }

    void memset_async(pointer start, unsigned char value, std::size_t bytes, stream on) {
        gpu->last = on;
        std::memset(start.raw, value, bytes);
    }

    void fill_async(pointer start, const unsigned char *pattern, std::size_t size, std::size_t bytes, stream on) {
        gpu->last = on;
        for (std::size_t i = 0; i < bytes; ++i) {
            start.raw[i] = pattern[i % size];
        }
    }

    static pointer at(pointer start, std::size_t bytes) {
        return {start.raw + bytes};
    }
};

std::int64_t other_unit();

} // namespace engine
