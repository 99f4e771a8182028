// SPDX-License-Identifier: BSD-3-Clause
// Makes and removes the file of a dataset, whatever exists at its path. Nothing communicates.
#pragma once

#include <string>

#include "base/result.hpp"
#include "storage/store.hpp"

namespace weft::formats {

/// Makes a file that did not exist; if several programs try at the same time, one succeeds.
/// Code::eexist.
Result<storage::Opened> exclusive_file(storage::Store& store, const std::string& path,
                                       bool striped);

/// Makes an empty file at the path. An existing regular file is unlinked, so that programs which
/// read it keep their copy; a link is kept and its target is truncated, or replaced if its
/// dataset has several files. `left`: a file of an old dataset that could not be removed.
Result<storage::Opened> fresh_file(storage::Store& store, const std::string& path, bool striped,
                                   std::string& left);

/// Removes a dataset; of several files the one at `path` last.
Status remove_file(const std::string& path);

}  // namespace weft::formats
