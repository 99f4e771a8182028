// SPDX-License-Identifier: BSD-3-Clause
// Finds everything that is wrong or unusual about a file, as far as the header tells.
#pragma once

#include <cstdint>
#include <vector>

#include "format/byte_source.hpp"
#include "format/findings.hpp"

namespace weft::format {

/// The findings in the order in which they were found, at most Findings::most. read_header() fails
/// on exactly those files for which one of them is an error. An error in the header's text ends the
/// check; errors of placement are all reported.
std::vector<Finding> validate(ByteSource& source, std::int64_t file_bytes);

}  // namespace weft::format
