// SPDX-License-Identifier: BSD-3-Clause
// An access that has passed all checks, without the caller's arrays. There may be a million of
// them, so rare parts are stored separately.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "base/short_array.hpp"
#include "engine/request/request.hpp"
#include "region/pattern.hpp"
#include "region/run_collector.hpp"
#include "types/types.hpp"

namespace weft::container {

using engine::Direction;

/// One entry per dimension for start, then count, then stride.
using Block = ShortArray<std::int64_t, 9>;

/// The length that this dimension needs for the block to fit. The block has elements.
std::int64_t end_of(const Block& block, std::size_t dimension);
/// The number of records that a variable with records needs for the block to fit.
std::int64_t records_in(const Block& block);

/// The blocks of a list. Contiguous ones are runs, in elements of their variable.
struct BlockList {
    std::vector<region::Run> runs;            // in the order of the list until sorted
    std::vector<region::EqualRuns> patterns;  // the regular ones among them
    std::vector<Block> others;
    std::vector<std::int64_t> other_memory;  // where each begins in the buffer: its first element
    std::int64_t record_count = 0;
    std::vector<std::int64_t> ends;  // of a variable that grows freely: along each dimension
    bool sorted = false;

    /// Takes the result of the collector.
    void take(region::RunCollector& collector);
};

/// The parts that only few accesses have.
struct Irregular {
    std::shared_ptr<const region::Pattern> memory;  // null: values side by side
    std::shared_ptr<BlockList> list;                // null: the access is one block
};

/// An access that has passed all checks. It has no file offsets: a definition may change before the
/// data move.
struct Prepared {
    Direction direction = Direction::put;
    types::Memory memory{};
    bool converted = false;  // the buffer already holds values as in the file
    int variable_id = -1;
    std::int64_t element_count = 0;
    std::byte* address = nullptr;
    Block block;                           // empty for a list
    std::unique_ptr<Irregular> irregular;  // null: one block, values side by side

    [[nodiscard]] bool is_list() const {
        return irregular != nullptr && irregular->list != nullptr;
    }
    Irregular& irregularities() {
        if (irregular == nullptr) irregular = std::make_unique<Irregular>();
        return *irregular;
    }
    /// The number of records that a put to a record variable needs.
    [[nodiscard]] std::int64_t records_needed() const;
    /// The length that a put with elements needs of this dimension of its variable; 0: the
    /// dimension does not grow.
    [[nodiscard]] std::int64_t length_needed(std::size_t dimension) const;
};

/// The pattern of values side by side, shared by all its users.
const std::shared_ptr<const region::Pattern>& dense_pattern(std::int64_t element_bytes);

}  // namespace weft::container
