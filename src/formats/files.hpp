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

/// Code::eaccess while a program stages bytes for the file at `path`: another file may not take its
/// name then.
Status check_replaceable(const std::string& path);

/// Gives a complete file the name `path`, in place of the dataset there, if there is one. Its other
/// files, and what a dead job had staged for it, are removed afterwards. Fails as
/// check_replaceable() does. `left`: why something of the old dataset could not be removed.
Status replace_file(const std::string& complete, const std::string& path, std::string& left);

/// Removes a dataset; of several files the one at `path` last.
Status remove_file(const std::string& path);

}  // namespace weft::formats
