// SPDX-License-Identifier: BSD-3-Clause
// Names of files with a scheme ("ssh://host/scratch/a.nc"), which no file system of this machine
// has (store_table.hpp).
#pragma once

#include <string_view>

#include "storage/path_prefix.hpp"

namespace weft::storage {

/// The scheme in front of the "://" of a URL; empty for local names: "a://b" has too short a
/// scheme, "./ssh://b" and "a/ssh://b" begin with a directory, and "ufs://b" with a known prefix.
[[nodiscard]] constexpr std::string_view scheme_of(std::string_view path) {
    constexpr std::string_view mark = "://";
    const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
    const auto may_follow = [&](char c) {
        return is_letter(c) || (c >= '0' && c <= '9') || c == '+' || c == '-' || c == '.';
    };
    const std::string_view scheme = path.substr(0, path.find(mark));
    if (scheme.size() < 2 || scheme.size() == path.size()) return {};
    if (!is_letter(scheme.front()) || strip_path_prefix(path) != path) return {};
    for (const char c : scheme) {
        if (!may_follow(c)) return {};
    }
    return scheme;
}

/// Whether the kernel does not know the name, so that it has no links, folders or prefixes here.
[[nodiscard]] constexpr bool is_elsewhere(std::string_view path) {
    return !scheme_of(path).empty();
}

}  // namespace weft::storage
