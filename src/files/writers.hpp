// SPDX-License-Identifier: BSD-3-Clause
// Tells whether other processes have a file open, for a rank that has not opened it.
#pragma once

#include <string>

#include "storage/store.hpp"

namespace weft::files {

/// True when no process has the file open for writing through this library, and for a symbolic
/// link. Waits a moment, because rank 0 of a program that has just closed it may still hold its
/// lock.
bool writers_leave(storage::Store& store, const std::string& name);

}  // namespace weft::files
