// SPDX-License-Identifier: BSD-3-Clause
// Where the manifest of a staged file lies (stage/manifest.hpp): beside the file.
#pragma once

#include <string>

namespace weft::storage {

inline std::string manifest_path(const std::string& file) {
    return file + ".weft-stage";
}

}  // namespace weft::storage
