// SPDX-License-Identifier: BSD-3-Clause
// Removing what a set consists of. Nothing communicates.
#pragma once

#include <string>
#include <vector>

#include "base/result.hpp"
#include "format/schema.hpp"
#include "storage/store.hpp"

namespace weft::dataset {

/// What the file at a path says of itself.
Result<format::Schema> header_of(storage::Store& store, const std::string& path);

/// Makes way for a part: a part of any set that is there is removed, or an empty file, as a part is
/// whose making was killed. Code::eexist where there is anything else.
Status clear_place_of_part(storage::Store& store, const std::string& path);

/// The part files of a file that is the master of a set; those that are there and belong to it. A
/// file that cannot be read has none.
std::vector<std::string> parts_of(storage::Store& store, const std::string& path);

/// Removes them.
Status remove_parts_of(storage::Store& store, const std::string& path);

}  // namespace weft::dataset
