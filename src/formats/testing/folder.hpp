// SPDX-License-Identifier: BSD-3-Clause
// A format for tests, which shows what a new format needs: NAME is a text of definitions, and
// NAME.values has a file of little-endian values for each variable. It does not survive a crash.
#pragma once

#include "container/format.hpp"

namespace weft::formats {

inline constexpr int folder_number = 100;  // in the place of NC_FORMAT_*

extern const container::Format folder_format;

}  // namespace weft::formats
