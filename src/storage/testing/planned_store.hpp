// SPDX-License-Identifier: BSD-3-Clause
// Stores that tests choose by a word.
#pragma once

#include <memory>
#include <string_view>

#include "storage/store.hpp"

namespace weft::storage {

/// Files of the operating system:
///
/// - "": as they are;
/// - KIND:N:WHAT[:forever] (fault_plan.hpp): one of the system calls fails;
/// - /FOLDER:KIND:N:WHAT[:forever]: the same, but only calls for files in a folder count and fail;
/// - /FOLDER:slow:RATE: files in a folder reach the disk at so many bytes a second, by a clock of
/// that folder (target_clocks.hpp);
/// - several of the last two, for different folders, with a ; between;
/// - stale: seen through a cache that is not kept up to date (stale_store.hpp).
///
/// Code::einval for any other text.
Result<std::unique_ptr<Store>> planned_store(std::string_view plan);

}  // namespace weft::storage
