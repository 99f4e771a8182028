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
/// where it is missing or has another interface.
Result<std::unique_ptr<Store>> remote_store(const RemoteWays& ways);

/// What the library and its user hand to each other are objects of C++, so both must have been
/// compiled with the same declarations of them. Raise this number by one with each change of what
/// RemoteWays, Store, File, or a type that stands in their functions (Opened, Intent, PathFacts,
/// Status, FileShape, ...) consists of: its fields, its virtual functions and their order, or what
/// one of them means. A comment, a test or a function outside of them does not count.
inline constexpr int remote_interface = 1;

}  // namespace weft::storage

/// The entry of libweft_remote. Returns the library's own remote_interface; where `interface` is
/// another one, nothing else happens.
extern "C" int weft_remote_files(int interface, const weft::storage::RemoteWays& ways,
                                 std::unique_ptr<weft::storage::Store>& store);
