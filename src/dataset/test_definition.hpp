// SPDX-License-Identifier: BSD-3-Clause
// A definition for tests of its changes, and a rank that is alone with a change.
#pragma once

#include <cstdint>
#include <limits>

#include "container/definition.hpp"
#include "dataset/change.hpp"
#include "types/types.hpp"

namespace weft::dataset {

// External types as the C functions take them.
inline constexpr int byte_type = static_cast<int>(types::External::byte);
inline constexpr int text_type = static_cast<int>(types::External::character);
inline constexpr int int_type = static_cast<int>(types::External::int32);
inline constexpr int longlong_type = static_cast<int>(types::External::int64);

/// A definition with the limits of CDF-2: no 64-bit integers.
inline container::Definition small_definition() {
    container::Definition definition;
    constexpr std::int64_t most = std::numeric_limits<std::int32_t>::max();
    definition.format = container::format_numbers::cdf2;
    definition.limits = {.dimension_length = most,
                         .attribute_count = most,
                         .record_count = most,
                         .start = most,
                         .last_type = static_cast<int>(types::External::float64)};
    return definition;
}

/// A single rank, which agrees with itself.
class OneRank : public ChangeSteps {
public:
    Status agree(Status checked, const UniformFields& arguments) override {
        compared = arguments;
        return checked.ok() ? Status(others) : checked;
    }
    Status keep() override { return {}; }

    Code others = Code::noerr;
    UniformFields compared;  // of the last change
};

}  // namespace weft::dataset
