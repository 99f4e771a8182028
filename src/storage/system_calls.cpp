// SPDX-License-Identifier: BSD-3-Clause
#include "storage/system_calls.hpp"

#include <sys/ioctl.h>
#include <sys/uio.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cstdio>

namespace weft::storage {

static_assert(sizeof(off_t) == 8, "files are larger than 2 GiB: build with 64-bit offsets");

int SystemCalls::open(const char* path, int flags, mode_t mode) const {
    return ::open(path, flags, mode);
}

int SystemCalls::reopen(int fd, int flags) const {
    std::array<char, 32> name{};
    std::snprintf(name.data(), name.size(), "/proc/self/fd/%d", fd);
    return ::open(name.data(), flags);
}

ssize_t SystemCalls::pread(int fd, void* bytes, std::size_t length, off_t offset) const {
    return ::pread(fd, bytes, length, offset);
}

ssize_t SystemCalls::pwrite(int fd, const void* bytes, std::size_t length, off_t offset) const {
    return ::pwrite(fd, bytes, length, offset);
}

int SystemCalls::fstat(int fd, struct stat* facts) const {
    return ::fstat(fd, facts);
}

int SystemCalls::ftruncate(int fd, off_t length) const {
    return ::ftruncate(fd, length);
}

int SystemCalls::reserve(int fd, off_t offset, off_t length) const {
    return ::fallocate(fd, FALLOC_FL_KEEP_SIZE, offset, length);
}

int SystemCalls::insert_room(int fd, off_t offset, off_t length) const {
    return ::fallocate(fd, FALLOC_FL_INSERT_RANGE, offset, length);
}

int SystemCalls::remove_room(int fd, off_t offset, off_t length) const {
    return ::fallocate(fd, FALLOC_FL_COLLAPSE_RANGE, offset, length);
}

off_t SystemCalls::lseek(int fd, off_t offset, int whence) const {
    return ::lseek(fd, offset, whence);
}

int SystemCalls::fstatfs(int fd, struct statfs* facts) const {
    return ::fstatfs(fd, facts);
}

int SystemCalls::start_writing(int fd, off_t offset, off_t length) const {
    return ::sync_file_range(fd, offset, length, SYNC_FILE_RANGE_WRITE);
}

int SystemCalls::finish_writing(int fd, off_t offset, off_t length) const {
    return ::sync_file_range(
        fd, offset, length,
        SYNC_FILE_RANGE_WAIT_BEFORE | SYNC_FILE_RANGE_WRITE | SYNC_FILE_RANGE_WAIT_AFTER);
}

int SystemCalls::start_reading(int fd, off_t offset, off_t length) const {
    return posix_fadvise(fd, offset, length, POSIX_FADV_WILLNEED);
}

ssize_t SystemCalls::pread_cached(int fd, void* bytes, std::size_t length, off_t offset) const {
    const iovec part = {bytes, length};
    return preadv2(fd, &part, 1, offset, RWF_NOWAIT);
}

int SystemCalls::fsync(int fd) const {
    return ::fsync(fd);
}

int SystemCalls::fdatasync(int fd) const {
    return ::fdatasync(fd);
}

int SystemCalls::close(int fd) const {
    return ::close(fd);
}

int SystemCalls::forget(int fd) const {
    return ::posix_fadvise(fd, 0, 0, POSIX_FADV_DONTNEED);
}

int SystemCalls::unlink(const char* path) const {
    return ::unlink(path);
}

int SystemCalls::rename(const char* from, const char* to) const {
    return ::rename(from, to);
}

int SystemCalls::stat(const char* path, struct stat* facts) const {
    return ::stat(path, facts);
}

int SystemCalls::lstat(const char* path, struct stat* facts) const {
    return ::lstat(path, facts);
}

int SystemCalls::statfs(const char* path, struct statfs* facts) const {
    return ::statfs(path, facts);
}

ssize_t SystemCalls::getxattr(const char* path, const char* name, void* bytes,
                              std::size_t length) const {
    return ::getxattr(path, name, bytes, length);
}

ssize_t SystemCalls::fgetxattr(int fd, const char* name, void* bytes, std::size_t length) const {
    return ::fgetxattr(fd, name, bytes, length);
}

int SystemCalls::control(int fd, unsigned long request, void* argument) const {
    return ::ioctl(fd, request, argument);
}

int SystemCalls::make_blocking(int fd) const {
    return ::fcntl(fd, F_SETFL, 0);  // files are opened with no other flag that this could clear
}

int SystemCalls::lock_and_wait(int fd, struct flock* range) const {
#ifdef F_OFD_SETLKW
    return ::fcntl(fd, F_OFD_SETLKW, range);
#else
    static_cast<void>(fd);
    static_cast<void>(range);
    errno = ENOSYS;
    return -1;
#endif
}

int SystemCalls::find_lock(int fd, struct flock* range) const {
#ifdef F_OFD_GETLK
    return ::fcntl(fd, F_OFD_GETLK, range);
#else
    static_cast<void>(fd);
    static_cast<void>(range);
    errno = ENOSYS;
    return -1;
#endif
}

int SystemCalls::duplicate(int fd) const {
    return ::fcntl(fd, F_DUPFD_CLOEXEC, 0);
}

double SystemCalls::now() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

const SystemCalls& kernel_calls() {
    static const SystemCalls calls;
    return calls;
}

}  // namespace weft::storage
