// SPDX-License-Identifier: BSD-3-Clause
// System calls of which one fails as planned: what the layer above PosixStore cannot see
// (interrupted and short calls) and what it must see (everything else).
#pragma once

#include "storage/system_calls.hpp"
#include "storage/testing/fault_plan.hpp"

namespace weft::storage {

/// Planned faults of transfers do not move bytes beyond those they report. A close that fails
/// closes the descriptor, as Linux does. SHORT and ZERO leave calls that move no bytes alone, but
/// count them.
class FaultySystemCalls final : public SystemCalls {
public:
    /// `trigger` must outlive this.
    explicit FaultySystemCalls(FaultTrigger& trigger) : trigger_(trigger) {}

    int open(const char* path, int flags, mode_t mode) const override;
    int reopen(int fd, int flags) const override;
    ssize_t pread(int fd, void* bytes, std::size_t length, off_t offset) const override;
    ssize_t pwrite(int fd, const void* bytes, std::size_t length, off_t offset) const override;
    int fstat(int fd, struct stat* facts) const override;
    int ftruncate(int fd, off_t length) const override;
    int reserve(int fd, off_t offset, off_t length) const override;
    int insert_room(int fd, off_t offset, off_t length) const override;
    int remove_room(int fd, off_t offset, off_t length) const override;
    off_t lseek(int fd, off_t offset, int whence) const override;
    int fstatfs(int fd, struct statfs* facts) const override;
    int fsync(int fd) const override;
    int finish_writing(int fd, off_t offset, off_t length) const override;
    int fdatasync(int fd) const override;
    int close(int fd) const override;
    int unlink(const char* path) const override;
    int rename(const char* from, const char* to) const override;
    int stat(const char* path, struct stat* facts) const override;
    int lstat(const char* path, struct stat* facts) const override;
    int statfs(const char* path, struct statfs* facts) const override;
    ssize_t getxattr(const char* path, const char* name, void* bytes,
                     std::size_t length) const override;
    ssize_t fgetxattr(int fd, const char* name, void* bytes, std::size_t length) const override;
    int control(int fd, unsigned long request, void* argument) const override;
    int lock_and_wait(int fd, struct flock* range) const override;
    int find_lock(int fd, struct flock* range) const override;

private:
    [[nodiscard]] bool fails(Operation operation) const;

    FaultTrigger& trigger_;
};

}  // namespace weft::storage
