// SPDX-License-Identifier: BSD-3-Clause
// Whose the files of a log are: they may lie in a folder that all users write to.
#pragma once

#include <sys/stat.h>
#include <unistd.h>

#include <cstdint>
#include <optional>
#include <string>

namespace weft::stage {

/// Whether the path is that of an ordinary file of this user. `inode`: of the one that is meant, if
/// it is open.
inline bool is_mine(const std::string& path, std::optional<std::uint64_t> inode = {}) {
    struct stat its {};
    return lstat(path.c_str(), &its) == 0 && S_ISREG(its.st_mode) && its.st_uid == geteuid() &&
           (!inode || its.st_ino == *inode);
}

}  // namespace weft::stage
