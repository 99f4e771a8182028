// SPDX-License-Identifier: BSD-3-Clause
// Symbolic links to files.
#pragma once

#include <string>

namespace weft::storage {

/// The name behind the links that `path` is, where the file is or would be made, without the prefix
/// of a file system; `path` itself where it has none and is no link. Links in the folders that lead
/// there stay. A name of another machine's stays as it is.
std::string behind_links(const std::string& path);

/// Where a file is or would be made, from the root on, whatever links lead to its folder. Of
/// another machine's, as it is called there.
std::string place_of_file(const std::string& path);

}  // namespace weft::storage
