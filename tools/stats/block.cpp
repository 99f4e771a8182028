// SPDX-License-Identifier: BSD-3-Clause
#include "tools/stats/block.hpp"

#include <vector>

namespace weft::tools {

std::span<const BlockPasses* const> passes_that_run() {
    static const std::vector<const BlockPasses*> passes = [] {
        std::vector<const BlockPasses*> found;
#ifdef WEFT_X86_VARIANTS
        if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
            __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl"))
            found.push_back(&avx512_passes);
        if (__builtin_cpu_supports("avx2")) found.push_back(&avx2_passes);
#endif
        found.push_back(&baseline_passes);
        return found;
    }();
    return passes;
}

}  // namespace weft::tools
