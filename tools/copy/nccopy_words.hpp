// SPDX-License-Identifier: BSD-3-Clause
// The command line of nccopy as one of `weft copy`.
#pragma once

#include <string>
#include <vector>

namespace weft::tools {

/// Translates the options that differ. In nccopy, -d takes a level of compression, and -s no value.
/// In `weft copy` they choose a part of a file, and then their values have a comma, or an equals
/// sign. "-d 1" becomes --deflate, and "-s" --shuffle; "-d DIM,LO" and "-s VAR=LO:HI" stay, and so
/// do command lines of other commands.
std::vector<std::string> with_nccopy_letters(const std::vector<std::string>& words);

}  // namespace weft::tools
