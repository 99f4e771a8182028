// SPDX-License-Identifier: BSD-3-Clause
// Where a command's new file is to be, and what is there.
#pragma once

#include <sys/types.h>

#include <optional>
#include <string>

#include "base/result.hpp"

namespace weft::tools {

struct TargetPlace {
    std::string path;            // behind symbolic links, of a file here
    std::optional<mode_t> mode;  // of the file here that will be replaced
};

/// What is at `path` must be a regular file other than `source`, or nothing. Where either is a set,
/// none of its files may be the other's; nor may the file be a part of a set whose master is beside
/// it, which would be lost.
Result<TargetPlace> target_place(const std::string& path, const std::string& source);

/// Gives a complete file its name. When that was the master of a set, its parts are removed then:
/// nobody would find them.
Status put_in_place(const std::string& temporary, const std::string& path);

/// `name` in the folder of `path`.
std::string beside(const std::string& path, const std::string& name);

}  // namespace weft::tools
