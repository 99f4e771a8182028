// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "tools/shared/opened_file.hpp"

namespace weft::tools {

/// File offset behind the last value that the header promises. A file may be shorter: values that
/// were never written need not be stored.
std::int64_t data_end(const OpenedFile& opened);

/// The file, or the files of a set, that end before that.
std::vector<std::string> short_files(const std::string& path, const OpenedFile& opened);
/// The same, but of a single file only if the values of one of these variables are missing.
std::vector<std::string> short_files(const std::string& path, const OpenedFile& opened,
                                     const std::vector<int>& variables);

/// Code::etrunc where there are such files, with the advice to use the option --truncated.
Status check_whole(const std::string& path, const std::vector<std::string>& short_files,
                   bool may_be_short);

/// Says of each of them that it is so, and what is done with what is missing: "counts as zeros".
void warn_cut_short(const std::vector<std::string>& files, std::string_view what_is_done);

}  // namespace weft::tools
