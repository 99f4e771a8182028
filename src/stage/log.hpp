// SPDX-License-Identifier: BSD-3-Clause
// What a member does with a log: it appends records, finds those that touch a range, and waits
// until the drain has moved them into their files.
//
// A record gets its place under the lock of the control page, which only this needs: position in
// the log is the order of the records. If one put returned before another began, its place was
// reserved first, so it comes first. The bytes are written outside of the lock, by a system call,
// and then the slot says that the record is complete. The drain takes records in order and stops at
// the first that is not complete, unless the member that has reserved it has died: that put never
// returned.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <utility>

#include "base/result.hpp"
#include "region/interval.hpp"
#include "stage/log_file.hpp"
#include "stage/log_format.hpp"
#include "storage/range_lock.hpp"

namespace weft::stage {

/// The content of a record.
struct Content {
    RecordKind kind = RecordKind::run;
    std::uint32_t file = 0;    // that it belongs to (drained_files.hpp)
    region::Interval range{};  // of the file, that it touches
    std::int64_t from = 0;
    std::span<const std::byte> shape{};
    std::span<const std::byte> data{};
};

/// The checksum of a record with this head, in a log with these facts.
std::uint64_t checksum_of(const LogFacts& facts, const RecordHead& head,
                          std::span<const std::byte> shape, std::span<const std::byte> data);

class Log {
public:
    /// This process is that member until the result is destroyed. Member 0 has the drain. Fails if
    /// the file system of the log has no locks.
    static Result<std::unique_ptr<Log>> join(std::unique_ptr<LogFile> file, std::uint32_t member);

    /// The longest record's bytes, its shape included.
    [[nodiscard]] std::int64_t most_content_bytes() const;

    /// Appends a record of at most so many bytes. Waits while the ring is full, and adds the time
    /// to `full_seconds`. After a failure the log is as if it had not been called: of the drain,
    /// for which it waits, or of the disk that the log is on.
    Status append(const Content& content, double& full_seconds);

    // For a log of values (manifest.hpp), which has no drain.

    /// Appends a record, and returns its number; nothing happens if the ring has no room for it and
    /// `spare` bytes more.
    Result<std::optional<std::uint64_t>> append_if_room(const Content& content, std::int64_t spare);
    /// Nobody needs the record any more.
    void release(std::uint64_t number);
    /// How many bytes of the ring the record and those behind it take.
    [[nodiscard]] std::int64_t bytes_from(std::uint64_t number);

    /// The number behind the last record: of those that are reserved, and of those that the file
    /// has.
    [[nodiscard]] std::uint64_t reserved() const { return page().reserved.load(); }
    [[nodiscard]] std::uint64_t drained() const { return page().drained.load(); }
    [[nodiscard]] bool is_empty() const { return drained() == reserved(); }
    /// The number behind the last record in the log that touches a range of a file; nothing if none
    /// does.
    [[nodiscard]] std::optional<std::uint64_t> behind_last_in(std::uint32_t file,
                                                              const region::Interval& range);

    /// Waits until the file has the records before `number`. If the drain has failed before, it
    /// tries again; returns its failure if it fails meanwhile.
    Status await(std::uint64_t number);
    Status await_all() { return await(reserved()); }
    /// Sets a function that this member calls while it waits. It does a part of the drain's work
    /// and returns whether there was any that it could do.
    void help_by(std::function<bool()> help) { help_ = std::move(help); }
    /// Makes the drain sync the file, and waits for that. Once a sync has failed, all later ones
    /// fail.
    Status sync();

    /// How often the drain has failed, and what it said the last time.
    [[nodiscard]] std::uint32_t failures() const { return page().failures.load(); }
    [[nodiscard]] Status last_failure();

    /// Whether a member, this one or another, is alive; true if that is unknown.
    [[nodiscard]] bool lives(std::uint32_t member);

    [[nodiscard]] LogFile& file() const { return *file_; }
    [[nodiscard]] ControlPage& page() const { return file_->page(); }
    /// Calls `work` under the lock.
    void locked(const std::function<void()>& work);

private:
    Log(std::unique_ptr<LogFile> file, std::uint32_t member)
        : file_(std::move(file)), member_(member) {}
    [[nodiscard]] std::optional<std::int64_t> room_for(std::int64_t bytes,
                                                       std::int64_t spare) const;
    std::optional<std::uint64_t> reserve_if_room(const Content& content, std::int64_t spare);
    Result<std::uint64_t> reserve(const Content& content, double& full_seconds);
    Status complete(std::uint64_t number, const Content& content);
    Status write(std::uint64_t number, const Content& content);
    void finish(std::uint64_t number, RecordState state);
    Status wait_until(const std::function<bool()>& done);
    Status noted(const ErrorNote& note);
    Status drain_has_left() const;

    std::unique_ptr<LogFile> file_;
    std::uint32_t member_;
    std::unique_ptr<storage::RangeLock> life_;
    std::function<bool()> help_;
};

/// Keeps a status in a note, under the lock of the page.
void write_note(ErrorNote& note, const Status& status);

}  // namespace weft::stage
