// SPDX-License-Identifier: BSD-3-Clause
// Chooses where the records of a new epoch go. The storage targets of a set are the folders of its
// parts.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "model/schema.hpp"
#include "parts/table.hpp"

namespace weft::parts {

/// With this many epochs, no more are begun automatically.
inline constexpr int most_epochs = 16;

/// The targets of a set, each of them once, in the order of their first parts, as in the names of
/// parts; "" is the master's folder.
std::vector<std::string> targets_of(const Table& table);

/// Whether there are divided variables with records.
bool has_records(const model::Schema& whole, const Table& table);

/// The bytes of each range in a record.
std::vector<std::int64_t> record_bytes_of_ranges(const model::Schema& whole, const Table& table);

/// The number of ranges into which each target's share of a new set, whose variables `table`
/// divides, is divided. There are several if records will be appended, so that other targets can
/// take some of them over; but no range is shorter than an index.
int ranges_per_target(const model::Schema& whole, const Table& table, int target_count);

/// The target of each part, by its number in targets_of().
std::vector<int> targets_of_parts(const Table& table);
/// The targets of the last epoch's ranges.
std::vector<int> targets_of_ranges(const Table& table);

/// The targets of the last epoch's ranges, with each range moved to the next target.
std::vector<int> next_targets(const Table& table);

/// The largest table that this one can become: `most_epochs` epochs, with the longest possible
/// names of parts.
Table with_all_epochs(Table table);

/// The table with one more epoch from `first_record` on, which is behind the beginning of the last
/// one. `targets`: of each range, a number in targets_of().
Table with_epoch(Table table, std::int64_t first_record, std::span<const int> targets);

}  // namespace weft::parts
