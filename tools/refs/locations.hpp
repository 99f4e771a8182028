// SPDX-License-Identifier: BSD-3-Clause
// What references call the files of a dataset.
#pragma once

#include <string>
#include <vector>

#include "base/result.hpp"

namespace weft::tools {

/// The name of a file in its folder; of an address of the web, without a query.
std::string file_name_of(const std::string& path);

/// The names of the first file of a dataset and of its parts, in the order of
/// container::ReferredChunk. `url`: of the first file, or of its folder if it ends with "/"; empty:
/// the files have the names by which they are opened. Fails if a part is not beneath the folder of
/// the first file, so that the URL does not say where it is, and if a name has a secret that the
/// references would tell.
Result<std::vector<std::string>> locations_of(const std::string& path, const std::string& url);

}  // namespace weft::tools
