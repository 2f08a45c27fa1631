// Without exceptions: what is refused is told by what functions give.
#include "small.hpp"

#include <cstdio>

using engine::arenas_of::small::Params;
using namespace engine::arenas_of::small;

struct Backend {
    using pointer = std::uint64_t;
    using stream = int;

    int live = 0;
    int fail_after = 100;
    int writes = 0;

    pointer alloc(std::size_t, std::size_t, Memory, stream) {
        if (fail_after-- == 0) {
            return 0;
        }
        return static_cast<pointer>(++live) << 40;
    }

    void free(pointer, std::size_t, Memory, stream) {
        --live;
    }

    void memset_async(pointer, unsigned char, std::size_t, stream) {
        ++writes;
    }
};

static int wrong(const char *what) {
    std::printf("%s\n", what);
    return 1;
}

int main() {
    ParamValues values;
    if (Params::make(values)) {
        return wrong("a parameter without a value is not refused");
    }
    values.n = std::uint64_t{1} << 63;
    const Result<Params> large = Params::make(values);
    if (large || large.fault.text().find("outside its range") == std::string::npos) {
        return wrong("a number of 64 bits without a sign is not refused");
    }
    values.n = 9223372036854775807;
    const Result<Params> most = Params::make(values);
    if (!most || Sizes::make(most.value)) {
        return wrong("sizes that do not fit 64 bits are not refused");
    }
    values.n = 4;
    const Result<Sizes> sizes = Sizes::make(Params::make(values).value);
    Backend backend;
    {
        auto made = Arena<Backend>::make(backend, sizes.value);
        if (!made || backend.live != 2) {
            return wrong("not one allocation for each buffer");
        }
        if (made.value.clear() || !made.value.clear_rows(5) || made.value.clear_rows(0) || backend.writes != 2) {
            return wrong("a routine does not tell what it refuses");
        }
    }
    backend.fail_after = 1;
    const auto failed = Arena<Backend>::make(backend, sizes.value);
    return !failed && backend.live == 0 ? 0 : wrong("a failing allocation is not told, or leaves memory behind");
}
