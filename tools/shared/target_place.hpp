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

/// What is at `path` must be a regular file other than `source`, or nothing.
Result<TargetPlace> target_place(const std::string& path, const std::string& source);

/// `name` in the folder of `path`.
std::string beside(const std::string& path, const std::string& name);

}  // namespace weft::tools
