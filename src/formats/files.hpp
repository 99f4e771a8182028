// SPDX-License-Identifier: BSD-3-Clause
// Making and removing the file of a dataset, whatever is there before. Nothing communicates.
#pragma once

#include <string>

#include "base/result.hpp"
#include "storage/store.hpp"

namespace weft::formats {

/// A file that nobody had before, and that nobody else gets: of several who make it at the same
/// time one succeeds. Code::eexist.
Result<storage::Opened> exclusive_file(storage::Store& store, const std::string& path,
                                       bool striped);

/// A fresh file at the path. An existing regular file is unlinked, so that programs which still
/// read it keep their copy; a link is kept and what it points to is emptied, or replaced where it
/// is a set. `left`: a file of an old set that could not be removed.
Result<storage::Opened> fresh_file(storage::Store& store, const std::string& path, bool striped,
                                   std::string& left);

/// A dataset; of a set the parts, then the master.
Status remove_file(const std::string& path);

}  // namespace weft::formats
