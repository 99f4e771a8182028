// SPDX-License-Identifier: BSD-3-Clause
// The files of a log: opened, and its first two parts mapped.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "base/result.hpp"
#include "stage/log_format.hpp"
#include "stage/ring.hpp"
#include "storage/file.hpp"
#include "storage/posix_store.hpp"
#include "storage/system_calls.hpp"

namespace weft::stage {

class LogFile {
public:
    /// Makes new files, without records. Its path must not exist. After a failure there are none.
    static Result<std::unique_ptr<LogFile>> create(const std::string& path, std::uint64_t id,
                                                   const LogSize& size, Medium medium,
                                                   const storage::SystemCalls& calls);
    /// Opens an existing log, without its ring. Code::enotnc, with the reason, if it is no log, or
    /// not one of `id`; Code::eaccess if it belongs to another user: who can write a manifest
    /// decides neither what is moved into the files of others nor what is removed.
    static Result<std::unique_ptr<LogFile>> open(const std::string& path, std::uint64_t id,
                                                 const storage::SystemCalls& calls);
    ~LogFile();
    LogFile(const LogFile&) = delete;
    LogFile& operator=(const LogFile&) = delete;

    [[nodiscard]] const std::string& path() const { return path_; }
    [[nodiscard]] const LogSize& size() const { return size_; }
    [[nodiscard]] ControlPage& page() const { return *static_cast<ControlPage*>(memory_); }
    [[nodiscard]] Slot& slot(std::uint64_t number) const;

    /// Opens the ring, if it is not open.
    Status open_ring();
    [[nodiscard]] Ring& ring() { return ring_; }

    /// Makes the lock of the control page anew, when no member lives: after a power failure nobody
    /// would release it.
    Status renew_lock();

    /// Makes the control page and the slots survive a power failure.
    Status sync_pages();
    /// The file for locks on the bytes that log_format.hpp names.
    [[nodiscard]] storage::File& locks() { return *file_; }
    /// Removes the names of the files; they live on for those who have them open.
    Status remove() { return discard(path_, calls_); }
    /// Removes the files of the log at a path, without a look at them.
    static Status discard(const std::string& path, const storage::SystemCalls& calls);
    /// Removes the log at a path, or what is left of a damaged one with the name of a log, if it is
    /// of `id` and this user's. Returns whether there was one. Fails if its job uses it.
    static Result<bool> remove(const std::string& path, std::uint64_t id,
                               const storage::SystemCalls& calls);
    /// Whether its job uses it.
    [[nodiscard]] Result<bool> is_used() { return file_->is_locked(member_bytes, recoverer); }

private:
    LogFile(std::string path, const storage::SystemCalls& calls)
        : path_(std::move(path)), calls_(calls), store_(calls) {}
    Status map(const LogSize& size);

    const std::string path_;
    const storage::SystemCalls& calls_;
    storage::PosixStore store_;
    std::unique_ptr<storage::File> file_;
    Ring ring_;
    LogSize size_;
    void* memory_ = nullptr;
};

}  // namespace weft::stage
