// SPDX-License-Identifier: BSD-3-Clause
#include "engine/plan/call_totals.hpp"

#include <algorithm>
#include <limits>
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
        one.unit_bytes = rank.unit_bytes;
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
    unit_bytes += more.unit_bytes;
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

TotalsNumbers numbers_of(const CallTotals& totals) {
    constexpr std::int64_t nowhere = std::numeric_limits<std::int64_t>::max();
    const bool active = totals.active > 0;
    return {.least = {active ? totals.begin : nowhere, active ? -totals.end : nowhere,
                      -totals.most_bytes, -totals.most_runs, -totals.most_ranges,
                      totals.comes_back ? -1 : 0, totals.in_order ? -1 : 0, -totals.write_level,
                      -totals.read_level},
            .sums = {totals.ranks, totals.active, totals.bytes, totals.runs, totals.ranges,
                     totals.with_holes, totals.ranges_with_holes, totals.unit_bytes}};
}

CallTotals totals_of(const TotalsNumbers& numbers) {
    const auto& [least, sums] = numbers;
    const bool active = sums[1] > 0;
    return {.ranks = sums[0],
            .active = sums[1],
            .begin = active ? least[0] : 0,
            .end = active ? -least[1] : 0,
            .bytes = sums[2],
            .runs = sums[3],
            .unit_bytes = sums[7],
            .ranges = sums[4],
            .with_holes = sums[5],
            .ranges_with_holes = sums[6],
            .most_bytes = -least[2],
            .most_runs = -least[3],
            .most_ranges = -least[4],
            .comes_back = least[5] != 0,
            .in_order = least[6] != 0,
            .write_level = static_cast<int>(-least[7]),
            .read_level = static_cast<int>(-least[8])};
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
