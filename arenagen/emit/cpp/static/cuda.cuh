#pragma once

#ifndef __CUDACC__
#error "this header has a kernel: compile it with nvcc, or with another compiler for CUDA"
#endif

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>
#include <new>

#include "detail/arena.hpp"

/// A backend for CUDA: memory of the current device and of the host, memsets, and one launch for many ranges.
namespace ARENAGEN {

namespace detail {

inline constexpr int FILLS_OF_LAUNCH = 128;
inline constexpr unsigned FILL_THREADS = 256;
inline constexpr unsigned FILL_UNROLL = 4;

/// A range as the kernel takes it. Byte i gets byte i modulo 8 of `word`, counted from the lowest.
struct DeviceFill {
    unsigned char *start;
    std::uint64_t bytes;
    std::uint64_t word;
};

/// What one launch writes. It travels with the launch, so that a captured graph needs no memory for it.
struct FillTable {
    DeviceFill fills[FILLS_OF_LAUNCH];
};

static_assert(sizeof(FillTable) <= 4096, "arguments of a kernel have 4 KB");

__device__ inline std::uint64_t turned(std::uint64_t word, unsigned bytes) {
    const unsigned bits = (bytes & 7u) * 8u;
    return bits == 0 ? word : (word >> bits) | (word << (64u - bits));
}

/// Ranges side by side: blocks in y are ranges, those in x share one.
template <int Unroll>
__global__ void __launch_bounds__(FILL_THREADS) write_fills(const __grid_constant__ FillTable table) {
    const DeviceFill &fill = table.fills[blockIdx.y];
    const std::uint64_t to_boundary = (16u - (reinterpret_cast<std::uintptr_t>(fill.start) & 15u)) & 15u;
    const std::uint64_t head = to_boundary < fill.bytes ? to_boundary : fill.bytes;
    const std::uint64_t wide = (fill.bytes - head) / 16u;
    const std::uint64_t word = turned(fill.word, static_cast<unsigned>(head));
    const ulonglong2 twice = make_ulonglong2(word, word);
    auto *body = reinterpret_cast<ulonglong2 *>(fill.start + head);
    const std::uint64_t stride = static_cast<std::uint64_t>(gridDim.x) * FILL_THREADS;
    std::uint64_t i = static_cast<std::uint64_t>(blockIdx.x) * FILL_THREADS + threadIdx.x;
    for (; i + (Unroll - 1) * stride < wide; i += Unroll * stride) {
#pragma unroll
        for (int step = 0; step < Unroll; ++step) {
            body[i + static_cast<std::uint64_t>(step) * stride] = twice;
        }
    }
    for (; i < wide; i += stride) {
        body[i] = twice;
    }
    if (blockIdx.x != 0) {
        return;
    }
    // What lies before the first boundary and behind the last one: fewer bytes than there are threads.
    const std::uint64_t tail = head + wide * 16u;
    if (threadIdx.x < head) {
        fill.start[threadIdx.x] = static_cast<unsigned char>(fill.word >> (threadIdx.x % 8u * 8u));
    }
    if (threadIdx.x < fill.bytes - tail) {
        const std::uint64_t at = tail + threadIdx.x;
        fill.start[at] = static_cast<unsigned char>(fill.word >> (at % 8u * 8u));
    }
}

} // namespace detail

/// Memory and writes of the CUDA runtime on the current device. Everything happens in the order of its stream.
///
/// The first error is kept in `error()`; memory that cannot be had is also told by the null pointer.
class CudaBackend {
  public:
    using pointer = void *;
    using stream = cudaStream_t;

    pointer alloc(std::size_t bytes, std::size_t align, Memory memory, stream on) {
        void *found = nullptr;
        switch (memory) {
        case Memory::device:
            note(cudaMallocAsync(&found, bytes, on));
            break;
        case Memory::pinned:
            note(cudaHostAlloc(&found, bytes, cudaHostAllocDefault));
            break;
        case Memory::mapped:
            note(cudaHostAlloc(&found, bytes, cudaHostAllocMapped));
            break;
        case Memory::host:
            found = ::operator new(bytes, std::align_val_t(align), std::nothrow);
            host_align_ = align;
            break;
        }
        return found;
    }

    void free(pointer start, std::size_t, Memory memory, stream on) {
        switch (memory) {
        case Memory::device:
            note(cudaFreeAsync(start, on));
            break;
        case Memory::pinned:
        case Memory::mapped:
            note(cudaFreeHost(start));
            break;
        case Memory::host:
            ::operator delete(start, std::align_val_t(host_align_));
            break;
        }
    }

    void memset_async(pointer start, unsigned char value, std::size_t bytes, stream on) {
        note(cudaMemsetAsync(start, value, bytes, on));
    }

    /// Writes all ranges, up to 128 of them with one launch. It can be captured in a graph.
    void fill_ranges(const Fill<pointer> *fills, std::size_t count, stream on) {
        detail::FillTable table = {};
        int used = 0;
        std::size_t longest = 0;
        for (std::size_t i = 0; i < count; ++i) {
            table.fills[used] = {static_cast<unsigned char *>(fills[i].pointer), fills[i].bytes, repeated(fills[i].pattern)};
            longest = fills[i].bytes > longest ? fills[i].bytes : longest;
            ++used;
            if (used == detail::FILLS_OF_LAUNCH || i + 1 == count) {
                launch(table, used, longest, on);
                used = 0;
                longest = 0;
            }
        }
    }

    /// The first error of a call, or cudaSuccess.
    cudaError_t error() const {
        return error_;
    }

  private:
    static std::uint64_t repeated(const Pattern &pattern) {
        std::uint64_t word = 0;
        for (int i = 0; i < 8; ++i) {
            word |= static_cast<std::uint64_t>(pattern.bytes[i % pattern.size]) << (8 * i);
        }
        return word;
    }

    void launch(const detail::FillTable &table, int count, std::size_t longest, stream on) {
        const std::size_t share = std::size_t{16} * detail::FILL_THREADS * detail::FILL_UNROLL;
        const std::size_t wanted = (longest + share - 1) / share;
        const auto blocks = static_cast<unsigned>(wanted < 2048 ? wanted : 2048);
        const dim3 grid(blocks, static_cast<unsigned>(count));
        detail::write_fills<static_cast<int>(detail::FILL_UNROLL)><<<grid, detail::FILL_THREADS, 0, on>>>(table);
        note(cudaGetLastError());
    }

    void note(cudaError_t found) {
        if (error_ == cudaSuccess) {
            error_ = found;
        }
    }

    cudaError_t error_ = cudaSuccess;
    std::size_t host_align_ = alignof(std::max_align_t);
};

} // namespace ARENAGEN
