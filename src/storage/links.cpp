// SPDX-License-Identifier: BSD-3-Clause
#include "storage/links.hpp"

#include <algorithm>
#include <filesystem>
#include <string_view>
#include <system_error>

#include "storage/path_prefix.hpp"
#include "storage/path_scheme.hpp"

namespace weft::storage {

std::string behind_links(const std::string& path) {
    namespace fs = std::filesystem;
    constexpr int most_links = 40;  // as many as the kernel follows
    if (is_elsewhere(path)) return path;
    fs::path found = strip_path_prefix(path);
    std::error_code error;
    for (int i = 0; i < most_links && fs::is_symlink(found, error); ++i) {
        const fs::path target = fs::read_symlink(found, error);
        if (error) break;
        found = found.parent_path() / target;
    }
    // A name without a prefix or scheme must not get one.
    const std::string name = found.string();
    const bool is_plain = !is_elsewhere(name) && strip_path_prefix(name) == name;
    return is_plain ? name : "./" + name;
}

std::string place_of_file(const std::string& path) {
    namespace fs = std::filesystem;
    if (const std::string_view scheme = scheme_of(path); !scheme.empty()) {
        const std::size_t host = scheme.size() + std::string_view("://").size();
        return path.substr(std::min(path.find('/', host), path.size()));
    }
    std::error_code error;
    const fs::path name = behind_links(path);
    const fs::path folder = fs::weakly_canonical(fs::absolute(name, error).parent_path(), error);
    return (folder / name.filename()).string();
}

}  // namespace weft::storage
