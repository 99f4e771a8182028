// SPDX-License-Identifier: BSD-3-Clause
// A place where files are, and what it knows about them. As in File, no function has a default; a
// store that wraps another hands on what it does not change.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/result.hpp"
#include "storage/file.hpp"
#include "storage/speed.hpp"
#include "storage/striping.hpp"

namespace weft::storage {

/// How a file is opened, and what the store returns with it.
struct Intent {
    bool writable = false;
    bool create = false;     // create when missing
    bool exclusive = false;  // with create: fail with Code::eexist if the file exists
    bool truncate = false;   // with writable: shorten the file to 0 bytes
    // With `create`: File::stripe() is the first call on the file.
    bool striped = false;
    bool facts = false;
    std::int64_t head_bytes = 0;
    std::int64_t tail_bytes = 0;
};

/// How coherent the views of a file system from several hosts are.
enum class Coherence { coherent, close_to_open, weak, unknown };

/// Facts about a path, after following symbolic links. For a missing file the facts about the file
/// system are those of its directory.
struct PathFacts {
    bool exists = false;  // false also for a dangling link
    bool is_regular = false;
    bool is_symlink = false;          // the path itself
    std::int64_t block_bytes = 4096;  // st_blksize
    std::uint64_t device = 0;         // st_dev: the same for all files of a file system
    std::int64_t bytes = 0;
    Coherence coherence = Coherence::unknown;
    bool locks_between_hosts = false;   // File::lock is known to exclude other hosts
    bool is_of_one_host = false;        // no other host has this file, even under its name
    double stale_seconds = 0;           // see File::renew
    const char* coherence_reason = "";  // one sentence, of static lifetime
    std::string file_system;            // "ext4", "tmpfs", ... or ""
    Striping striping;                  // of a file, where its file system has storage targets
};

/// A ticket that a rank that has opened a file gives to other ranks, so that their stores reach the
/// server without a login of their own: a secret of the store, at most this long.
using TicketBytes = std::vector<std::byte>;
inline constexpr std::size_t most_ticket_bytes = 256;

/// What is known about a file before it is opened.
struct Prospect {
    bool is_soon = false;  // the file will be opened soon: connect now
    // The ticket of the rank that has opened the file; empty: none.
    TicketBytes ticket{};
    double round_trip_seconds = 0;  // to the server, as that rank has measured it
};

/// An open file, and what its store returns with it.
struct Opened {
    std::unique_ptr<File> file;
    std::optional<PathFacts> facts;     // if requested and known
    std::optional<Speed> speed;         // if known without measuring
    std::optional<std::int64_t> bytes;  // its size, if that costs nothing or there are ends of it
    bool has_stage =
        false;  // a server's file has a manifest (manifest_path.hpp), if facts were requested
    bool awaits_striping = false;  // no other rank may open it before File::stripe()
    // The requested bytes of the beginning and of the end of the file of that size; fewer if the
    // file is shorter. For a netCDF file the head may be the header only.
    std::vector<std::byte> head;
    std::vector<std::byte> tail;
    TicketBytes ticket;  // empty: none
};

/// The local file system, a remote server, or a stand-in of the tests. Names lose a file system
/// prefix first (path_prefix.hpp). Code::enoent: the file or its directory is missing.
/// Code::eaccess: not permitted. Code::ebad_file: the name is too long. Code::efile: all other
/// failures.
class Store {
public:
    virtual ~Store() = default;

    /// Opens a regular file. Anything else is Code::efile, and is neither waited for nor touched.
    virtual Result<Opened> open(const std::string& path, const Intent& intent) = 0;
    Result<std::unique_ptr<File>> open_file(const std::string& path, const Intent& intent) {
        Result<Opened> opened = open(path, intent);
        if (!opened.ok()) return opened.status();
        return std::move(opened).value().file;
    }

    /// Advice: a file may be opened soon. Does not wait.
    virtual void will_open(const std::string& path, const Prospect& prospect) = 0;

    /// Removes a file, or a symbolic link but not its target.
    virtual Status remove(const std::string& path) = 0;

    /// Replaces `to` atomically if it exists.
    virtual Status rename(const std::string& from, const std::string& to) = 0;

    /// Makes a creation, removal or renaming of `path` survive a power failure. Code::enotsupport
    /// if the file system has no such call.
    virtual Status sync_directory_of(const std::string& path) = 0;

    virtual Result<PathFacts> inspect(const std::string& path) = 0;

    /// Measures the file system that holds `path`, or would hold it, and leaves nothing behind.
    /// Fails if that cannot be done in a few milliseconds.
    virtual Result<Speed> measure(const std::string& path) = 0;
};

}  // namespace weft::storage
