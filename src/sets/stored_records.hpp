// SPDX-License-Identifier: BSD-3-Clause
// Finds how many records the files of a set have by their sizes, whatever their headers count.
#pragma once

#include <optional>
#include <string>

#include "classic/findings.hpp"
#include "parts/master.hpp"
#include "storage/store.hpp"

namespace weft::sets {

/// The stored records of a set whose master, at `master`, has `in_master`. A record is stored if
/// any file has its share, because the single file would reach that far. If a part cannot be read,
/// the number of records is unknown. Empty without a record dimension.
std::optional<classic::StoredRecords> stored_records(
    storage::Store& store, const std::string& master, const parts::Set& set,
    const std::optional<classic::StoredRecords>& in_master);

}  // namespace weft::sets
