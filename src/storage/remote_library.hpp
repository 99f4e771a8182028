// SPDX-License-Identifier: BSD-3-Clause
// Access to files on other machines and on the web: a library of its own, so that programs that
// name none need neither it nor the libraries that it uses.
#pragma once

#include <memory>
#include <string>

#include "base/result.hpp"
#include "storage/store.hpp"

namespace weft::storage {

/// The settings of hints for remote files.
struct RemoteWays {
    std::string shell;             // weft_ssh; "": that of the environment, or ssh
    bool downloads_whole = false;  // weft_web_whole: from servers that give no parts of files
};

/// Loads libweft_remote, once for the process, and returns its store of the files of other
/// machines. `enotsupport`, with the reason, if the library is missing or has another interface.
Result<std::unique_ptr<Store>> remote_store(const RemoteWays& ways);

/// The same for its store of files on the web.
Result<std::unique_ptr<Store>> web_store(const RemoteWays& ways);

/// The library and its user exchange C++ objects, so both must be compiled with the same
/// declarations. Raise this number by one with each change of RemoteWays, Store, File, or a type in
/// their functions (Opened, Intent, PathFacts, Status, FileShape, ...): of its fields, of its
/// virtual functions and their order, or of what one of them means. Comments, names, tests and
/// other functions do not count.
inline constexpr int remote_interface = 2;

}  // namespace weft::storage

/// The entries of libweft_remote. They return the library's own remote_interface; where `interface`
/// is another one, nothing else happens.
extern "C" int weft_remote_files(int interface, const weft::storage::RemoteWays& ways,
                                 std::unique_ptr<weft::storage::Store>& store);
extern "C" int weft_web_files(int interface, const weft::storage::RemoteWays& ways,
                              std::unique_ptr<weft::storage::Store>& store);
