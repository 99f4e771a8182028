// SPDX-License-Identifier: BSD-3-Clause
// Repairs in place what can be put right without a guess about the data.
#pragma once

#include <string>
#include <vector>

#include "base/result.hpp"

namespace weft::tools {

/// What was done, a sentence each; nothing when nothing was to do. Nothing is written to a file
/// whose header has an error beyond these two.
///
/// Padding of the header that is not zero becomes zero. A record count becomes what the file's size
/// says when the header promises records of which no byte is stored, when whole records are stored
/// behind those that it counts, and when it is no number of records at all. A record that is stored
/// in part counts only if the header counts it: nothing that was written is taken away. The master
/// of a set counts what is stored in any of the set's files.
Result<std::vector<std::string>> repair_file(const std::string& path);

}  // namespace weft::tools
