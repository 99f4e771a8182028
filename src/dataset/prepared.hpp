// SPDX-License-Identifier: BSD-3-Clause
// An access that has passed all checks: what is left when the caller's arrays are gone.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "dataset/access.hpp"
#include "region/pattern.hpp"
#include "region/run_collector.hpp"
#include "types/types.hpp"

namespace weft::dataset {

/// Blocks of a list that are contiguous in their variable, in elements of it. Where the other
/// blocks of the list begin in the buffer is told too, as they follow each other there in the
/// list's order.
struct RunTable {
    std::vector<region::Run> runs;            // in the order of the list until sorted
    std::vector<region::EqualRuns> patterns;  // what is regular among them
    std::vector<std::int64_t> block_memory;   // per block of `blocks`: its first element
    bool sorted = false;
};

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
    std::shared_ptr<RunTable> runs;    // of a list: blocks that are one run each; may be null
    std::int64_t element_count = 0;
    std::int64_t record_count = 0;  // puts: how many records there are afterwards at least
    bool* out_of_range = nullptr;   // if not null, set once a value did not fit its target type
};

/// A pattern of values side by side, shared by everybody who needs one.
const std::shared_ptr<const region::Pattern>& dense_pattern(std::int64_t element_bytes);

}  // namespace weft::dataset
