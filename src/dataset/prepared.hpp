// SPDX-License-Identifier: BSD-3-Clause
// An access that has passed all checks: what is left when the caller's arrays are gone.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "dataset/access.hpp"
#include "region/pattern.hpp"
#include "types/types.hpp"

namespace weft::dataset {

/// File offsets are not in here: a definition may change before the data move.
struct Prepared {
    Direction direction = Direction::put;
    types::Memory memory{};
    bool converted = false;  // the buffer holds values in file form already
    int variable_id = -1;
    std::byte* address = nullptr;
    std::shared_ptr<const region::Pattern> pattern;
    std::vector<std::int64_t> blocks;  // per block: start, count and stride of each dimension
    std::int64_t block_count = 0;      // of a variable without dimensions: 1, and `blocks` is empty
    std::int64_t element_count = 0;
    std::int64_t record_count = 0;  // puts: how many records there are afterwards at least
    bool* out_of_range = nullptr;   // if not null, set once a value did not fit its target type
};

/// A pattern of values side by side, shared by everybody who needs one.
const std::shared_ptr<const region::Pattern>& dense_pattern(std::int64_t element_bytes);

}  // namespace weft::dataset
