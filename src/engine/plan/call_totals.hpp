// SPDX-License-Identifier: BSD-3-Clause
// What all ranks bring to a collective call, taken together.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/plan/cost.hpp"

namespace weft::engine {

struct CallTotals {
    std::int64_t begin = 0;
    std::int64_t end = 0;
    std::int64_t bytes = 0;
    std::int64_t runs = 0;
    int active = 0;  // ranks with something to move

    [[nodiscard]] Stretch stretch() const { return {end - begin, bytes, runs}; }
};

CallTotals totals_of(const std::vector<Summary>& ranks);

/// The bytes of the union of all ranks' access ranges.
std::int64_t union_of_hulls(const std::vector<Summary>& ranks);

}  // namespace weft::engine
