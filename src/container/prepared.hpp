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

/// How long this dimension must be for the block to fit. The block has elements.
std::int64_t end_of(const Block& block, std::size_t dimension);
/// The least number of records afterwards, for a variable with records; in elements of it.
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

/// The parts that few accesses have.
struct Irregular {
    std::shared_ptr<const region::Pattern> memory;  // null: values side by side
    std::shared_ptr<BlockList> list;                // null: the access is one block
};

/// File offsets are not stored: a definition may change before the data move.
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
    /// The least number of records after a put to a record variable.
    [[nodiscard]] std::int64_t records_needed() const;
    /// The least length of this dimension of its variable after a put with elements; 0: it does not
    /// grow.
    [[nodiscard]] std::int64_t length_needed(std::size_t dimension) const;
};

/// A pattern of values side by side, shared by all that need one.
const std::shared_ptr<const region::Pattern>& dense_pattern(std::int64_t element_bytes);

}  // namespace weft::container
