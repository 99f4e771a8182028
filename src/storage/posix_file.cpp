// SPDX-License-Identifier: BSD-3-Clause
#include "storage/posix_file.hpp"

#include <linux/magic.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <string>
#include <thread>
#include <utility>

#include "storage/failure.hpp"
#include "storage/lustre.hpp"

namespace weft::storage {
namespace {

// Linux moves at most 2^31 - 4096 bytes per call; a round number below keeps later pieces aligned.
constexpr std::size_t max_transfer_bytes = std::size_t{1} << 30;

/// A lock in the form of fcntl: l_pid must be 0.
struct flock exclusive(const Extent& extent) {
    struct flock range {};
    range.l_type = F_WRLCK;
    range.l_whence = SEEK_SET;
    range.l_start = extent.offset;
    range.l_len = extent.length;
    return range;
}

class PosixLock final : public RangeLock {
public:
    PosixLock(std::shared_ptr<Descriptor> descriptor, const Extent& extent, bool is_kept)
        : descriptor_(std::move(descriptor)), range_(exclusive(extent)), is_kept_(is_kept) {}

    ~PosixLock() override {
        if (!is_taken_) return;
        if (is_kept_) descriptor_->release_lock();
        if (descriptor_->number() < 0) return;
        range_.l_type = F_UNLCK;
        set();
    }

    /// Waits for the lock. 0 or an error number.
    int take() {
        if (set() < 0) return errno;
        is_taken_ = true;
        if (is_kept_) descriptor_->keep_lock();
        return 0;
    }

private:
    int set() {
        return uninterrupted(
            [&] { return descriptor_->calls().lock_and_wait(descriptor_->number(), &range_); });
    }

    std::shared_ptr<Descriptor> descriptor_;
    struct flock range_;
    bool is_kept_;
    bool is_taken_ = false;
};

}  // namespace

Descriptor::~Descriptor() {
    static_cast<void>(close());
}

int Descriptor::close() {
    if (number_ < 0) return 0;
    const int kept = kept_locks_ > 0 ? calls_.duplicate(number_) : closed;
    if (kept_locks_ > 0 && kept < 0) return errno;  // the locks need this number
    const int result = calls_.close(std::exchange(number_, kept));
    // Linux releases the descriptor before it can be interrupted, so the call must not be repeated,
    // and the kernel has the data as after any other close.
    return result == 0 || errno == EINTR ? 0 : errno;
}

Result<std::int64_t> PosixFile::read_at(std::int64_t offset, std::span<std::byte> bytes) {
    if (fresh_from_) await_freshness();
    const std::size_t wanted = bytes.size();
    std::int64_t known_end = 0;  // before the read at hand
    while (!bytes.empty()) {
        const std::size_t length = std::min(bytes.size(), max_transfer_bytes);
        const ssize_t moved =
            descriptor_->calls().pread(descriptor_->number(), bytes.data(), length, offset);
        if (moved > 0) [[likely]] {
            bytes = bytes.subspan(static_cast<std::size_t>(moved));
            offset += moved;
        } else if (moved == 0) {
            // This is the end, unless the size is larger: then another writer has extended the file
            // meanwhile, perhaps repeatedly, and bytes would be lost.
            const Result<std::int64_t> end = size();
            if (!end.ok()) return end.status();
            if (end.value() <= offset) break;
            if (std::exchange(known_end, end.value()) > offset) {
                return Status(
                    Code::eread,
                    failure_context(Operation::read, path_, extent_of(offset, bytes.size()),
                                    "the system read nothing and gave no reason"));
            }
        } else if (errno != EINTR) {
            return failure(Operation::read, path_, errno, extent_of(offset, bytes.size()));
        }
    }
    return static_cast<std::int64_t>(wanted - bytes.size());
}

Status PosixFile::write_at(std::int64_t offset, std::span<const std::byte> bytes) {
    note_change();
    while (!bytes.empty()) {
        const std::size_t length = std::min(bytes.size(), max_transfer_bytes);
        const ssize_t moved =
            descriptor_->calls().pwrite(descriptor_->number(), bytes.data(), length, offset);
        if (moved > 0) [[likely]] {
            bytes = bytes.subspan(static_cast<std::size_t>(moved));
            offset += moved;
        } else if (moved == 0) {
            return {Code::ewrite,
                    failure_context(Operation::write, path_, extent_of(offset, bytes.size()),
                                    "the system wrote nothing and gave no reason")};
        } else if (errno != EINTR) {
            return failure(Operation::write, path_, errno, extent_of(offset, bytes.size()));
        }
    }
    return {};
}

Result<struct stat> PosixFile::facts() {
    struct stat facts {};
    if (uninterrupted([&] { return descriptor_->calls().fstat(descriptor_->number(), &facts); }) <
        0) {
        return failure(Operation::size, path_, errno);
    }
    return facts;
}

Result<std::int64_t> PosixFile::size() {
    const Result<struct stat> found = facts();
    if (!found.ok()) return found.status();
    return std::int64_t{found.value().st_size};
}

Result<std::uint64_t> PosixFile::identity() {
    const Result<struct stat> found = facts();
    if (!found.ok()) return found.status();
    return std::uint64_t{found.value().st_ino};
}

/// The kernel shortens advice for more than it reads at a time, so advice is given piece by piece;
/// and it would look up every page, even if all are in memory.
void PosixFile::will_read(std::int64_t offset, std::int64_t length) {
    constexpr std::int64_t piece = 128 << 10;
    const SystemCalls& calls = descriptor_->calls();
    const int fd = descriptor_->number();
    for (std::int64_t at = offset; at < offset + length; at += piece) {
        std::byte first{};
        if (calls.pread_cached(fd, &first, 1, at) < 0 && errno == EAGAIN)
            static_cast<void>(calls.start_reading(fd, at, std::min(piece, offset + length - at)));
    }
}

void PosixFile::start_writing(std::int64_t offset, std::int64_t length) {
    static_cast<void>(
        descriptor_->calls().start_writing(descriptor_->number(), offset, length));  // advice
}

/// Linux reports a failed write-back once to each handle; a later sync() of this one must remember
/// it.
Status PosixFile::finish_writing(std::int64_t offset, std::int64_t length) {
    const auto finish = [&] {
        return descriptor_->calls().finish_writing(descriptor_->number(), offset, length);
    };
    if (sync_error_ == 0 && uninterrupted(finish) < 0 &&
        (errno == EIO || errno == ENOSPC || errno == EDQUOT))
        sync_error_ = errno;  // other errors: the file system has no such call
    if (sync_error_ != 0) return failure(Operation::sync, path_, sync_error_);
    return {};
}

Status PosixFile::sync() {
    // Linux reports a failed write-back once and then considers the pages clean.
    const bool has_changed = !is_synced_.exchange(true);
    if (has_changed && sync_error_ == 0 &&
        uninterrupted([&] { return descriptor_->calls().fdatasync(descriptor_->number()); }) < 0) {
        sync_error_ = errno;
    }
    if (sync_error_ != 0) return failure(Operation::sync, path_, sync_error_);
    return {};
}

/// Drops the kernel's cache and reopens the file, which makes file systems validate their caches.
/// It does not reopen it by its name, which another file may have by now.
Status PosixFile::renew(double stale_seconds) {
    const SystemCalls& calls = descriptor_->calls();
    static_cast<void>(calls.forget(descriptor_->number()));  // advice
    const int flags = O_CLOEXEC | (writable_ ? O_RDWR : O_RDONLY);
    const int number = uninterrupted([&] { return calls.reopen(descriptor_->number(), flags); });
    if (number < 0) return failure(Operation::open, path_, errno);
    const Status closed = close_descriptor();
    descriptor_ = std::make_shared<Descriptor>(calls, number);
    if (stale_seconds > 0)
        fresh_from_ = Clock::now() + std::chrono::duration<double>(stale_seconds);
    return closed;
}

void PosixFile::await_freshness() {
    std::this_thread::sleep_until(*fresh_from_);
    fresh_from_.reset();
    // Bytes that the kernel cached meanwhile may be old ones.
    static_cast<void>(descriptor_->calls().forget(descriptor_->number()));
}

Status PosixFile::check_range(const Extent& extent) const {
    if (extent.offset >= 0 && extent.length > 0) return {};
    return {Code::einval,
            failure_context(Operation::lock, path_, extent, "the range is not valid")};
}

Result<std::unique_ptr<RangeLock>> PosixFile::take(const Extent& extent, bool is_kept) {
    if (Status valid = check_range(extent); !valid.ok()) return valid;
    // Allocated first: a lock without memory for its object would never be released.
    auto lock = std::make_unique<PosixLock>(descriptor_, extent, is_kept);
    if (const int error_number = lock->take(); error_number != 0)
        return failure(Operation::lock, path_, error_number, extent);
    return std::unique_ptr<RangeLock>(std::move(lock));
}

Result<bool> PosixFile::is_locked(std::int64_t offset, std::int64_t length) {
    const Extent extent{.offset = offset, .length = length};
    if (Status valid = check_range(extent); !valid.ok()) return valid;
    struct flock range = exclusive(extent);
    if (uninterrupted(
            [&] { return descriptor_->calls().find_lock(descriptor_->number(), &range); }) < 0) {
        return failure(Operation::lock, path_, errno, extent);
    }
    return range.l_type != F_UNLCK;
}

Status PosixFile::close() {
    if (fresh_from_) await_freshness();
    return close_descriptor();
}

Status PosixFile::close_descriptor() {
    const std::shared_ptr<Descriptor> old = std::exchange(
        descriptor_, std::make_shared<Descriptor>(descriptor_->calls(), Descriptor::closed));
    const int error_number = old->close();
    if (error_number != 0) return failure(Operation::close, path_, error_number);
    return {};
}

// The length of a PosixFile, its layout on storage targets, reserved space, and holes.

Status PosixFile::resize(std::int64_t bytes) {
    note_change();
    if (uninterrupted(
            [&] { return descriptor_->calls().ftruncate(descriptor_->number(), bytes); }) < 0) {
        return failure(Operation::resize, path_, errno, Extent{.offset = 0, .length = bytes});
    }
    return {};
}

Result<Striping> PosixFile::stripe(const StripingWish& wish) {
    if (unstriped_in_.empty()) return Striping{};
    const SystemCalls& calls = descriptor_->calls();
    const std::string folder = std::exchange(unstriped_in_, {});
    if (Status striped = lustre::stripe(calls, descriptor_->number(), folder, wish); !striped.ok())
        return striped;
    return lustre::striping_of(calls, descriptor_->number(), folder);
}

Status PosixFile::reserve(std::int64_t offset, std::int64_t length) {
    note_change();
    if (uninterrupted([&] {
            return descriptor_->calls().reserve(descriptor_->number(), offset, length);
        }) == 0 ||
        errno == EOPNOTSUPP || errno == ENOSYS) {
        return {};
    }
    return failure(Operation::resize, path_, errno, Extent{.offset = offset, .length = length});
}

Result<std::int64_t> PosixFile::insertion_block() {
    // ext4 and XFS lengthen the file before they move anything, so that no data are ever behind its
    // end; F2FS lengthens it afterwards.
    struct statfs system {};
    if (uninterrupted(
            [&] { return descriptor_->calls().fstatfs(descriptor_->number(), &system); }) < 0) {
        return failure(Operation::size, path_, errno);
    }
    const bool can = system.f_type == EXT4_SUPER_MAGIC || system.f_type == XFS_SUPER_MAGIC;
    return std::int64_t{can ? system.f_bsize : 0};
}

Status PosixFile::insert_room(std::int64_t offset, std::int64_t length) {
    note_change();
    if (descriptor_->calls().insert_room(descriptor_->number(), offset, length) == 0) return {};
    const Extent extent{.offset = offset, .length = length};
    const int error_number = errno;
    if (error_number == EOPNOTSUPP || error_number == ENOSYS || error_number == EINVAL) {
        return {Code::enotsupport, failure_context(Operation::resize, path_, extent,
                                                   "the file system cannot insert there")};
    }
    return failure(Operation::resize, path_, error_number, extent);
}

Status PosixFile::remove_room(std::int64_t offset, std::int64_t length) {
    note_change();
    if (descriptor_->calls().remove_room(descriptor_->number(), offset, length) == 0) return {};
    return failure(Operation::resize, path_, errno, Extent{.offset = offset, .length = length});
}

Result<Extent> PosixFile::hole_behind(std::int64_t offset) {
    if (offset < 0)
        return failure(Operation::size, path_, EINVAL, Extent{.offset = offset, .length = 0});
    const Result<std::int64_t> end = size();
    if (!end.ok()) return end.status();
    const auto find = [&](int what, std::int64_t from) -> Result<std::int64_t> {
        if (from >= end.value()) return end.value();
        off_t found = -1;
        do {
            found = descriptor_->calls().lseek(descriptor_->number(), from, what);
        } while (found < 0 && errno == EINTR);
        // Another program may have extended the file since its size was read.
        if (found >= 0) return std::min(std::int64_t{found}, end.value());
        if (errno == ENXIO) return end.value();  // no more data
        if (errno == EINVAL || errno == EOPNOTSUPP) {
            return Status(
                Code::enotsupport,
                failure_context(Operation::size, path_, Extent{.offset = from, .length = 0},
                                "the file system does not report holes"));
        }
        return failure(Operation::size, path_, errno, Extent{.offset = from, .length = 0});
    };
    const Result<std::int64_t> begin = find(SEEK_HOLE, offset);
    if (!begin.ok()) return begin.status();
    const Result<std::int64_t> data = find(SEEK_DATA, begin.value());
    if (!data.ok()) return data.status();
    return Extent{.offset = begin.value(), .length = data.value() - begin.value()};
}

}  // namespace weft::storage
