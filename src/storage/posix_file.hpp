// SPDX-License-Identifier: BSD-3-Clause
// An open file of the operating system.
#pragma once

#include <atomic>
#include <cerrno>
#include <chrono>
#include <optional>
#include <string>
#include <utility>

#include "storage/failure.hpp"
#include "storage/leaf_file.hpp"
#include "storage/system_calls.hpp"

namespace weft::storage {

/// Owns a descriptor. Shared by a file and its locks, so that a lock released after the file's
/// close does not touch whatever got the same number since.
class Descriptor {
public:
    static constexpr int closed = -1;

    Descriptor(const SystemCalls& calls, int number) : calls_(calls), number_(number) {}
    ~Descriptor();
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;

    [[nodiscard]] const SystemCalls& calls() const { return calls_; }
    /// `closed` once it is; every system call then fails with EBADF.
    [[nodiscard]] int number() const { return number_; }
    /// 0 or an error number. Locks belong to what the number stands for, so while there is one to
    /// be kept, another number is.
    int close();
    void keep_lock() { ++kept_locks_; }
    void release_lock() { --kept_locks_; }

private:
    const SystemCalls& calls_;
    int number_;
    int kept_locks_ = 0;
};

class PosixFile final : public LeafFile {
public:
    PosixFile(std::shared_ptr<Descriptor> descriptor, std::string path, bool writable)
        : descriptor_(std::move(descriptor)), path_(std::move(path)), writable_(writable) {}

    /// The file has been made without a layout, in that folder of Lustre.
    void await_striping(std::string folder) { unstriped_in_ = std::move(folder); }

    Result<std::int64_t> read_at(std::int64_t offset, std::span<std::byte> bytes) override;
    Status write_at(std::int64_t offset, std::span<const std::byte> bytes) override;
    Status write_soon(std::int64_t offset, std::span<const std::byte> bytes) override {
        return PosixFile::write_at(offset, bytes);
    }
    void will_read(std::int64_t offset, std::int64_t length) override;
    Result<std::int64_t> size() override;
    Result<std::uint64_t> identity() override;
    Status resize(std::int64_t bytes) override;
    Result<Striping> stripe(const StripingWish& wish) override;
    Status reserve(std::int64_t offset, std::int64_t length) override;
    Result<std::int64_t> insertion_block() override;
    Status insert_room(std::int64_t offset, std::int64_t length) override;
    Status remove_room(std::int64_t offset, std::int64_t length) override;
    Result<Extent> hole_behind(std::int64_t offset) override;
    void start_writing(std::int64_t offset, std::int64_t length) override;
    Status finish_writing(std::int64_t offset, std::int64_t length) override;
    Status sync() override;
    Status renew(double stale_seconds) override;
    Result<std::unique_ptr<RangeLock>> lock(std::int64_t offset, std::int64_t length) override {
        return take({.offset = offset, .length = length}, false);
    }
    Result<std::unique_ptr<RangeLock>> hold(std::int64_t offset, std::int64_t length) override {
        return take({.offset = offset, .length = length}, true);
    }
    Result<bool> is_locked(std::int64_t offset, std::int64_t length) override;
    Status close() override;

private:
    using Clock = std::chrono::steady_clock;
    Result<struct stat> facts();
    [[nodiscard]] Status check_range(const Extent& extent) const;
    Result<std::unique_ptr<RangeLock>> take(const Extent& extent, bool is_kept);
    void await_freshness();
    Status close_descriptor();
    /// Before any call that changes the file. A thread of a BackgroundFile may be the caller.
    void note_change() {
        if (is_synced_.load(std::memory_order_relaxed)) is_synced_ = false;
    }

    std::shared_ptr<Descriptor> descriptor_;
    std::optional<std::chrono::time_point<Clock, std::chrono::duration<double>>> fresh_from_;
    std::string path_;
    std::string unstriped_in_;  // a folder; empty: the file has whatever layout it can have
    bool writable_;
    // Nothing has been changed through this file since it was synced last, or began to be. At first
    // unknown: who wrote it and closed it without a sync may have opened it again for one.
    std::atomic<bool> is_synced_ = false;
    int sync_error_ = 0;
};

/// Calls until the result is not "interrupted by a signal".
template <class Call>
auto uninterrupted(Call call) {
    auto result = call();
    while (result < 0 && errno == EINTR) result = call();
    return result;
}

}  // namespace weft::storage
