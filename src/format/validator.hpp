// SPDX-License-Identifier: BSD-3-Clause
// Everything that is wrong or odd about a file, as far as its header tells.
#pragma once

#include "format/byte_source.hpp"
#include "format/findings.hpp"

#include <cstdint>
#include <vector>

namespace weft::format {

/// The findings in the order in which they were met, at most Findings::most. read_header() fails on
/// exactly the files for which one of them is an error. After an error in the header's text nothing
/// behind it can be judged; errors of placement are all reported.
std::vector<Finding> validate(ByteSource& source, std::int64_t file_bytes);

}  // namespace weft::format
