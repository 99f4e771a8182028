// SPDX-License-Identifier: BSD-3-Clause
// Totals of what several ranks bring to a file in a collective call. Totals of parts add up to the
// totals of all, in any order, so that no rank needs to hear of every other rank.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "engine/plan/stretch.hpp"
#include "engine/plan/summary.hpp"

namespace weft::engine {

struct CallTotals {
    std::int64_t ranks = 0;
    std::int64_t active = 0;  // ranks with something to move; all that follows is about these
    std::int64_t begin = 0;   // the access range of all
    std::int64_t end = 0;
    std::int64_t bytes = 0;
    std::int64_t runs = 0;
    std::int64_t unit_bytes = 0;         // of the units that each rank touches, added up
    std::int64_t ranges = 0;             // lengths of their access ranges, added up,
    std::int64_t with_holes = 0;         // of those ranks whose access range has holes: how many,
    std::int64_t ranges_with_holes = 0;  // and the lengths of these
    std::int64_t most_bytes = 0;         // of any rank
    std::int64_t most_runs = 0;
    std::int64_t most_ranges = 0;
    bool comes_back = false;  // a rank has several runs that would be one in the order of the file
    bool in_order = false;    // a rank's bytes must come in order of the file
    int write_level = 0;      // of the slowest rank: who waits for it waits for storage
    int read_level = 0;

    void add(const Summary& rank);
    void add(const CallTotals& more);

    [[nodiscard]] std::int64_t access_range() const { return end - begin; }
    [[nodiscard]] Stretch stretch() const { return {access_range(), bytes, runs}; }

    friend bool operator==(const CallTotals&, const CallTotals&) = default;
};

CallTotals totals_of(const std::vector<Summary>& ranks);
CallTotals totals_of(const Summary& rank);

/// Totals as numbers. To add up several totals, take the minimum of each number of `least`, and the
/// sum of each number of `sums`.
struct TotalsNumbers {
    std::array<std::int64_t, 9> least{};
    std::array<std::int64_t, 8> sums{};
};
TotalsNumbers numbers_of(const CallTotals& totals);
CallTotals totals_of(const TotalsNumbers& numbers);

/// The number of bytes in the union of all ranks' access ranges.
std::int64_t union_of_access_ranges(const std::vector<Summary>& ranks);

}  // namespace weft::engine
