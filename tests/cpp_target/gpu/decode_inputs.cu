// Clears an arena on a device as often as one on the host, with every routine, and compares all bytes.
#include "decode_inputs_cuda.cuh"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

using namespace decode_inputs;

#define CHECK(what) check((what), #what, __LINE__)

static void check(cudaError_t found, const char *what, int line) {
    if (found != cudaSuccess) {
        std::printf("line %d: %s: %s\n", line, what, cudaGetErrorString(found));
        std::exit(1);
    }
}

static void demand(bool holds, const char *what) {
    if (!holds) {
        std::printf("%s\n", what);
        std::exit(1);
    }
}

// An engine's own memory on the host: the obvious way to write patterns.
struct HostBackend {
    using pointer = unsigned char *;
    using stream = int;

    pointer alloc(std::size_t bytes, std::size_t, Memory, stream) {
        void *found = nullptr;
        return posix_memalign(&found, 4096, bytes) == 0 ? static_cast<pointer>(found) : nullptr;
    }

    void free(pointer start, std::size_t, Memory, stream) {
        std::free(start);
    }

    void memset_async(pointer start, unsigned char value, std::size_t bytes, stream) {
        std::memset(start, value, bytes);
    }

    void fill_async(pointer start, const unsigned char *pattern, std::size_t size, std::size_t bytes, stream) {
        for (std::size_t i = 0; i < bytes; ++i) {
            start[i] = pattern[i % size];
        }
    }
};

struct Pair {
    HostBackend host_backend;
    CudaBackend cuda_backend;
    cudaStream_t stream = nullptr;
    Arena<HostBackend> host;
    Arena<CudaBackend> device;
    std::size_t bytes = 0;

    explicit Pair(const Sizes &sizes) {
        CHECK(cudaStreamCreate(&stream));
        host = Arena<HostBackend>::make(host_backend, sizes);
        device = Arena<CudaBackend>::make(cuda_backend, sizes, stream);
        bytes = static_cast<std::size_t>(sizes.arenas[arenas::main_].bytes);
    }

    Pair(const Pair &) = delete;
    Pair &operator=(const Pair &) = delete;

    ~Pair() {
        device.release();
        CHECK(cuda_backend.error());
        CHECK(cudaStreamSynchronize(stream));
        CHECK(cudaStreamDestroy(stream));
    }

    // Both hold the same bytes that no routine writes.
    void poison() {
        std::memset(host.token_ids(), 0xab, bytes);
        CHECK(cudaMemsetAsync(device.token_ids(), 0xab, bytes, stream));
    }

    void compare(const char *what) {
        std::vector<unsigned char> found(bytes);
        CHECK(cuda_backend.error());
        CHECK(cudaMemcpyAsync(found.data(), device.token_ids(), bytes, cudaMemcpyDeviceToHost, stream));
        CHECK(cudaStreamSynchronize(stream));
        for (std::size_t i = 0; i < bytes; ++i) {
            if (found[i] != host.token_ids()[i]) {
                std::printf("%s: byte %zu is %u, not %u\n", what, i, unsigned{found[i]}, unsigned{host.token_ids()[i]});
                std::exit(1);
            }
        }
    }
};

static Sizes sizes_for(std::int64_t tokens, std::int64_t requests, std::int64_t pad) {
    ParamValues values;
    values.max_batch_tokens = tokens;
    values.max_batch_size = requests;
    values.max_seq_len = 1000;
    values.kv_block_size = 16;
    values.vocab_size = 70001;
    values.pad_token_id = pad;
    return Sizes::make(Params::make(values));
}

static void clear(std::int64_t tokens, std::int64_t requests, std::int64_t pad) {
    Pair pair(sizes_for(tokens, requests, pad));
    demand(pair.host.token_ids_view().extent.offset == 0, "the first buffer is not the first of its arena");
    pair.poison();
    pair.host.clear_all();
    pair.device.clear_all(pair.stream);
    pair.compare("clear_all");
    for (const std::int64_t live : {std::int64_t{0}, std::int64_t{1}, tokens / 2, tokens}) {
        pair.poison();
        pair.host.pad_tokens(live, tokens);
        pair.device.pad_tokens(live, tokens, pair.stream);
        pair.compare("pad_tokens");
    }
    for (const std::int64_t live : {std::int64_t{0}, requests / 2, requests}) {
        pair.poison();
        pair.host.pad_requests(live, requests);
        pair.device.pad_requests(live, requests, pair.stream);
        pair.compare("pad_requests");
    }
    std::vector<std::int64_t> rows;
    for (std::int64_t row = 0; row < requests; row += 2) {
        rows.push_back(row);
        pair.poison();
        pair.host.forget_request(rows);
        pair.device.forget_request(rows, pair.stream);
    }
    pair.compare("forget_request");
}

static void replay() {
    Pair pair(sizes_for(512, 32, 7));
    cudaGraph_t graph = nullptr;
    cudaGraphExec_t replayed = nullptr;
    CHECK(cudaStreamBeginCapture(pair.stream, cudaStreamCaptureModeGlobal));
    pair.device.pad_tokens(100, 512, pair.stream);
    pair.device.clear_all(pair.stream);
    pair.device.pad_requests(3, 32, pair.stream);
    CHECK(cudaStreamEndCapture(pair.stream, &graph));
    CHECK(cudaGraphInstantiate(&replayed, graph, 0));
    pair.host.pad_tokens(100, 512);
    pair.host.clear_all();
    pair.host.pad_requests(3, 32);
    for (int i = 0; i < 3; ++i) {
        CHECK(cudaMemsetAsync(pair.device.token_ids(), i, pair.bytes, pair.stream));
        CHECK(cudaGraphLaunch(replayed, pair.stream));
    }
    // Padding between buffers is nobody's, and is not compared: clear every buffer's bytes by themselves.
    pair.host.each_buffer([&pair](const char *name, unsigned char *start, std::size_t bytes) {
        std::vector<unsigned char> found(bytes);
        const auto offset = start - pair.host.token_ids();
        CHECK(cudaMemcpyAsync(found.data(), static_cast<unsigned char *>(pair.device.token_ids()) + offset, bytes, cudaMemcpyDeviceToHost, pair.stream));
        CHECK(cudaStreamSynchronize(pair.stream));
        demand(std::memcmp(found.data(), start, bytes) == 0, name);
    });
    CHECK(cudaGraphExecDestroy(replayed));
    CHECK(cudaGraphDestroy(graph));
}

static void too_much() {
    CudaBackend backend;
    bool refused = false;
    try {
        ParamValues values;
        values.max_batch_tokens = 65536;
        values.max_batch_size = 4096;
        values.max_seq_len = 1048576;
        values.kv_block_size = 1;
        values.vocab_size = 1048576;
        const Sizes sizes = Sizes::make(Params::make(values));
        std::vector<Arena<CudaBackend>> all;
        for (int i = 0; i < 64; ++i) {
            all.push_back(Arena<CudaBackend>::make(backend, sizes));
        }
    } catch (const LayoutError &) {
        refused = true;
    }
    cudaGetLastError();
    demand(refused, "more memory than there is was not refused");
    demand(backend.error() == cudaErrorMemoryAllocation, "memory that could not be had left no error");
    CHECK(cudaDeviceSynchronize());
}

int main(int argc, char **) {
    int devices = 0;
    if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0) {
        std::printf("no CUDA device\n");
        return 77;
    }
    clear(1, 1, 0);
    clear(33, 7, 1);
    clear(4096, 300, 70000);
    replay();
    // Not where a tool watches the memory, which needs some itself.
    if (argc == 1) {
        too_much();
    }
    std::printf("all bytes agree\n");
}
