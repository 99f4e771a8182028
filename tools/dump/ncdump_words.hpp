// SPDX-License-Identifier: BSD-3-Clause
// The command line of ncdump as one of `weft dump`.
#pragma once

#include <string>
#include <vector>

namespace weft::tools {

/// In ncdump, -s has no value and may stand with other letters ("-hs"). Such words become -h and
/// --special; "-s VAR=LO:HI" is left as it is. Lines of other commands are left as they are.
std::vector<std::string> with_ncdump_letters(const std::vector<std::string>& words);

}  // namespace weft::tools
