// SPDX-License-Identifier: BSD-3-Clause
// Finds files whose data are truncated: they end before the data that they announce. Commands
// refuse such input, or warn of it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "tools/shared/input.hpp"

namespace weft::tools {

/// The files of a set that end before their data do; for a single file, the file itself if values
/// of one of these variables are missing.
std::vector<std::string> short_files(const std::string& path, const Input& input,
                                     const container::Stored& stored,
                                     const std::vector<int>& variables);

/// Code::etrunc if there are such files, with the advice to use the option --truncated.
Status check_whole(const std::string& path, const std::vector<std::string>& short_files,
                   bool may_be_short);

/// Warns of each of these files, and says what is done with the missing values: "counts as zeros".
void warn_cut_short(const std::vector<std::string>& files, std::string_view what_is_done);

}  // namespace weft::tools
