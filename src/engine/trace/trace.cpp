// SPDX-License-Identifier: BSD-3-Clause
#include "engine/trace/trace.hpp"

#include <algorithm>

namespace weft::engine {

std::int64_t Trace::most_events(int rank_count) {
    constexpr std::int64_t of_one = 1 << 16;
    constexpr std::int64_t of_all = 1 << 20;
    constexpr std::int64_t at_least = 256;
    return std::clamp(of_all / rank_count, at_least, of_one);
}

}  // namespace weft::engine
