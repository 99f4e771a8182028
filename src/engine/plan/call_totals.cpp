// SPDX-License-Identifier: BSD-3-Clause
#include "engine/plan/call_totals.hpp"

#include <algorithm>
#include <utility>

namespace weft::engine {

CallTotals totals_of(const std::vector<Summary>& ranks) {
    CallTotals sum;
    for (const Summary& rank : ranks) {
        if (rank.bytes == 0) continue;
        sum.begin = sum.active == 0 ? rank.begin : std::min(sum.begin, rank.begin);
        sum.end = std::max(sum.end, rank.end);
        sum.bytes += rank.bytes;
        sum.runs += rank.runs;
        ++sum.active;
    }
    return sum;
}

std::int64_t union_of_hulls(const std::vector<Summary>& ranks) {
    std::vector<std::pair<std::int64_t, std::int64_t>> access_ranges;
    for (const Summary& rank : ranks)
        if (rank.bytes > 0) access_ranges.emplace_back(rank.begin, rank.end);
    std::ranges::sort(access_ranges);
    std::int64_t bytes = 0;
    std::int64_t reached = 0;
    for (const auto& [begin, end] : access_ranges) {
        bytes += std::max<std::int64_t>(0, end - std::max(begin, reached));
        reached = std::max(reached, end);
    }
    return bytes;
}

}  // namespace weft::engine
