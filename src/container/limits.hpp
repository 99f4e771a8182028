// SPDX-License-Identifier: BSD-3-Clause
// The limits of a format, and the encoding of values that it gives new variables.
#pragma once

#include <bit>
#include <cstdint>
#include <limits>

#include "base/result.hpp"
#include "model/schema.hpp"
#include "types/kernels.hpp"

namespace weft::container {

/// The limits that definitions and accesses are checked against.
struct Limits {
    std::int64_t dimension_length = 0;                          // longest dimension
    std::int64_t attribute_count = 0;                           // most values of an attribute
    std::int64_t record_count = 0;                              // most records
    std::int64_t start = 0;                                     // the largest index of an access
    int variable_dimensions = std::numeric_limits<int>::max();  // most dimensions of a variable
    int last_type = 0;  // highest number of an external type
    types::ByteRule byte_rule = types::ByteRule::checked;
    std::endian byte_order = std::endian::big;  // of new variables
    bool stores_chunks = false;                 // programs may choose how variables are stored
    bool grows_freely = false;  // any number of dimensions may be unlimited, in any place
};

/// Whether a format with these limits can express the definitions. Otherwise Code::edimsize,
/// Code::ebadname, Code::ebadtype or Code::einval, and the message names the first that it cannot.
Status check_limits(const Limits& limits, const model::Schema& schema);

}  // namespace weft::container
