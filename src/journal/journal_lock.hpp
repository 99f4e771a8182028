// SPDX-License-Identifier: BSD-3-Clause
// The locks that distinguish a running change from an interrupted one (journal.hpp): each rank that
// changes a file holds a lock on a byte of its own (storage/lock_bytes.hpp), and a program that
// recovers the file takes them all. They end with the process that holds them, and are null if the
// file system cannot lock.
#pragma once

#include <memory>

#include "base/result.hpp"
#include "storage/file.hpp"

namespace weft::journal {

/// The lock that a rank holds while it changes the definition.
Result<std::unique_ptr<storage::RangeLock>> lock_of_rank(storage::File& file, int rank);

/// Waits for the locks of all ranks.
Result<std::unique_ptr<storage::RangeLock>> lock_of_all(storage::File& file);

}  // namespace weft::journal
