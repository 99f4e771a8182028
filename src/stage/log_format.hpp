// SPDX-License-Identifier: BSD-3-Clause
// What a log is made of: ordinary files that the ranks of one node share, in three parts.
//
//     control page    which log it is; numbers that the ranks and the drain share
//     slots           one for each record that the ring may have at a time
//     ring            records, in the order in which their places were reserved
//
// The first two parts are a file that the ranks map. The ring is in files beside it (ring.hpp),
// read and written by system calls, so that a full disk is an error of a call and not a signal. A
// process that is killed leaves all three as they were.
//
// Records are numbered from 0 on, and the slot of a record is its number modulo the slots. One word
// says how many records have been reserved (`reserved`), another how many of them are no longer
// needed (`drained`); both only rise, and everything else follows from the slots of the records
// between them. So a process that dies between two stores leaves a log as it was before one of its
// steps, or after it.
#pragma once

#include <pthread.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

#include "stage/waiting.hpp"

namespace weft::stage {

inline constexpr std::uint64_t log_magic = 0x33676f6c74666577;  // "weftlog3"
inline constexpr std::uint32_t record_magic = 0x63657277;       // "wrec"
inline constexpr std::int64_t control_bytes = 4096;
/// Records begin at multiples of this number.
inline constexpr std::int64_t record_alignment = 64;

/// Members of a log, the processes that use it, hold a lock on a byte of it each, so that others
/// know who lives. Member 0 has the drain. Behind any ring:
inline constexpr std::int64_t member_bytes = std::int64_t{1} << 61;
inline constexpr std::int64_t most_members = std::int64_t{1} << 31;
/// The member that a recovering process uses. It belongs to no job, and is no sign of life to
/// anybody.
inline constexpr std::uint32_t recoverer = most_members - 1;
/// The byte locked by the drain of a dead job's log.
inline constexpr std::int64_t recovery_byte = member_bytes + most_members;

/// The size of a log.
struct LogSize {
    std::int64_t ring_bytes = 0;
    std::int64_t ring_files = 0;
    std::int64_t slots = 0;

    static constexpr std::int64_t most_files = 16;

    /// The size of a log with so much room for records, for so many ranks. It has a slot for every
    /// 4 KiB: smaller records fill the slots first.
    static LogSize of(std::int64_t ring_bytes, std::int64_t ranks) {
        constexpr std::int64_t least = 64 << 10;
        constexpr std::int64_t most = std::int64_t{1} << 50;
        LogSize size;
        size.ring_bytes = std::clamp(ring_bytes, least, most) / record_alignment * record_alignment;
        size.ring_files = std::clamp(ranks, std::int64_t{1}, most_files);
        size.slots = std::clamp<std::int64_t>(size.ring_bytes / 4096, 64, 32768);
        return size;
    }
    bool operator==(const LogSize&) const = default;
};

/// What a log is kept on.
enum class Medium : std::uint64_t {
    disk = 0,   // a power failure may tear records: a checksum is also of a record's bytes
    memory = 1  // a power failure leaves nothing, and anything else leaves all
};

/// An error that one process leaves for the others.
struct ErrorNote {
    std::int32_t code;
    std::uint32_t length;
    std::array<char, 472> text;
};

/// The identity of the log: written once, before anybody else sees the file.
struct LogFacts {
    std::uint64_t magic;
    std::uint64_t id;    // of the job that has made it; the same for the logs of all nodes
    std::uint64_t host;  // storage/this_host.hpp
    LogSize size;
    Medium medium;
    std::uint64_t checksum;  // XXH3-64 of the above
};

struct ControlPage {
    LogFacts facts;
    // A robust mutex between processes. It guards the reservation of a place, and the notes.
    alignas(64) pthread_mutex_t lock;
    // The owner of the lock.
    alignas(64) std::atomic<std::uint64_t> reserved;
    // The drain.
    alignas(64) std::atomic<std::uint64_t> drained;
    Word progress;                        // changes when `drained`, `failures` or `syncs_done` do
    std::atomic<std::uint32_t> failures;  // how often the drain could not write
    std::atomic<std::uint32_t> is_stuck;  // 1: since then it has not tried again
    std::atomic<std::uint32_t> has_left;  // 1: the drain has ended; nobody moves records
    std::atomic<std::uint64_t> syncs_done;
    std::atomic<std::uint32_t> is_sync_lost;  // 1: a sync has failed, for good
    // These are written by all members.
    alignas(64) Word news;               // changes when there is something for the drain to do
    std::atomic<std::uint32_t> retries;  // how often somebody has asked it to try again
    std::atomic<std::uint32_t> waiters;  // how many members wait for it
    std::atomic<std::uint64_t> syncs_asked;
    alignas(64) ErrorNote failure;
    ErrorNote sync_failure;
};
static_assert(sizeof(ControlPage) <= control_bytes);

enum class RecordState : std::uint32_t {
    reserved = 0,  // its put has not returned
    complete = 1,
    empty = 2  // its bytes could not be written here, and went another way or nowhere
};

struct Slot {
    std::uint64_t number;   // of the record
    std::int64_t position;  // in the ring, which is repeated for ever
    std::int64_t bytes;     // of the ring
    std::int64_t begin;     // the range of its file that the record touches
    std::int64_t end;
    std::atomic<std::uint32_t> state;
    std::uint32_t member;
    std::uint32_t file;  // as in the record's head
    std::array<std::byte, 12> unused;
};
static_assert(sizeof(Slot) == 64);

/// A record in the ring: this head, an encoded shape (region/shape_codec.hpp), the bytes.
enum class RecordKind : std::uint32_t {
    run = 0,         // the bytes lie in the file from `begin` on
    shape = 1,       // they are those of the shape's stream from `from` on
    final_size = 2,  // they are a storage::FinalSize that the file gets
    values = 3       // they and the shape are what a format keeps there (LogUse::values)
};

struct RecordHead {
    std::uint32_t magic;
    RecordKind kind;
    std::uint32_t file;  // that it belongs to (drained_files.hpp)
    std::uint32_t unused;
    std::uint64_t log;  // LogFacts::id
    std::uint64_t number;
    std::int64_t begin;
    std::int64_t end;
    std::int64_t from;
    std::int64_t shape_bytes;
    std::int64_t data_bytes;
    // XXH3-64 of the head up to here, the shape, and, on a disk, the bytes.
    std::uint64_t checksum;
};
static_assert(sizeof(RecordHead) == 80);

}  // namespace weft::stage
