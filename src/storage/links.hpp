// SPDX-License-Identifier: BSD-3-Clause
// Symbolic links to files.
#pragma once

#include <string>

namespace weft::storage {

/// The name behind the links that `path` is, where the file is or would be made; `path` itself
/// where it is no link. Links in the folders that lead there stay. A name of another machine's
/// stays as it is.
std::string behind_links(const std::string& path);

}  // namespace weft::storage
