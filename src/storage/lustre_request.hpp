// SPDX-License-Identifier: BSD-3-Clause
// Requests for the layout of a new file of Lustre, and their bytes. Pure: no calls.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "storage/lustre_layout.hpp"
#include "storage/striping.hpp"

namespace weft::storage::lustre {

/// A request to the client to give a layout to a file.
struct LayoutRequest {
    int stripes = 0;  // 0: the default of the file system
    std::int64_t stripe_bytes = 0;
    bool is_overstriped = false;
    int first_target = -1;                    // -1: the file system chooses
    std::vector<std::uint32_t> targets = {};  // of each stripe; empty: the file system chooses
    std::string pool = {};
    friend bool operator==(const LayoutRequest&, const LayoutRequest&) = default;
};

/// The bytes of a request, in this machine's byte order.
std::vector<std::byte> sent_bytes(const LayoutRequest& request);

/// Facts about the folder and the file system of a new file.
struct FolderFacts {
    int target_count = 0;    // 0: unknown
    Layout folder = {};      // the default layout of the folder, if it has one
    std::uint64_t file = 0;  // the file's inode number, which spreads files over the targets
};

/// The requests to make, one after the other until one is granted. There is at least one.
std::vector<LayoutRequest> requests_for(const StripingWish& wish, const FolderFacts& facts);

}  // namespace weft::storage::lustre
