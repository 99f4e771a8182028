// SPDX-License-Identifier: BSD-3-Clause
// The command line of ncdump as one of `weft dump`.
#pragma once

#include <string>
#include <vector>

namespace weft::tools {

/// Translates the options that differ. In ncdump, -s has no value and may be combined with other
/// letters ("-hs"). Such words become -h and --special; "-s VAR=LO:HI" stays, and so do command
/// lines of other commands.
std::vector<std::string> with_ncdump_letters(const std::vector<std::string>& words);

}  // namespace weft::tools
