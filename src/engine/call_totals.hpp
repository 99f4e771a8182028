// SPDX-License-Identifier: BSD-3-Clause
// What all ranks bring to a collective call, taken together.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/cost.hpp"

namespace weft::engine {

struct CallTotals {
    std::int64_t begin = 0;
    std::int64_t end = 0;
    std::int64_t bytes = 0;
    std::int64_t runs = 0;
    int active = 0;  // ranks with something to move

    [[nodiscard]] Stretch stretch() const { return {end - begin, bytes, runs}; }
};

CallTotals total(const std::vector<Summary>& ranks);

/// Between the first and the last byte of each rank, what several of them have there once.
std::int64_t union_of_hulls(const std::vector<Summary>& ranks);

}  // namespace weft::engine
