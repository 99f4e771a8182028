// SPDX-License-Identifier: BSD-3-Clause
// The disk of a MemoryStore: names and contents, and which of them would survive a power failure.
#pragma once

#include <condition_variable>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "storage/testing/memory_store.hpp"
#include "storage/testing/sparse_bytes.hpp"

namespace weft::storage {

/// A range that an open file has locked.
struct LockedRange {
    std::int64_t serial;
    const File* holder;  // null: the holder is closed
    std::int64_t begin;
    std::int64_t end;
    bool is_kept;  // also after its holder is closed
};

/// A file without its names.
struct MemoryInode {
    SparseBytes contents;
    SparseBytes durable;  // as of the last sync
    std::vector<LockedRange> locks;
};

struct MemoryNode {
    enum class NodeKind { file, directory, symlink };
    NodeKind kind = NodeKind::file;
    std::shared_ptr<MemoryInode> inode;  // of a file
    std::string target;                  // of a symbolic link

    bool operator==(const MemoryNode&) const = default;
};

using MemoryNames = std::map<std::string, MemoryNode>;

/// The state of the store. It is protected by `mutex`, which the caller of a function holds.
struct MemoryStore::Disk {
    mutable std::mutex mutex;
    std::condition_variable lock_released;
    Contents kind = Contents::kept;
    Counts counts;
    std::int64_t insertion_block = 0;
    MemoryNames names;
    MemoryNames durable_names;
    std::int64_t next_lock_serial = 0;
    std::int64_t power_failures = 0;  // files opened before the last one fail

    /// The node of `name`, or null. Links are not followed.
    [[nodiscard]] const MemoryNode* find(const std::string& name) const;

    /// Replaces `name` by what it points to while that is a symbolic link. 0 or ELOOP.
    int follow(std::string& name) const;

    /// 0 when a file may be called `name`: its directory exists and the name is not too long.
    /// Otherwise an error number.
    [[nodiscard]] int check_place(const std::string& name) const;

    void sync_directory(const std::string& directory);
    void fail_power(const std::function<bool()>& coin);

    /// Whether no file but `holder` has locked a part of [begin, end).
    static bool is_free(const MemoryInode& inode, const File* holder, std::int64_t begin,
                        std::int64_t end);
};

/// The one spelling of a path: without a file system prefix, "." and "..".
std::string memory_name(std::string_view path);

/// The directory of a name; "" for the current directory.
std::string memory_directory_of(const std::string& name);

/// Opens `inode`. `path` appears in messages.
std::unique_ptr<File> open_memory_file(std::shared_ptr<MemoryStore::Disk> disk,
                                       std::shared_ptr<MemoryInode> inode, std::string path,
                                       bool writable);

}  // namespace weft::storage
