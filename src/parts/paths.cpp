// SPDX-License-Identifier: BSD-3-Clause
#include "parts/paths.hpp"

#include <fmt/format.h>

#include "parts/set_id.hpp"

namespace weft::parts {

std::string_view folder_of(std::string_view path) {
    return path.substr(0, path.rfind('/') + 1);
}

std::string name_of_part(const std::string& master, int part, std::span<const std::string> folders,
                         const SetId& id) {
    const std::string name = master.substr(folder_of(master).size());
    if (folders.empty()) return fmt::format("{}.{:04}", name, part);
    return fmt::format("{}/{}.{}.{:04}", folders[static_cast<std::size_t>(part) % folders.size()],
                       name, text_of(id), part);
}

std::string path_of_part(const std::string& master, std::string_view name) {
    std::string path(name.starts_with('/') ? std::string_view() : folder_of(master));
    return path.append(name);
}

}  // namespace weft::parts
