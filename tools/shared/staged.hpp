// SPDX-License-Identifier: BSD-3-Clause
// The message of commands about a file that lacks data which programs have put.
#pragma once

#include <string>

namespace weft::tools {

/// A sentence if bytes of the file are still in a stage (stage/manifest.hpp), with what to do;
/// empty if it has everything.
std::string advice_about_stage(const std::string& path);

}  // namespace weft::tools
