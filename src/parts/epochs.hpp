// SPDX-License-Identifier: BSD-3-Clause
// Where the records of a new epoch go. The storage targets of a set are the folders of its parts.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "model/schema.hpp"
#include "parts/table.hpp"

namespace weft::parts {

/// Epochs do not begin by themselves when there are so many.
inline constexpr int most_epochs = 16;

/// Each once, in the order of their first parts, as the names of parts have them; "" is the
/// master's.
std::vector<std::string> targets_of(const Table& table);

/// Whether there are divided variables with records.
bool has_records(const model::Schema& whole, const Table& table);

/// Of a record, the bytes that each range has.
std::vector<std::int64_t> record_bytes_of_ranges(const model::Schema& whole, const Table& table);

/// Into how many ranges each of so many targets' share of a new set is divided, whose variables are
/// divided by `table`: several where records will come, so that others can take some of them over;
/// but none shorter than an index.
int ranges_per_target(const model::Schema& whole, const Table& table, int target_count);

/// The target of each part, by its number in targets_of().
std::vector<int> targets_of_parts(const Table& table);
/// Of the last epoch's ranges.
std::vector<int> targets_of_ranges(const Table& table);

/// The targets of the last epoch's ranges, each range on the one behind its own.
std::vector<int> next_targets(const Table& table);

/// What a table may become, as far as its epochs need room: `most_epochs` of them, with the longest
/// names that parts can have.
Table with_all_epochs(Table table);

/// The table with one more epoch, from `first_record` on, which is behind where the last one
/// begins. `targets`: of each range, a number in targets_of().
Table with_epoch(Table table, std::int64_t first_record, std::span<const int> targets);

}  // namespace weft::parts
