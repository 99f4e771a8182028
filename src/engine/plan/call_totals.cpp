// SPDX-License-Identifier: BSD-3-Clause
#include "engine/plan/call_totals.hpp"

#include <algorithm>
#include <utility>

namespace weft::engine {

void CallTotals::add(const Summary& rank) {
    CallTotals one;
    one.ranks = 1;
    one.write_level = rank.write_level;
    one.read_level = rank.read_level;
    if (rank.bytes > 0) {
        const std::int64_t range = rank.end - rank.begin;
        const bool holes = range > rank.bytes;
        one.active = 1;
        one.begin = rank.begin;
        one.end = rank.end;
        one.bytes = one.most_bytes = rank.bytes;
        one.runs = one.most_runs = rank.runs;
        one.ranges = one.most_ranges = range;
        one.with_holes = holes ? 1 : 0;
        one.ranges_with_holes = holes ? range : 0;
        one.comes_back = rank.runs > 1 && rank.bytes >= range;
        one.in_order = rank.in_order != 0;
    }
    add(one);
}

void CallTotals::add(const CallTotals& more) {
    ranks += more.ranks;
    write_level = std::max(write_level, more.write_level);
    read_level = std::max(read_level, more.read_level);
    if (more.active == 0) return;
    begin = active == 0 ? more.begin : std::min(begin, more.begin);
    end = std::max(end, more.end);
    active += more.active;
    bytes += more.bytes;
    runs += more.runs;
    ranges += more.ranges;
    with_holes += more.with_holes;
    ranges_with_holes += more.ranges_with_holes;
    most_bytes = std::max(most_bytes, more.most_bytes);
    most_runs = std::max(most_runs, more.most_runs);
    most_ranges = std::max(most_ranges, more.most_ranges);
    comes_back = comes_back || more.comes_back;
    in_order = in_order || more.in_order;
}

CallTotals totals_of(const std::vector<Summary>& ranks) {
    CallTotals sum;
    for (const Summary& rank : ranks) sum.add(rank);
    return sum;
}

CallTotals totals_of(const Summary& rank) {
    CallTotals only;
    only.add(rank);
    return only;
}

std::int64_t union_of_access_ranges(const std::vector<Summary>& ranks) {
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
