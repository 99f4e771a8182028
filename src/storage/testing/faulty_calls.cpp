// SPDX-License-Identifier: BSD-3-Clause
#include "storage/testing/faulty_calls.hpp"

#include <algorithm>

namespace weft::storage {
namespace {

// The length a transfer may have under `fault`, or -1 with errno set when it fails.
ssize_t allowed_length(const FaultPlan* fault, std::size_t length) {
    if (fault == nullptr) return static_cast<ssize_t>(length);
    switch (fault->effect) {
        case FaultPlan::Effect::cut_short:
            return static_cast<ssize_t>(std::max<std::size_t>(length / 2, 1));
        case FaultPlan::Effect::nothing_moved:
            return 0;
        case FaultPlan::Effect::error:
            break;
    }
    errno = fault->error_number;
    return -1;
}

}  // namespace

bool FaultySystemCalls::fails(Operation operation) const {
    const FaultPlan* fault = trigger_.next(operation);
    if (fault == nullptr || fault->effect != FaultPlan::Effect::error) return false;
    errno = fault->error_number;
    return true;
}

ssize_t FaultySystemCalls::pread(int fd, void* bytes, std::size_t length, off_t offset) const {
    const ssize_t allowed = allowed_length(trigger_.next(Operation::read), length);
    if (allowed <= 0) return allowed;
    return SystemCalls::pread(fd, bytes, static_cast<std::size_t>(allowed), offset);
}

ssize_t FaultySystemCalls::pwrite(int fd, const void* bytes, std::size_t length,
                                  off_t offset) const {
    const ssize_t allowed = allowed_length(trigger_.next(Operation::write), length);
    if (allowed <= 0) return allowed;
    return SystemCalls::pwrite(fd, bytes, static_cast<std::size_t>(allowed), offset);
}

int FaultySystemCalls::reopen(int fd, int flags) const {
    return fails(Operation::open) ? -1 : SystemCalls::reopen(fd, flags);
}

int FaultySystemCalls::open(const char* path, int flags, mode_t mode) const {
    return fails(Operation::open) ? -1 : SystemCalls::open(path, flags, mode);
}

int FaultySystemCalls::fstat(int fd, struct stat* facts) const {
    return fails(Operation::size) ? -1 : SystemCalls::fstat(fd, facts);
}

int FaultySystemCalls::ftruncate(int fd, off_t length) const {
    return fails(Operation::resize) ? -1 : SystemCalls::ftruncate(fd, length);
}

int FaultySystemCalls::reserve(int fd, off_t offset, off_t length) const {
    return fails(Operation::resize) ? -1 : SystemCalls::reserve(fd, offset, length);
}

int FaultySystemCalls::insert_room(int fd, off_t offset, off_t length) const {
    return fails(Operation::resize) ? -1 : SystemCalls::insert_room(fd, offset, length);
}

int FaultySystemCalls::remove_room(int fd, off_t offset, off_t length) const {
    return fails(Operation::resize) ? -1 : SystemCalls::remove_room(fd, offset, length);
}

off_t FaultySystemCalls::lseek(int fd, off_t offset, int whence) const {
    return fails(Operation::size) ? -1 : SystemCalls::lseek(fd, offset, whence);
}

int FaultySystemCalls::fstatfs(int fd, struct statfs* facts) const {
    return fails(Operation::size) ? -1 : SystemCalls::fstatfs(fd, facts);
}

int FaultySystemCalls::fsync(int fd) const {
    return fails(Operation::sync) ? -1 : SystemCalls::fsync(fd);
}

int FaultySystemCalls::finish_writing(int fd, off_t offset, off_t length) const {
    return fails(Operation::sync) ? -1 : SystemCalls::finish_writing(fd, offset, length);
}

int FaultySystemCalls::fdatasync(int fd) const {
    return fails(Operation::sync) ? -1 : SystemCalls::fdatasync(fd);
}

int FaultySystemCalls::close(int fd) const {
    const int result = SystemCalls::close(fd);
    return fails(Operation::close) ? -1 : result;
}

int FaultySystemCalls::unlink(const char* path) const {
    return fails(Operation::remove) ? -1 : SystemCalls::unlink(path);
}

int FaultySystemCalls::rename(const char* from, const char* to) const {
    return fails(Operation::rename) ? -1 : SystemCalls::rename(from, to);
}

int FaultySystemCalls::stat(const char* path, struct stat* facts) const {
    return fails(Operation::inspect) ? -1 : SystemCalls::stat(path, facts);
}

int FaultySystemCalls::lstat(const char* path, struct stat* facts) const {
    return fails(Operation::inspect) ? -1 : SystemCalls::lstat(path, facts);
}

int FaultySystemCalls::statfs(const char* path, struct statfs* facts) const {
    return fails(Operation::inspect) ? -1 : SystemCalls::statfs(path, facts);
}

ssize_t FaultySystemCalls::getxattr(const char* path, const char* name, void* bytes,
                                    std::size_t length) const {
    return fails(Operation::inspect) ? -1 : SystemCalls::getxattr(path, name, bytes, length);
}

ssize_t FaultySystemCalls::fgetxattr(int fd, const char* name, void* bytes,
                                     std::size_t length) const {
    return fails(Operation::inspect) ? -1 : SystemCalls::fgetxattr(fd, name, bytes, length);
}

int FaultySystemCalls::control(int fd, unsigned long request, void* argument) const {
    return fails(Operation::inspect) ? -1 : SystemCalls::control(fd, request, argument);
}

int FaultySystemCalls::lock_and_wait(int fd, struct flock* range) const {
    // A plan does not count releases, because no caller learns of their failure.
    if (range->l_type != F_UNLCK && fails(Operation::lock)) return -1;
    return SystemCalls::lock_and_wait(fd, range);
}

int FaultySystemCalls::find_lock(int fd, struct flock* range) const {
    return fails(Operation::lock) ? -1 : SystemCalls::find_lock(fd, range);
}

}  // namespace weft::storage
