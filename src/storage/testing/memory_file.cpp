// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cerrno>
#include <limits>
#include <new>
#include <utility>

#include "base/checked.hpp"
#include "storage/failure.hpp"
#include "storage/leaf_file.hpp"
#include "storage/testing/memory_disk.hpp"

namespace weft::storage {
namespace {

using Disk = MemoryStore::Disk;
using Guard = std::unique_lock<std::mutex>;

class MemoryLock final : public RangeLock {
public:
    MemoryLock(std::shared_ptr<Disk> disk, std::shared_ptr<MemoryInode> inode, std::int64_t serial)
        : disk_(std::move(disk)), inode_(std::move(inode)), serial_(serial) {}

    ~MemoryLock() override {
        const Guard guard(disk_->mutex);
        std::erase_if(inode_->locks,
                      [&](const LockedRange& range) { return range.serial == serial_; });
        disk_->lock_released.notify_all();
    }

private:
    std::shared_ptr<Disk> disk_;
    std::shared_ptr<MemoryInode> inode_;
    std::int64_t serial_;
};

class MemoryFile final : public LeafFile {
public:
    MemoryFile(std::shared_ptr<Disk> disk, std::shared_ptr<MemoryInode> inode, std::string path,
               bool writable)
        : disk_(std::move(disk)),
          inode_(std::move(inode)),
          path_(std::move(path)),
          writable_(writable),
          power_failures_(disk_->power_failures) {}

    ~MemoryFile() override { static_cast<void>(MemoryFile::close()); }

    Result<std::int64_t> read_at(std::int64_t offset, std::span<std::byte> bytes) override;
    Status write_at(std::int64_t offset, std::span<const std::byte> bytes) override;
    Result<std::int64_t> size() override;
    Status resize(std::int64_t bytes) override;
    Result<std::int64_t> insertion_block() override { return disk_->insertion_block; }
    Status insert_room(std::int64_t offset, std::int64_t length) override {
        return shift(offset, length, &SparseBytes::insert_pages);
    }
    Status remove_room(std::int64_t offset, std::int64_t length) override {
        return shift(offset, length, &SparseBytes::remove_pages);
    }
    Result<Extent> hole_behind(std::int64_t offset) override;
    Status sync() override;
    Result<std::unique_ptr<RangeLock>> lock(std::int64_t offset, std::int64_t length) override {
        return take({.offset = offset, .length = length}, false);
    }
    Result<std::unique_ptr<RangeLock>> hold(std::int64_t offset, std::int64_t length) override {
        return take({.offset = offset, .length = length}, true);
    }
    Result<bool> is_locked(std::int64_t offset, std::int64_t length) override;
    Status close() override;

private:
    Status shift(std::int64_t offset, std::int64_t length,
                 void (SparseBytes::*move)(std::int64_t, std::int64_t));
    [[nodiscard]] Result<std::int64_t> end_of(const Extent& extent) const;
    Result<std::unique_ptr<RangeLock>> take(const Extent& extent, bool is_kept);

    /// 0, or the error number that says why this handle cannot be used.
    [[nodiscard]] int unusable(bool to_write) const {
        if (closed_ || (to_write && !writable_)) return EBADF;
        return power_failures_ != disk_->power_failures ? EIO : 0;
    }

    [[nodiscard]] int unwritable(std::int64_t offset, std::size_t length) const {
        if (offset < 0) return EINVAL;
        const std::int64_t room = std::numeric_limits<std::int64_t>::max() - offset;
        return length > static_cast<std::uint64_t>(room) ? EFBIG : unusable(true);
    }

    std::shared_ptr<Disk> disk_;
    std::shared_ptr<MemoryInode> inode_;
    std::string path_;
    bool writable_;
    const std::int64_t power_failures_;
    bool closed_ = false;
};

Result<std::int64_t> MemoryFile::read_at(std::int64_t offset, std::span<std::byte> bytes) {
    if (bytes.empty()) return 0;
    const Guard guard(disk_->mutex);
    const int error_number = offset < 0 ? EINVAL : unusable(false);
    if (error_number != 0) {
        return failure(Operation::read, path_, error_number, extent_of(offset, bytes.size()));
    }
    const std::int64_t length = inode_->contents.read(offset, bytes);
    ++disk_->counts.reads;
    disk_->counts.bytes_read += length;
    return length;
}

Status MemoryFile::write_at(std::int64_t offset, std::span<const std::byte> bytes) {
    if (bytes.empty()) return {};
    const Guard guard(disk_->mutex);
    const Extent extent = extent_of(offset, bytes.size());
    if (const int error_number = unwritable(offset, bytes.size()); error_number != 0) {
        return failure(Operation::write, path_, error_number, extent);
    }
    if (disk_->kind == MemoryStore::Contents::discarded) {
        inode_->contents.resize(std::max(inode_->contents.size(), offset + extent.length));
    } else {
        try {
            inode_->contents.write(offset, bytes);
        } catch (const std::bad_alloc&) {
            return failure(Operation::write, path_, ENOMEM, extent);
        }
    }
    ++disk_->counts.writes;
    disk_->counts.bytes_written += extent.length;
    return {};
}

Result<std::int64_t> MemoryFile::size() {
    const Guard guard(disk_->mutex);
    if (const int error_number = unusable(false); error_number != 0) {
        return failure(Operation::size, path_, error_number);
    }
    return inode_->contents.size();
}

Status MemoryFile::resize(std::int64_t bytes) {
    const Guard guard(disk_->mutex);
    if (const int error_number = unwritable(bytes, 0); error_number != 0) {
        return failure(Operation::resize, path_, error_number,
                       Extent{.offset = 0, .length = bytes});
    }
    inode_->contents.resize(bytes);
    ++disk_->counts.resizes;
    return {};
}

Status MemoryFile::shift(std::int64_t offset, std::int64_t length,
                         void (SparseBytes::*move)(std::int64_t, std::int64_t)) {
    const Guard guard(disk_->mutex);
    const Extent extent{.offset = offset, .length = length};
    const std::int64_t block = disk_->insertion_block;
    if (block == 0) return {Code::enotsupport, "this disk cannot insert room"};
    const bool possible = length > 0 && offset % block == 0 && length % block == 0 &&
                          offset < inode_->contents.size();
    const int error_number =
        possible ? unwritable(offset, static_cast<std::size_t>(length)) : EINVAL;
    if (error_number != 0) return failure(Operation::resize, path_, error_number, extent);
    (inode_->contents.*move)(offset, length);
    ++disk_->counts.resizes;
    return {};
}

Result<Extent> MemoryFile::hole_behind(std::int64_t offset) {
    const Guard guard(disk_->mutex);
    if (const int error_number = offset < 0 ? EINVAL : unusable(false); error_number != 0) {
        return failure(Operation::size, path_, error_number, Extent{.offset = offset, .length = 0});
    }
    return inode_->contents.hole_behind(offset);
}

Status MemoryFile::sync() {
    const Guard guard(disk_->mutex);
    if (const int error_number = unusable(false); error_number != 0) {
        return failure(Operation::sync, path_, error_number);
    }
    inode_->durable = inode_->contents;
    ++disk_->counts.syncs;
    return {};
}

Result<std::int64_t> MemoryFile::end_of(const Extent& extent) const {
    if (extent.offset < 0 || extent.length <= 0) {
        return Status(Code::einval,
                      failure_context(Operation::lock, path_, extent, "the range is not valid"));
    }
    const std::optional<std::int64_t> end = checked_add(extent.offset, extent.length);
    if (!end) return failure(Operation::lock, path_, EOVERFLOW, extent);
    return *end;
}

Result<std::unique_ptr<RangeLock>> MemoryFile::take(const Extent& extent, bool is_kept) {
    const Result<std::int64_t> end = end_of(extent);
    if (!end.ok()) return end.status();
    Guard guard(disk_->mutex);
    disk_->lock_released.wait(guard, [&] {
        return unusable(true) != 0 || Disk::is_free(*inode_, this, extent.offset, end.value());
    });
    if (const int error_number = unusable(true); error_number != 0) {
        return failure(Operation::lock, path_, error_number, extent);
    }
    const std::int64_t serial = disk_->next_lock_serial++;
    auto held = std::make_unique<MemoryLock>(disk_, inode_, serial);
    inode_->locks.push_back({.serial = serial,
                             .holder = this,
                             .begin = extent.offset,
                             .end = end.value(),
                             .is_kept = is_kept});
    ++disk_->counts.locks;
    return std::unique_ptr<RangeLock>(std::move(held));
}

Result<bool> MemoryFile::is_locked(std::int64_t offset, std::int64_t length) {
    const Extent extent{.offset = offset, .length = length};
    const Result<std::int64_t> end = end_of(extent);
    if (!end.ok()) return end.status();
    const Guard guard(disk_->mutex);
    if (const int error_number = unusable(false); error_number != 0) {
        return failure(Operation::lock, path_, error_number, extent);
    }
    return !Disk::is_free(*inode_, this, offset, end.value());
}

Status MemoryFile::close() {
    const Guard guard(disk_->mutex);
    if (std::exchange(closed_, true)) return {};
    std::erase_if(inode_->locks,
                  [&](const LockedRange& range) { return range.holder == this && !range.is_kept; });
    for (LockedRange& range : inode_->locks) {
        if (range.holder == this) range.holder = nullptr;
    }
    disk_->lock_released.notify_all();
    ++disk_->counts.closes;
    return {};
}

}  // namespace

std::unique_ptr<File> open_memory_file(std::shared_ptr<MemoryStore::Disk> disk,
                                       std::shared_ptr<MemoryInode> inode, std::string path,
                                       bool writable) {
    return std::make_unique<MemoryFile>(std::move(disk), std::move(inode), std::move(path),
                                        writable);
}

}  // namespace weft::storage
