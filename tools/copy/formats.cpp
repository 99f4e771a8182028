// SPDX-License-Identifier: BSD-3-Clause
#include "tools/copy/formats.hpp"

#include <map>
#include <string>

#include "container/constants.hpp"
#include "tools/shared/command_form.hpp"

namespace weft::tools {
namespace {

const std::map<std::string, int>& kinds() {
    using namespace container::format_numbers;
    static const std::map<std::string, int> names{
        {"classic", classic}, {"1", classic}, {"64-bit-offset", cdf2}, {"64-bit offset", cdf2},
        {"2", cdf2},          {"cdf5", cdf5}, {"64-bit-data", cdf5},   {"5", cdf5}};
    return names;
}

}  // namespace

void add_format_option(CommandForm& form, std::optional<int>& kind) {
    form.each("-k", [&kind](const std::string& name) { kind = kinds().at(name); })
        ->check(CLI::IsMember(kinds()));
}

}  // namespace weft::tools
