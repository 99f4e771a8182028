// SPDX-License-Identifier: BSD-3-Clause
// Which format keeps a dataset, and its limits.
#pragma once

#include <cstdint>

#include "types/kernels.hpp"

namespace weft::container {

/// The numbers are those of ncmpi_inq_format().
enum class Format : std::uint8_t { cdf1 = 1, cdf2 = 2, cdf5 = 5 };

/// What a definition and an access are checked against.
struct Limits {
    std::int64_t dimension_length = 0;  // longest dimension
    std::int64_t attribute_count = 0;   // most values of an attribute
    std::int64_t record_count = 0;      // most records
    std::int64_t start = 0;             // the largest index of an access
    int last_type = 0;                  // highest number of an external type
    types::ByteRule byte_rule = types::ByteRule::checked;
};

}  // namespace weft::container
