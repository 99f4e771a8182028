// SPDX-License-Identifier: BSD-3-Clause
#include "storage/links.hpp"

#include <filesystem>
#include <system_error>

#include "storage/path_scheme.hpp"

namespace weft::storage {

std::string behind_links(const std::string& path) {
    namespace fs = std::filesystem;
    constexpr int most_links = 40;  // as the kernel follows
    if (is_elsewhere(path)) return path;
    fs::path found = path;
    std::error_code error;
    for (int i = 0; i < most_links && fs::is_symlink(found, error); ++i) {
        const fs::path target = fs::read_symlink(found, error);
        if (error) break;
        found = found.parent_path() / target;
    }
    return found.string();
}

}  // namespace weft::storage
