// SPDX-License-Identifier: BSD-3-Clause
// The files that the words of a command line stand for.
#pragma once

#include <string>
#include <vector>

#include "base/result.hpp"

namespace weft::tools {

/// Names as they are, but for patterns ("run*.nc", with *, ? and [...]) that no file has as its
/// name: the files here that match, in the order of their names. A pattern that none matches stays.
std::vector<std::string> input_files(const std::vector<std::string>& words);

/// Where the bytes of a file can be read: for "-" a copy of standard input, which is read to its
/// end at the first call and lies in the folder for temporary files, without a name; any other path
/// stays as it is. Fails under mpiexec, where one rank alone has the input.
Result<std::string> readable_path(const std::string& path);

}  // namespace weft::tools
