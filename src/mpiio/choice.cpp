// SPDX-License-Identifier: BSD-3-Clause
#include "mpiio/choice.hpp"

#include <fnmatch.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <system_error>

#include "storage/path_scheme.hpp"

namespace weft::mpiio {
namespace {

bool is_off(std::string_view word) {
    return word == "off" || word == "disable" || word == "false" || word == "0";
}

bool is_on(std::string_view word) {
    return word == "on" || word == "enable" || word == "true" || word == "1";
}

bool matches_one(const std::string& name, std::string_view patterns) {
    while (!patterns.empty()) {
        const std::string pattern(patterns.substr(0, patterns.find(':')));
        if (fnmatch(pattern.c_str(), name.c_str(), 0) == 0) return true;
        patterns.remove_prefix(std::min(patterns.size(), pattern.size() + 1));
    }
    return false;
}

}  // namespace

bool is_served(std::string_view name, std::string_view wanted, const mpi::Hints& hints) {
    if (is_on(wanted) || is_off(wanted)) return is_on(wanted);
    if (!wanted.empty()) return matches_one(std::string(name), wanted);
    const auto hint = hints.find("weft_mpiio");
    return hint == hints.end() || !is_off(hint->second);
}

bool is_special(std::string_view name) {
    if (storage::is_elsewhere(name)) return false;
    std::error_code unknown;
    const auto found = std::filesystem::status(storage::strip_path_prefix(name), unknown);
    return std::filesystem::exists(found) && !std::filesystem::is_regular_file(found);
}

}  // namespace weft::mpiio
