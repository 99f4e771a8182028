// SPDX-License-Identifier: BSD-3-Clause
// Runs of bytes within an access range, and what it costs to put them there. Where they lie in it
// is not known: they are taken for spread evenly.
#pragma once

#include <algorithm>
#include <cstdint>

#include "engine/plan/cost_model.hpp"

namespace weft::engine {

/// Of memory, in which the system keeps what files hold.
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

/// For pages that are written whole, or run by run without whole pages between them.
double new_page_seconds(std::int64_t access_range, const CostModel& cost);

/// For the pages that pieces touch, one piece at a time.
double touched_seconds(const Stretch& stretch, const CostModel& cost);

/// Writing each run by a call of its own.
double piecewise_seconds(const Stretch& stretch, const CostModel& cost);

/// Reading all of the stretch and writing it back.
double rewriting_seconds(const Stretch& stretch, const CostModel& cost);

/// True when reading and writing the whole stretch beats writing its pieces one by one.
bool rewriting_pays(const Stretch& stretch, const CostModel& cost);

}  // namespace weft::engine
