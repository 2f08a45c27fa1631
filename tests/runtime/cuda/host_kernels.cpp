// clear.cu, compiled for the host: blocks and threads run one after another. No thread of it waits
// for another one, so the order does not matter.

struct uint4 {
    unsigned int x, y, z, w;
};
struct Index {
    unsigned int x, y, z;
};

static Index threadIdx, blockIdx, blockDim;

static inline uint4 make_uint4(unsigned int x, unsigned int y, unsigned int z, unsigned int w) {
    return {x, y, z, w};
}

static inline void __stcs(uint4* where, uint4 what) { *where = what; }

#define __global__
#define __device__
#define __forceinline__ inline
#define __noinline__
#define __align__(n) alignas(n)

#include CLEAR_CU

template <class Kernel, class Told>
static void run(Kernel kernel, const Entry* entries, const Told& told, const unsigned int* shape) {
    blockDim = {shape[3], 1, 1};
    for (blockIdx.y = 0; blockIdx.y < shape[1]; ++blockIdx.y)
        for (blockIdx.x = 0; blockIdx.x < shape[0]; ++blockIdx.x)
            for (threadIdx.x = 0; threadIdx.x < shape[3]; ++threadIdx.x) kernel(entries, told);
}

extern "C" void host_clear_counted(void** arguments, const unsigned int* shape) {
    run(clear_counted, *(const Entry**)arguments[0], *(const Counts*)arguments[1], shape);
}

extern "C" void host_clear_rows(void** arguments, const unsigned int* shape) {
    run(clear_rows, *(const Entry**)arguments[0], *(const Rows*)arguments[1], shape);
}
