// SPDX-License-Identifier: BSD-3-Clause
// What Lustre is asked for a new file, and the bytes that ask it. Pure: no calls.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "storage/lustre_layout.hpp"
#include "storage/striping.hpp"

namespace weft::storage::lustre {

/// What the client is asked to do to a file that has no layout.
struct Request {
    int stripes = 0;  // 0: the file system's usual number
    std::int64_t stripe_bytes = 0;
    bool is_overstriped = false;
    int first_target = -1;                    // -1: the file system chooses
    std::vector<std::uint32_t> targets = {};  // of each stripe; empty: the file system chooses
    std::string pool = {};
    friend bool operator==(const Request&, const Request&) = default;
};

/// In this machine's order of bytes.
std::vector<std::byte> sent_bytes(const Request& request);

/// What is known of the folder and the file system of a new file.
struct FolderFacts {
    int target_count = 0;    // 0: not known
    Layout folder = {};      // of new files in it, if it says so
    std::uint64_t file = 0;  // the file's number, which spreads files over the targets
};

/// What to ask for, one after the other until something is granted. Not empty.
std::vector<Request> requests_for(const StripingWish& wish, const FolderFacts& facts);

}  // namespace weft::storage::lustre
