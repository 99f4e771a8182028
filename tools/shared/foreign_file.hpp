// SPDX-License-Identifier: BSD-3-Clause
// Files that are mistaken for netCDF files, and which program to use for them.
#pragma once

#include <string>

#include "base/result.hpp"

namespace weft::tools {

/// Where a file is read: "-" is standard input (input_files.hpp). The failure for a URL that no
/// store serves says which program fetches it.
Result<std::string> place_to_read(const std::string& path);

/// Why a file that could not be opened as a dataset was not read, in the words of a command, which
/// names the file itself.
Status why_not_read(const std::string& place, const Status& status);

/// Says what the file at a path is, by its first bytes, and which program converts it to a file
/// that Weft reads: for GRIB, or a compressed file. "" for any other file, and one that cannot be
/// read.
std::string advice_about(const std::string& path);

}  // namespace weft::tools
