// One block (or a row of blocks) for each row of the pass. Every kernel ends with the count.
typedef long long i64;
typedef unsigned long long u64;

#define FOR(i, n) for (int i = threadIdx.x; i < (n); i += blockDim.x)
#define ROW                       \
    const int row = blockIdx.x;   \
    if (row >= *count) return

extern "C" __global__ void embed(const float* table, const int* token_ids, float* out, i64 stride,
                                 int width, const int* count) {
    ROW;
    FOR(i, width) out[row * stride + i] = table[(i64)token_ids[row] * width + i];
}

extern "C" __global__ void rms_norm(const float* x, i64 x_stride, const float* weight, float* out,
                                    i64 stride, int width, const int* count) {
    ROW;
    __shared__ float sums[128];
    float sum = 0;
    FOR(i, width) sum += x[row * x_stride + i] * x[row * x_stride + i];
    sums[threadIdx.x] = sum;
    __syncthreads();
    for (int half = blockDim.x / 2; half > 0; half /= 2) {
        if (threadIdx.x < half) sums[threadIdx.x] += sums[threadIdx.x + half];
        __syncthreads();
    }
    const float scale = rsqrtf(sums[0] / width + 1e-5f);
    FOR(i, width) out[row * stride + i] = x[row * x_stride + i] * scale * weight[i];
}

extern "C" __global__ void matmul(const float* x, i64 x_stride, const float* weight, float* out,
                                  i64 stride, int inner, int outer, const int* rows,
                                  const int* count) {
    ROW;
    const int column = blockIdx.y * blockDim.x + threadIdx.x;
    if (column >= outer) return;
    float sum = 0;
    for (int i = 0; i < inner; i++) sum += x[row * x_stride + i] * weight[(i64)i * outer + column];
    out[(rows ? rows[row] : row) * stride + column] = sum;
}

extern "C" __global__ void add(float* x, i64 x_stride, const float* y, i64 y_stride, int width,
                               const int* count) {
    ROW;
    FOR(i, width) x[row * x_stride + i] += y[row * y_stride + i];
}

extern "C" __global__ void rotate_and_store(float* qkv, i64 stride, const int* positions,
                                            const int* rows, const float* rope, float* keys,
                                            float* values, int heads, int kv_heads, int dim,
                                            i64 request, const int* count) {
    ROW;
    const int half = dim / 2, width = kv_heads * dim;
    const i64 place = rows[row] * request + (i64)positions[row] * width;
    float* const mine = qkv + row * stride;
    FOR(i, (heads + kv_heads) * half) {
        float* const a = mine + i / half * dim + i % half;
        const float* const turn = rope + ((i64)positions[row] * half + i % half) * 2;
        const float x = a[0], y = a[half];
        a[0] = x * turn[0] - y * turn[1];
        a[half] = x * turn[1] + y * turn[0];
    }
    __syncthreads();
    FOR(i, width) {
        keys[place + i] = mine[heads * dim + i];
        values[place + i] = mine[(heads + kv_heads) * dim + i];
    }
}

extern "C" __global__ void attention(const float* qkv, i64 stride, const int* positions,
                                     const int* rows, const float* keys, const float* values,
                                     float* out, i64 out_stride, int heads, int kv_heads, int dim,
                                     i64 request, const int* count) {
    ROW;
    const int head = blockIdx.y;
    const i64 first = rows[row] * request + head / (heads / kv_heads) * dim;
    const float* const query = qkv + row * stride + head * dim;
    FOR(d, dim) {
        float best = __int_as_float(0xff800000), total = 0, mixed = 0;
        for (int at = 0; at <= positions[row]; at++) {
            const i64 place = first + (i64)at * kv_heads * dim;
            float score = 0;
            for (int i = 0; i < dim; i++) score += query[i] * keys[place + i];
            score *= rsqrtf((float)dim);
            const float next = fmaxf(best, score);
            const float kept = expf(best - next), weight = expf(score - next);
            best = next;
            total = total * kept + weight;
            mixed = mixed * kept + weight * values[place + d];
        }
        out[row * out_stride + head * dim + d] = mixed / total;
    }
}

extern "C" __global__ void swiglu(const float* gate_up, i64 stride, float* out, i64 out_stride,
                                  int width, const int* count) {
    ROW;
    FOR(i, width) {
        const float gate = gate_up[row * stride + i];
        out[row * out_stride + i] = gate / (1 + expf(-gate)) * gate_up[row * stride + width + i];
    }
}

extern "C" __global__ void sample(const float* logits, i64 stride, int width, const int* rows,
                                  u64* seed, const float* temperature, int* token_ids,
                                  int* next_tokens, const int* count) {
    ROW;
    if (threadIdx.x != 0) return;
    const int request = rows[row];
    const float* const scores = logits + request * stride;
    const float warmth = temperature[request];
    int token = 0;
    for (int i = 1; i < width; i++)
        if (scores[i] > scores[token]) token = i;
    if (warmth != 0) {
        const float best = scores[token];
        float total = 0, passed = 0;
        for (int i = 0; i < width; i++) total += expf((scores[i] - best) / warmth);
        seed[request] = seed[request] * 6364136223846793005ULL + 1442695040888963407ULL;
        const float wanted = (float)(seed[request] >> 40) / 16777216.0f * total;
        for (token = 0; token < width - 1; token++) {
            passed += expf((scores[token] - best) / warmth);
            if (passed > wanted) break;
        }
    }
    token_ids[row] = next_tokens[request] = token;
}

extern "C" __global__ void advance(int* positions, const int* rows, int* seq_lens,
                                   const int* count) {
    ROW;
    if (threadIdx.x == 0) seq_lens[rows[row]] = ++positions[row];
}
