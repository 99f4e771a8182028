// SPDX-License-Identifier: BSD-3-Clause
#include "parts/paths.hpp"

#include <fmt/format.h>

namespace weft::parts {
namespace {

/// Up to the last slash, with it.
std::string folder_of(const std::string& path) {
    return path.substr(0, path.rfind('/') + 1);
}

}  // namespace

std::string name_of_part(const std::string& master, int part,
                         std::span<const std::string> folders) {
    const std::string name = fmt::format("{}.{:04}", master.substr(folder_of(master).size()), part);
    if (folders.empty()) return name;
    return folders[static_cast<std::size_t>(part) % folders.size()] + "/" + name;
}

std::string path_of_part(const std::string& master, const std::string& name) {
    return name.starts_with('/') ? name : folder_of(master) + name;
}

}  // namespace weft::parts
