// SPDX-License-Identifier: BSD-3-Clause
// A place where files are, and what it says of them. As in File, nothing has a default; what stands
// for another store is a ForwardingStore.
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

/// What a file is opened for, and what is to be told of it at once.
struct Intent {
    bool writable = false;
    bool create = false;     // create when missing
    bool exclusive = false;  // with create: fail with Code::eexist when the file is there
    bool truncate = false;   // with writable: cut the file to no bytes
    // With create: File::stripe() follows, before anything else is done to the file.
    bool striped = false;
    bool facts = false;
    std::int64_t head_bytes = 0;
    std::int64_t tail_bytes = 0;
};

/// How far a file system keeps its promises between hosts (DESIGN.md, 5.5).
enum class Coherence { coherent, close_to_open, weak, unknown };

/// What a path names, after following symbolic links. For a missing file the facts of the file
/// system are those of its directory.
struct PathFacts {
    bool exists = false;  // false also for a link that points nowhere
    bool is_regular = false;
    bool is_symlink = false;          // the path itself
    std::int64_t block_bytes = 4096;  // st_blksize
    std::uint64_t device = 0;         // st_dev: the same for all files of a file system
    std::int64_t bytes = 0;
    Coherence coherence = Coherence::unknown;
    bool locks_between_hosts = false;   // File::lock is known to exclude other hosts
    bool is_of_one_host = false;        // no other host has this file, whatever its name
    double stale_seconds = 0;           // see File::renew
    const char* coherence_reason = "";  // one sentence, of static lifetime
    std::string file_system;            // "ext4", "tmpfs", ... or ""
    Striping striping;                  // of a file, where its file system has storage targets
};

/// What a rank that has opened a file can tell other ranks, so that they get there with less ado:
/// known to its store alone, a secret, and not longer than this.
using TicketBytes = std::vector<std::byte>;
inline constexpr std::size_t most_ticket_bytes = 256;

/// What is known of a file before it is opened.
struct Prospect {
    bool is_soon = false;  // what opening needs may be begun now
    // By the rank that has opened it; empty: none.
    TicketBytes ticket{};
    double round_trip_seconds = 0;  // between here and there, as that rank has found it
};

/// An open file, and what its store says of it in the same answer.
struct Opened {
    std::unique_ptr<File> file;
    std::optional<PathFacts> facts;     // where asked for, and known
    std::optional<Speed> speed;         // where it need not be measured
    std::optional<std::int64_t> bytes;  // its size, where that costs nothing to tell
    bool awaits_striping = false;       // nobody may open it before File::stripe() is through
    // What was asked for of the beginning, and of the end; less where the file is shorter. Of the
    // beginning of a netCDF file it may be the header alone.
    std::vector<std::byte> head;
    std::vector<std::byte> tail;
    TicketBytes ticket;  // empty: none
};

/// The place where files are: the local file system, or a stand-in of the tests.
/// Names lose a file system prefix first (path_prefix.hpp). Code::enoent: the file or its directory
/// is missing. Code::eaccess: not permitted. Code::ebad_file: the name is too long. Code::efile:
/// all else.
class Store {
public:
    virtual ~Store() = default;

    /// Opens a regular file; anything else is Code::efile, and opening it neither waits nor touches
    /// it.
    virtual Result<Opened> open(const std::string& path, const Intent& intent) = 0;
    Result<std::unique_ptr<File>> open_file(const std::string& path, const Intent& intent) {
        Result<Opened> opened = open(path, intent);
        if (!opened.ok()) return opened.status();
        return std::move(opened).value().file;
    }

    /// Advice: a file will perhaps be opened. Nothing is waited for.
    virtual void will_open(const std::string& path, const Prospect& prospect) = 0;

    /// Removes a file, or a symbolic link but not what it points to.
    virtual Status remove(const std::string& path) = 0;

    /// Replaces `to` in one step when it exists.
    virtual Status rename(const std::string& from, const std::string& to) = 0;

    /// Makes a creation, removal or renaming of `path` survive a power failure. Code::enotsupport
    /// where the file system has no such call.
    virtual Status sync_directory_of(const std::string& path) = 0;

    virtual Result<PathFacts> inspect(const std::string& path) = 0;

    /// Measures the file system that holds `path`, or would hold it, without a trace. Fails where
    /// that cannot be done in a few milliseconds.
    virtual Result<Speed> measure(const std::string& path) = 0;
};

}  // namespace weft::storage
