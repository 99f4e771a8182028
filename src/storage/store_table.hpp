// SPDX-License-Identifier: BSD-3-Clause
// The table of stores whose files have names with a scheme ("ssh://host/a.nc"). A store is a folder
// of this room, and an include and a row in store_table.cpp: whatever asks what a name is of asks
// here. Names without a scheme are of this machine's file systems (posix_store.hpp).
#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "base/result.hpp"
#include "storage/path_scheme.hpp"
#include "storage/remote_library.hpp"
#include "storage/store.hpp"

namespace weft::storage {

struct StoreEntry {
    std::string_view scheme;
    bool is_far = false;  // on another machine, so that each request may cost a round trip
    bool is_read_only = false;
    /// Makes the store, which AnyStore does when it first meets one of its names. `here`, the store
    /// of local files, outlives it. Entries with the same function share a store.
    Result<std::unique_ptr<Store>> (*make)(Store& here, const RemoteWays& ways) = nullptr;
};

std::span<const StoreEntry> store_table();

/// The entry for a name; null if its scheme is unknown, or if it has none.
const StoreEntry* entry_of(std::string_view path);

/// Whether each request for the file may cost a round trip.
bool is_far(std::string_view path);

/// Whether files with such names can be written at all.
bool takes_writes(std::string_view path);

}  // namespace weft::storage
