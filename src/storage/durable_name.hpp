// SPDX-License-Identifier: BSD-3-Clause
// Makes the name of a new file survive a power failure.
#pragma once

#include <string>

#include "storage/store.hpp"

namespace weft::storage {

/// Calls Store::sync_directory_of(). It is no failure if the folder cannot be synced, or if this
/// user may not open it: then nothing more can be done.
inline Status make_name_durable(Store& store, const std::string& path) {
    Status synced = store.sync_directory_of(path);
    const bool cannot = synced.code() == Code::enotsupport || synced.code() == Code::eaccess;
    return cannot ? Status() : synced;
}

}  // namespace weft::storage
