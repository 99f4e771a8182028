// SPDX-License-Identifier: BSD-3-Clause
#include "tools/refs/locations.hpp"

#include <fmt/format.h>

#include <string_view>

#include "base/presentable.hpp"
#include "formats/formats.hpp"
#include "parts/paths.hpp"
#include "storage/links.hpp"

namespace weft::tools {
namespace {

Result<std::vector<std::string>> parts_of(const std::string& path) {
    const auto anatomy = formats::anatomy_of(path);
    if (!anatomy.ok()) return anatomy.status();
    const auto others = anatomy.value()->others();
    if (!others.ok()) return others.status();
    std::vector<std::string> paths;
    if (!others.value()) return paths;
    for (const container::DividedFiles::File& file : others.value()->files)
        paths.push_back(file.path);
    return paths;
}

Status check_secrets(const std::vector<std::string>& names) {
    for (const std::string& name : names)
        if (presentable_name(name) != name)
            return {Code::einval,
                    "its name has a password or a signature, which the references would tell to "
                    "everybody; give the name for them by --url"};
    return {};
}

/// An address of the web without what follows a '#', which is for programs and not for servers.
std::string without_mode(const std::string& path) {
    return path.find("://") == std::string::npos ? path : path.substr(0, path.find('#'));
}

}  // namespace

std::string file_name_of(const std::string& path) {
    const bool is_address = path.find("://") != std::string::npos;
    const std::string name = is_address ? path.substr(0, path.find_first_of("?#")) : path;
    return std::string(parts::file_of(name));
}

Result<std::vector<std::string>> locations_of(const std::string& path, const std::string& url) {
    const Result<std::vector<std::string>> parts = parts_of(path);
    if (!parts.ok()) return parts.status();
    std::vector<std::string> names = {without_mode(path)};
    if (url.empty()) {
        names.insert(names.end(), parts.value().begin(), parts.value().end());
        const Status open = check_secrets(names);
        if (!open.ok()) return open;
        return names;
    }
    names.front() = url.ends_with('/') ? url + file_name_of(path) : url;
    const std::string_view folder_in_url = parts::folder_of(url);
    const std::string real = storage::behind_links(path);
    const std::string_view folder = parts::folder_of(real);
    for (const std::string& part : parts.value()) {
        if (!part.starts_with(folder) || url.find('?') != std::string::npos)
            return Status(Code::einval, fmt::format("--url does not say where its part '{}' is",
                                                    presentable_name(part)));
        names.push_back(std::string(folder_in_url) + part.substr(folder.size()));
    }
    return names;
}

}  // namespace weft::tools
