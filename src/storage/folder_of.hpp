// SPDX-License-Identifier: BSD-3-Clause
// The folder of a path: up to the last slash, including it; empty if there is none.
#pragma once

#include <string_view>

namespace weft::storage {

[[nodiscard]] constexpr std::string_view folder_of(std::string_view path) {
    return path.substr(0, path.rfind('/') + 1);
}

}  // namespace weft::storage
