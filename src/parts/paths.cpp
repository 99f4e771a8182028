// SPDX-License-Identifier: BSD-3-Clause
#include "parts/paths.hpp"

#include <fmt/format.h>

#include "parts/set_id.hpp"

namespace weft::parts {

std::string_view folder_of(std::string_view path) {
    return path.substr(0, path.rfind('/') + 1);
}

std::string_view file_of(std::string_view path) {
    return path.substr(path.rfind('/') + 1);
}

std::string name_of_part(const std::string& master, int part, std::span<const std::string> folders,
                         const SetId& id) {
    if (folders.empty()) return std::string(file_of(master)) + end_of_name({}, 0, part);
    std::string_view folder = folders[static_cast<std::size_t>(part) % folders.size()];
    while (folder.ends_with('/')) folder.remove_suffix(1);
    return fmt::format("{}/{}{}", folder, file_of(master), end_of_name(text_of(id), 0, part));
}

std::string end_of_name(std::string_view id, int epoch, int range) {
    constexpr std::size_t least_digits = 4;
    std::string end;
    if (!id.empty()) end.append(1, '.').append(id);
    if (epoch > 0) end.append(".e").append(std::to_string(epoch));
    const std::string digits = std::to_string(range);
    end += '.';
    if (digits.size() < least_digits) end.append(least_digits - digits.size(), '0');
    return end.append(digits);
}

std::string_view stem_of_name(const Table& table, int part) {
    const std::string_view name = table.names[static_cast<std::size_t>(part)];
    const std::string id = folder_of(name).empty() ? std::string() : text_of(table.id);
    const std::string_view file = file_of(name);
    const std::size_t end = end_of_name(id, table.epoch_of(part), table.range_of(part)).size();
    return file.substr(0, file.size() - std::min(end, file.size()));
}

std::string path_of_part(const std::string& master, std::string_view name) {
    std::string path(name.starts_with('/') ? std::string_view() : folder_of(master));
    if (path.empty() && name.find(':') != std::string_view::npos && !name.starts_with('/'))
        path = "./";
    return path.append(name);
}

}  // namespace weft::parts
