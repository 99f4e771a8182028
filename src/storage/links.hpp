// SPDX-License-Identifier: BSD-3-Clause
// Symbolic links to files.
#pragma once

#include <string>

namespace weft::storage {

/// The path that `path` leads to when it is a symbolic link, without the prefix of a file system;
/// `path` itself otherwise. Links among its folders stay. The name of a remote file stays as it is.
std::string behind_links(const std::string& path);

/// The absolute path at which a file is, or would be made, without links. For a remote file: its
/// path on the server.
std::string place_of_file(const std::string& path);

}  // namespace weft::storage
