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

/// Owns a descriptor. A file and its locks share it, so that a lock that is released after the
/// file's close does not touch another file with the same number.
class Descriptor {
public:
    static constexpr int closed = -1;

    Descriptor(const SystemCalls& calls, int number) : calls_(calls), number_(number) {}
    ~Descriptor();
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;

    [[nodiscard]] const SystemCalls& calls() const { return calls_; }
    /// `closed` after close(); every system call then fails with EBADF.
    [[nodiscard]] int number() const { return number_; }
    /// Closes the descriptor; returns 0 or an error number. Locks belong to the open file
    /// description, so while a lock is to be kept, a duplicate stays open.
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

    /// The file was made without a layout, in this folder of Lustre.
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
    /// Called before each change of the file, perhaps by the thread of a BackgroundFile.
    void note_change() {
        if (is_synced_.load(std::memory_order_relaxed)) is_synced_ = false;
    }

    std::shared_ptr<Descriptor> descriptor_;
    std::optional<std::chrono::time_point<Clock, std::chrono::duration<double>>> fresh_from_;
    std::string path_;
    std::string unstriped_in_;  // a folder; empty: the file has its layout
    bool writable_;
    // Whether nothing was changed through this file since its last sync began. It begins as false,
    // because the program may have reopened the file to sync earlier writes.
    std::atomic<bool> is_synced_ = false;
    int sync_error_ = 0;
};

/// Repeats a call that a signal interrupts.
template <class Call>
auto uninterrupted(Call call) {
    auto result = call();
    while (result < 0 && errno == EINTR) result = call();
    return result;
}

}  // namespace weft::storage
