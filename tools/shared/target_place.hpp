// SPDX-License-Identifier: BSD-3-Clause
// The place of a command's new file, and what exists there.
#pragma once

#include <sys/types.h>

#include <optional>
#include <string>

#include "base/result.hpp"

namespace weft::tools {

struct TargetPlace {
    std::string path;            // with symbolic links resolved, for a local file
    std::optional<mode_t> mode;  // of the local file that will be replaced
};

/// Checks a target. At `path` there must be nothing, or a regular file other than `source`. If
/// either is a set, none of its files may belong to the other; nor may the file be a part of a set
/// whose master is in the same folder, which would be lost, nor may a program stage bytes for it.
Result<TargetPlace> target_place(const std::string& path, const std::string& source);

/// Gives a complete file its name. If that was the master of a set, or a file for which bytes are
/// staged, then removes the parts, and the logs, which belong to nothing any more.
Status put_in_place(const std::string& temporary, const std::string& path);

/// `name` in the folder of `path`.
std::string beside(const std::string& path, const std::string& name);

}  // namespace weft::tools
