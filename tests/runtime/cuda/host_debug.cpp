// debug.cu, compiled for the host. Threads of a block are fibers: each runs until it waits for the
// others, and goes on once all have come there.

#include <string.h>
#include <ucontext.h>

#include <vector>

struct uint4 {
    unsigned int x, y, z, w;
};
struct Index {
    unsigned int x, y, z;
};

static Index threadIdx, blockIdx;

static ucontext_t outside, *running;

static inline void __syncthreads() { swapcontext(running, &outside); }

static inline int __syncthreads_or(int value) {
    static int any;
    if (threadIdx.x == 0) any = 0;
    __syncthreads();
    any |= value != 0;
    __syncthreads();
    return any;
}

static inline uint4 make_uint4(unsigned int x, unsigned int y, unsigned int z, unsigned int w) {
    return {x, y, z, w};
}

static inline uint4 __ldcs(const uint4* where) { return *where; }

static inline int __popc(unsigned int word) { return __builtin_popcount(word); }

template <class To, class From>
static inline To bits(From value) {
    To made;
    memcpy(&made, &value, sizeof made);
    return made;
}

static inline float __uint_as_float(unsigned int word) { return bits<float>(word); }

static inline double __longlong_as_double(long long word) { return bits<double>(word); }

#define __global__
#define __device__
#define __shared__ static
#define __forceinline__ inline
#define __noinline__

#include DEBUG_CU

static void (*work)();
static bool done;

static void fiber() {
    work();
    done = true;
    swapcontext(running, &outside);
}

// Every thread up to where it waits, over and over until all of them are done.
static void run(unsigned int blocks, void (*kernel)()) {
    work = kernel;
    std::vector<char> stacks(LANES * 65536ul);
    std::vector<ucontext_t> threads(LANES);
    for (blockIdx.x = 0; blockIdx.x < blocks; ++blockIdx.x) {
        std::vector<bool> left(LANES, true);
        for (unsigned int i = 0; i < LANES; ++i) {
            getcontext(&threads[i]);
            threads[i].uc_stack.ss_sp = &stacks[i * 65536ul];
            threads[i].uc_stack.ss_size = 65536;
            threads[i].uc_link = nullptr;
            makecontext(&threads[i], fiber, 0);
        }
        for (unsigned int waiting = LANES; waiting;) {
            for (unsigned int i = 0; i < LANES; ++i) {
                if (!left[i]) continue;
                threadIdx.x = i;
                running = &threads[i];
                done = false;
                swapcontext(&outside, running);
                if (done) left[i] = false, --waiting;
            }
        }
    }
}

static const void* table;
static Results results;

extern "C" void host_check_guards(void** arguments, const unsigned int* shape) {
    table = *(void**)arguments[0], results = *(const Results*)arguments[1];
    run(shape[0], [] { check_guards((const Guard*)table, results); });
}

extern "C" void host_fingerprint(void** arguments, const unsigned int* shape) {
    table = *(void**)arguments[0], results = *(const Results*)arguments[1];
    run(shape[0], [] { fingerprint((const Task*)table, results); });
}
