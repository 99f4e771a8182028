// SPDX-License-Identifier: BSD-3-Clause
// The files that the words of a command line name.
#pragma once

#include <string>
#include <vector>

#include "base/result.hpp"

namespace weft::tools {

/// The names, unchanged except for patterns ("run*.nc", with *, ? and [...]) that are not the name
/// of a file: these become the matching files here, sorted by name. A pattern without matches
/// stays.
std::vector<std::string> input_files(const std::vector<std::string>& words);

/// The path from which the bytes of a file can be read. For "-" it is a copy of standard input,
/// which is read to its end at the first call and lies without a name in the folder for temporary
/// files; any other path is unchanged. Fails under mpiexec, where only one rank has the input.
Result<std::string> readable_path(const std::string& path);

}  // namespace weft::tools
