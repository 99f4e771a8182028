// SPDX-License-Identifier: BSD-3-Clause
// The answer to an open of a store that serves its files itself.
#pragma once

#include <string>

#include "storage/store.hpp"

namespace weft::storage {

/// Adds to `opened` what the intent requests, and with a head or a tail the size of the file that
/// they belong to. Facts that are not available are left out, and so is the tail of a file that
/// another program has just shortened; a head or tail that cannot be read is a failure.
Result<Opened> answer(Store& store, const std::string& path, const Intent& intent, Opened opened);

}  // namespace weft::storage
