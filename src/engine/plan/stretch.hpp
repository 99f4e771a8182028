// SPDX-License-Identifier: BSD-3-Clause
// Runs of bytes within an access range, and what it costs to put them there. Nobody knows where in
// the range they lie; formulas take them for spread evenly.
#pragma once

#include <algorithm>
#include <cstdint>

#include "engine/plan/cost_model.hpp"

namespace weft::engine {

/// The size of a page of memory, in which the system keeps the contents of files.
inline constexpr std::int64_t page_bytes = 4096;

/// `bytes` in `runs` pieces, `access_range` bytes from the first to the last.
struct Stretch {
    std::int64_t access_range = 0;
    std::int64_t bytes = 0;
    std::int64_t runs = 0;

    /// Whether there are whole pages between the runs.
    [[nodiscard]] bool is_scattered() const {
        const std::int64_t gaps = std::max<std::int64_t>(1, runs - 1);
        return (access_range - bytes) / gaps >= page_bytes;
    }
};

/// The seconds for new pages that a put writes whole, or run by run without whole pages between the
/// runs.
double new_page_seconds(std::int64_t access_range, const CostModel& cost);

/// The seconds for new pages that pieces touch, one piece at a time.
double touched_seconds(const Stretch& stretch, const CostModel& cost);

/// The seconds to write each run by a call of its own.
double piecewise_seconds(const Stretch& stretch, const CostModel& cost);

/// The seconds to read the whole stretch and write it back.
double rewriting_seconds(const Stretch& stretch, const CostModel& cost);

/// Whether it is faster to read and write the whole stretch than to write its pieces one by one.
bool rewriting_pays(const Stretch& stretch, const CostModel& cost);

}  // namespace weft::engine
