// SPDX-License-Identifier: BSD-3-Clause
// What a store that asks nobody else says of a file that it has opened.
#pragma once

#include <string>

#include "storage/store.hpp"

namespace weft::storage {

/// The file and its size, where that is known, with what the intent asks for beside. Facts that
/// cannot be had are left out; a head or tail that cannot be read is a failure.
Result<Opened> answer(Store& store, const std::string& path, const Intent& intent, Opened opened);

}  // namespace weft::storage
