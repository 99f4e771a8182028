// SPDX-License-Identifier: BSD-3-Clause
// The way to files of other machines: a library of its own, so that programs that name none need
// neither it nor what it stands on.
#pragma once

#include <memory>
#include <string>

#include "base/result.hpp"
#include "storage/store.hpp"

namespace weft::storage {

/// What hints say of the way.
struct RemoteWays {
    std::string shell;  // weft_ssh; "": as the environment has it, or ssh
};

/// Loads libweft_remote, once for the process, and asks it for a store. `enotsupport`, and why,
/// where it is missing or of another build.
Result<std::unique_ptr<Store>> remote_store(const RemoteWays& ways);

}  // namespace weft::storage
