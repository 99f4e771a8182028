// SPDX-License-Identifier: BSD-3-Clause
// Small files of the stage beside the file: manifests, copies of values.
#pragma once

#include <functional>
#include <string>

#include "base/result.hpp"
#include "storage/store.hpp"

namespace weft::stage {

/// The path of a file that is being made.
inline std::string draft_of(const std::string& path) {
    return path + "-new";
}

/// Makes a file, or replaces it, all or nothing, durably. `write` sets its content. Others may be
/// able to write to the folder, so the draft is a new file, not what is there, which may be a link.
Status replace_file(storage::Store& store, const std::string& path,
                    const std::function<Status(storage::File&)>& write);

}  // namespace weft::stage
