// SPDX-License-Identifier: BSD-3-Clause
// Who has a file open, for one rank that does not.
#pragma once

#include <string>

#include "storage/store.hpp"

namespace weft::files {

/// Whether nobody has the file open for writing through this library, or the name is a link to one.
/// Waits a moment, as rank 0 of those who have just closed it may still be about to let go of it.
bool writers_leave(storage::Store& store, const std::string& name);

}  // namespace weft::files
