// SPDX-License-Identifier: BSD-3-Clause
#include "region/loop.hpp"

namespace weft::region {

Loops simplified(const Loops& loops) {
    Loops result;
    for (const Loop& loop : loops) {
        if (loop.count == 0) return {Loop{0, 0}};
        if (loop.count == 1) continue;
        if (!result.empty() && result.back().pitch == loop.count * loop.pitch) {
            result.back() = {result.back().count * loop.count, loop.pitch};
        } else {
            result.push_back(loop);
        }
    }
    return result;
}

}  // namespace weft::region
