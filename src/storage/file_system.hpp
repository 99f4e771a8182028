// SPDX-License-Identifier: BSD-3-Clause
// The guarantees of types of file systems for a file that several hosts use.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <istream>
#include <span>
#include <string>
#include <string_view>

#include "storage/store.hpp"

namespace weft::storage {

struct FileSystem {
    std::uint32_t magic;  // statfs::f_type; that of FUSE for all its servers
    const char* name;     // as in /proc/mounts; "" for an unknown type
    Coherence coherence;
    bool locks_between_hosts;
    const char* reason;
    double stale_seconds = 0;     // how long old cache contents stay after a file is reopened
    bool is_of_one_host = false;  // no other host has its files, whatever their names
};

/// All known types, each name once.
std::span<const FileSystem> known_file_systems();

/// The entry for a type, or one with Coherence::unknown. All FUSE servers share a number; `device`
/// then finds the name of the server among the mounts of this process.
const FileSystem& file_system_of(std::uint32_t magic, dev_t device);

/// The entry for a name such as "fuse.glusterfs"; an unknown FUSE server is "fuse".
const FileSystem& fuse_file_system(std::string_view name);

/// The type of the file system on `device` in a list with the format of /proc/self/mountinfo, or
/// "".
std::string mounted_type(std::istream& mounts, dev_t device);

}  // namespace weft::storage
