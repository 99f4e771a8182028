// SPDX-License-Identifier: BSD-3-Clause
// A definition for tests of its changes, and what a rank of its own does with a change.
#pragma once

#include <cstdint>
#include <limits>

#include "container/definition.hpp"
#include "dataset/change.hpp"

namespace weft::dataset {

/// With the limits of CDF-2: no 64-bit integers.
inline container::Definition small_definition() {
    container::Definition definition;
    constexpr std::int64_t most = std::numeric_limits<std::int32_t>::max();
    definition.format = container::Format::cdf2;
    definition.limits = {.dimension_length = most,
                         .attribute_count = most,
                         .record_count = most,
                         .start = most,
                         .last_type = static_cast<int>(types::External::float64)};
    return definition;
}

/// Makes a change that has passed its checks.
inline Code made(Change change) {
    if (!change.checked.ok()) return change.checked.code();
    change.make();
    return change.warning.code();
}

}  // namespace weft::dataset
