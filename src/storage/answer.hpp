// SPDX-License-Identifier: BSD-3-Clause
// The answer to an open of a store that serves its files itself.
#pragma once

#include <string>

#include "storage/store.hpp"

namespace weft::storage {

/// Adds to `opened` what the intent requests. Facts that are not available are left out; a head or
/// tail that cannot be read is a failure.
Result<Opened> answer(Store& store, const std::string& path, const Intent& intent, Opened opened);

}  // namespace weft::storage
