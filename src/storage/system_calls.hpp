// SPDX-License-Identifier: BSD-3-Clause
// The kernel's file calls behind an interface, so that tests can make any of them fail.
#pragma once

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/vfs.h>

#include <cstddef>

namespace weft::storage {

/// Each member is the system call of its name, with the same arguments, result and errno.
class SystemCalls {
public:
    virtual ~SystemCalls() = default;
    virtual int open(const char* path, int flags, mode_t mode) const;
    /// open() of /proc/self/fd/N: the same file, whatever its name is now.
    virtual int reopen(int fd, int flags) const;
    virtual ssize_t pread(int fd, void* bytes, std::size_t length, off_t offset) const;
    virtual ssize_t pwrite(int fd, const void* bytes, std::size_t length, off_t offset) const;
    virtual int fstat(int fd, struct stat* facts) const;
    virtual int ftruncate(int fd, off_t length) const;
    /// fallocate FALLOC_FL_KEEP_SIZE.
    virtual int reserve(int fd, off_t offset, off_t length) const;
    /// fallocate FALLOC_FL_INSERT_RANGE.
    virtual int insert_room(int fd, off_t offset, off_t length) const;
    /// fallocate FALLOC_FL_COLLAPSE_RANGE.
    virtual int remove_room(int fd, off_t offset, off_t length) const;
    virtual off_t lseek(int fd, off_t offset, int whence) const;
    virtual int fstatfs(int fd, struct statfs* facts) const;
    /// sync_file_range SYNC_FILE_RANGE_WRITE.
    virtual int start_writing(int fd, off_t offset, off_t length) const;
    /// sync_file_range that also waits, for earlier writes, too.
    virtual int finish_writing(int fd, off_t offset, off_t length) const;
    /// posix_fadvise POSIX_FADV_WILLNEED.
    virtual int start_reading(int fd, off_t offset, off_t length) const;
    /// preadv2 RWF_NOWAIT: fails if the bytes are not in memory.
    virtual ssize_t pread_cached(int fd, void* bytes, std::size_t length, off_t offset) const;
    virtual int fsync(int fd) const;
    virtual int fdatasync(int fd) const;
    virtual int close(int fd) const;
    /// posix_fadvise POSIX_FADV_DONTNEED for the whole file.
    virtual int forget(int fd) const;
    virtual int unlink(const char* path) const;
    virtual int rename(const char* from, const char* to) const;
    virtual int stat(const char* path, struct stat* facts) const;
    virtual int lstat(const char* path, struct stat* facts) const;
    virtual int statfs(const char* path, struct statfs* facts) const;
    virtual ssize_t getxattr(const char* path, const char* name, void* bytes,
                             std::size_t length) const;
    virtual ssize_t fgetxattr(int fd, const char* name, void* bytes, std::size_t length) const;
    /// ioctl, for features of a single file system.
    virtual int control(int fd, unsigned long request, void* argument) const;

    /// fcntl F_SETFL without O_NONBLOCK.
    virtual int make_blocking(int fd) const;

    /// fcntl F_OFD_SETLKW: sets or releases a lock of the open file description, and waits for it.
    /// Fails with ENOSYS if the system has no such locks.
    virtual int lock_and_wait(int fd, struct flock* range) const;
    /// fcntl F_OFD_GETLK: the lock that conflicts with this one; l_type is F_UNLCK if there is
    /// none.
    virtual int find_lock(int fd, struct flock* range) const;
    /// fcntl F_DUPFD_CLOEXEC: another number for the same open file description.
    virtual int duplicate(int fd) const;

    /// The seconds since some moment, by a clock that nobody sets, for measuring how long other
    /// calls take.
    virtual double now() const;
};

/// The kernel's calls, without any state.
const SystemCalls& kernel_calls();

}  // namespace weft::storage
