// SPDX-License-Identifier: BSD-3-Clause
#include "tools/shared/data_end.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "tools/shared/message.hpp"

namespace weft::tools {

std::vector<std::string> short_files(const std::string& path, const Input& input,
                                     const container::Stored& stored,
                                     const std::vector<int>& variables) {
    if (!stored.short_files.empty()) return stored.short_files;
    const bool is_short =
        std::ranges::any_of(variables, [&](int id) { return input.is_cut_short(stored, id); });
    return is_short ? std::vector{path} : std::vector<std::string>();
}

Status check_whole(const std::string& path, const std::vector<std::string>& short_files,
                   bool may_be_short) {
    if (short_files.empty() || may_be_short) return {};
    std::string which = "the file";
    if (short_files.front() != path) which = short_files.front();
    if (short_files.size() > 1) which += fmt::format(" (one of {} such files)", short_files.size());
    return {Code::etrunc, which +
                              " ends before its data: --truncated goes on, with zeros for what "
                              "is missing"};
}

void warn_cut_short(const std::vector<std::string>& files, std::string_view what_is_done) {
    for (const std::string& file : files)
        warn(file, "the file ends before its data; what is missing " + std::string(what_is_done));
}

}  // namespace weft::tools
