// SPDX-License-Identifier: BSD-3-Clause
// The three classic formats, and the limits of each.
#pragma once

#include <cstdint>

namespace weft::format {

enum class Version : std::uint8_t { cdf1 = 1, cdf2 = 2, cdf5 = 5 };

struct Limits {
    std::int64_t dimension_length;  // longest dimension
    std::int64_t attribute_count;   // most values of an attribute
    std::int64_t record_count;      // most records
    std::int64_t begin;             // largest file offset of a variable
    int last_type;                  // highest number of an external type
};
Limits limits_of(Version version);

}  // namespace weft::format
