// SPDX-License-Identifier: BSD-3-Clause
#include "tools/copy/formats.hpp"

#include <map>
#include <string>

#include "tools/shared/command_form.hpp"

namespace weft::tools {
namespace {

const std::map<std::string, format::Version>& version_names() {
    using enum format::Version;
    static const std::map<std::string, format::Version> names{
        {"classic", cdf1}, {"1", cdf1},    {"64-bit-offset", cdf2}, {"64-bit offset", cdf2},
        {"2", cdf2},       {"cdf5", cdf5}, {"64-bit-data", cdf5},   {"5", cdf5}};
    return names;
}

}  // namespace

void add_format_option(CommandForm& form, std::optional<format::Version>& version) {
    form.each("-k", [&version](const std::string& name) { version = version_names().at(name); })
        ->check(CLI::IsMember(version_names()));
}

}  // namespace weft::tools
