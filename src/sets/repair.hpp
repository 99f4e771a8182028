// SPDX-License-Identifier: BSD-3-Clause
// Repairs in place what can be repaired without guesses about the data.
#pragma once

#include <string>
#include <vector>

#include "base/result.hpp"
#include "storage/store.hpp"

namespace weft::sets {

/// The repairs, a sentence each; empty if nothing was to repair. A file whose header has other
/// errors than these two stays unchanged.
///
/// Padding of the header that is not zero becomes zero. The record count is set by the file's size
/// if the header counts records of which no byte is stored, if complete records are stored behind
/// the counted ones, or if it is not a number of records. A partly stored record counts only if the
/// header counts it: no written data are removed. The master of a set counts what is stored in any
/// of the set's files.
Result<std::vector<std::string>> repair_file(storage::Store& store, const std::string& path);

}  // namespace weft::sets
