// SPDX-License-Identifier: BSD-3-Clause
// A byte-addressed file. The one door to everything that stores bytes; faults, throttles and remote files plug in here.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "base/result.hpp"

namespace weft::storage {

/// A range of bytes that no other process may change while the lock is held.
class RangeLock {
public:
    virtual ~RangeLock() = default;  // releases
};

/// An open file. One rank's own handle: nothing here communicates. Calls from several threads are not synchronised.
class File {
public:
    virtual ~File() = default;

    /// Reads until `bytes` is full or the file ends, and says how many bytes were read: fewer only at the end of file.
    virtual Result<std::int64_t> read_at(std::int64_t offset, std::span<std::byte> bytes) = 0;

    /// Writes all of `bytes`, or fails. Interrupted and short system calls are continued.
    virtual Status write_at(std::int64_t offset, std::span<const std::byte> bytes) = 0;

    virtual Result<std::int64_t> size() = 0;

    /// Cuts the file, or extends it with zeros that need not occupy space.
    virtual Status resize(std::int64_t bytes) = 0;

    /// Returns when the data survive a power failure.
    virtual Status sync() = 0;

    /// Exclusive access among processes to [offset, offset + length); waits. Code::enotsupport where the
    /// file system cannot lock.
    virtual Result<std::unique_ptr<RangeLock>> lock(std::int64_t offset, std::int64_t length) = 0;

    /// Closes the handle; an error of a delayed write is reported here.
    virtual Status close() = 0;
};

struct OpenOptions {
    bool writable = false;
    bool create = false;     // create when missing
    bool exclusive = false;  // with create: fail with Code::eexist when the file is there
    bool truncate = false;
};

/// How far a file system keeps its promises between hosts (DESIGN.md, 5.5).
enum class Coherence { coherent, close_to_open, weak, unknown };

/// The place where files are: the local file system, or a stand-in of the tests.
class Store {
public:
    virtual ~Store() = default;
    virtual Result<std::unique_ptr<File>> open(const std::string& path, OpenOptions options) = 0;
    virtual Status remove(const std::string& path) = 0;
    virtual Status rename(const std::string& from, const std::string& to) = 0;
    /// Makes a creation, removal or renaming of `path` survive a power failure.
    virtual Status sync_directory_of(const std::string& path) = 0;

    struct PathFacts {
        bool exists = false;
        bool is_regular = false;
        bool is_symlink = false;
        std::int64_t block_bytes = 4096;  // st_blksize
        std::int64_t bytes = 0;
        Coherence coherence = Coherence::unknown;
        std::string file_system;  // "ext4", "tmpfs", ... or ""
    };
    virtual Result<PathFacts> inspect(const std::string& path) = 0;
};

}  // namespace weft::storage
