// SPDX-License-Identifier: BSD-3-Clause
// Where the records of a new epoch go. The storage targets of a set are the folders of its parts.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "format/schema.hpp"
#include "parts/table.hpp"

namespace weft::parts {

/// Each once, in the order of their first parts, as the names of parts have them; "" is the
/// master's.
std::vector<std::string> targets_of(const Table& table);

/// Whether there are divided variables with records.
bool has_records(const format::Schema& whole, const Table& table);

/// The targets of the last epoch's ranges, each range on the one behind its own.
std::vector<int> next_targets(const Table& table);

/// The table with one more epoch, from `first_record` on, which is behind where the last one
/// begins. `targets`: of each range, a number in targets_of(). `master`: where it is.
Table with_epoch(Table table, const std::string& master, std::int64_t first_record,
                 std::span<const int> targets);

}  // namespace weft::parts
