// SPDX-License-Identifier: BSD-3-Clause
// What a store that asks nobody else says of a file that it has opened.
#pragma once

#include <memory>
#include <string>

#include "storage/store.hpp"

namespace weft::storage {

/// The file, with what the intent asks for. Facts that cannot be had are left out; a head or tail
/// that cannot be read is a failure.
Result<Opened> answer(Store& store, const std::string& path, const Intent& intent,
                      std::unique_ptr<File> file);

}  // namespace weft::storage
