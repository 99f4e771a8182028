// SPDX-License-Identifier: BSD-3-Clause
#include "region/loop.hpp"

namespace weft::region {

std::size_t simplify(std::span<Loop> loops) {
    std::size_t kept = 0;
    for (const Loop loop : loops) {
        if (loop.count == 0) {
            loops.front() = {0, 0};
            return 1;
        }
        if (loop.count == 1) continue;
        if (kept > 0 && loops[kept - 1].pitch == loop.count * loop.pitch) {
            loops[kept - 1] = {loops[kept - 1].count * loop.count, loop.pitch};
        } else {
            loops[kept++] = loop;
        }
    }
    return kept;
}

}  // namespace weft::region
