// SPDX-License-Identifier: BSD-3-Clause
// The time at which a file was made, which distinguishes it from an older one that had its name and
// inode number.
#pragma once

#include <cstdint>
#include <string>

namespace weft::storage {

/// The birth time of the file that a link leads to, in nanoseconds since 1970; 0 if the file system
/// does not tell.
std::int64_t birth_time(const std::string& path);

}  // namespace weft::storage
