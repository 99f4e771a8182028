// SPDX-License-Identifier: BSD-3-Clause
// The length of a PosixFile, its layout on storage targets, reserved space, and holes.
#include <linux/magic.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

#include "storage/lustre.hpp"
#include "storage/posix_file.hpp"

namespace weft::storage {

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
        if (found >= 0) return std::int64_t{found};
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
