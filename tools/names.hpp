// SPDX-License-Identifier: BSD-3-Clause
// The names of PnetCDF's tools: links to this program, whose options are translated into those of
// its commands.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace weft::tools {

using Words = std::vector<std::string>;

/// Runs a command line of `weft`, given without the program's name, and returns its exit code.
using RunWords = std::function<int(const Words&)>;

/// True for "ncmpidump", "/usr/bin/ncmpidiff" and the like.
bool is_old_name(std::string_view program);

/// Runs the old tool of this name. The exit code is 0 for success, or if two files are the same,
/// otherwise 1. `arguments` begin with the program's name.
int run_old_name(std::span<char*> arguments, const RunWords& run);

}  // namespace weft::tools
