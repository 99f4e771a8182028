// SPDX-License-Identifier: BSD-3-Clause
// The locks that tell a change that goes on from an interrupted one (journal.hpp): each rank that
// changes a file holds one on a byte of its own, and whoever recovers the file takes them all. They
// end with the process that holds them, and are null where the file system cannot lock.
#pragma once

#include <memory>

#include "base/result.hpp"
#include "storage/file.hpp"

namespace weft::classic {

/// Held while the rank changes the definition.
Result<std::unique_ptr<storage::RangeLock>> lock_of_rank(storage::File& file, int rank);

/// Waits for all ranks.
Result<std::unique_ptr<storage::RangeLock>> lock_of_all(storage::File& file);

}  // namespace weft::classic
