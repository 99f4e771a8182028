// SPDX-License-Identifier: BSD-3-Clause
// The C library's functions in their place: those of the kernel, but for files of a folder that is
// to be Lustre's.
#include "lustre_calls.hpp"

#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <cerrno>
#include <cstdarg>
#include <filesystem>
#include <string>
#include <string_view>

namespace {

const weft::storage::lustre::FakeLustre* lustre = nullptr;
int refusal = 0;

int open_at(const char* path, int flags, mode_t mode) {
    const auto really = [&](int real) {
        return static_cast<int>(::syscall(SYS_openat, AT_FDCWD, path, real, mode));
    };
    if (lustre == nullptr) return really(flags);
    const bool is_open = std::string_view(path).starts_with("/proc/self/fd/");
    std::error_code error;
    const std::string name =
        is_open ? std::filesystem::read_symlink(path, error).string() : std::string(path);
    if (error || !lustre->has(name)) return really(flags);
    if (is_open && refusal != 0) {
        errno = refusal;
        return -1;
    }
    return lustre->open(name, flags, really);
}

/// Answers as the kernel does: with -1 and errno on failure.
ssize_t answer(int error, ssize_t value) {
    if (error == 0) return value;
    errno = error;
    return -1;
}

bool has_no_layout(int fd) {
    if (lustre == nullptr || !lustre->has(fd) || lustre->has_layout(fd)) return false;
    errno = EBADF;
    return true;
}

}  // namespace

void answer_as(const weft::storage::lustre::FakeLustre* answering) {
    lustre = answering;
}

void refuse_reopening(int error) {
    refusal = error;
}

// The library must find these functions, although the program's own are hidden.
#pragma GCC visibility push(default)
extern "C" {

int open(const char* path, int flags, ...) {
    va_list rest;
    va_start(rest, flags);
    const mode_t mode = (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(rest, mode_t) : 0;
    va_end(rest);
    return open_at(path, flags, mode);
}

int open64(const char* path, int flags, ...) {
    va_list rest;
    va_start(rest, flags);
    const mode_t mode = (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(rest, mode_t) : 0;
    va_end(rest);
    return open_at(path, flags, mode);
}

int statfs(const char* path, struct statfs* facts) noexcept {
    const auto told = static_cast<int>(::syscall(SYS_statfs, path, facts));
    if (told == 0 && lustre != nullptr && lustre->has(std::string(path)))
        facts->f_type = 0x0bd00bd0;
    return told;
}

int ioctl(int fd, unsigned long request, ...) noexcept {
    va_list rest;
    va_start(rest, request);
    void* const argument = va_arg(rest, void*);
    va_end(rest);
    const bool is_lustre = request == _IOW('f', 154, long) || request == _IOR('f', 168, long);
    if (!is_lustre || lustre == nullptr || !lustre->has(fd))
        return static_cast<int>(::syscall(SYS_ioctl, fd, request, argument));
    const int error = request == _IOW('f', 154, long)
                          ? lustre->set_layout(fd, argument)
                          : lustre->count_targets(static_cast<int*>(argument));
    return static_cast<int>(answer(error, 0));
}

ssize_t getxattr(const char* path, const char* name, void* bytes, std::size_t room) noexcept {
    if (lustre == nullptr || std::string_view(name) != "lustre.lov" ||
        !lustre->has(std::string(path)))
        return ::syscall(SYS_getxattr, path, name, bytes, room);
    ssize_t length = 0;
    const int error = lustre->get_layout(std::string(path), bytes, room, length);
    return answer(error, length);
}

ssize_t fgetxattr(int fd, const char* name, void* bytes, std::size_t room) noexcept {
    if (lustre == nullptr || std::string_view(name) != "lustre.lov" || !lustre->has(fd))
        return ::syscall(SYS_fgetxattr, fd, name, bytes, room);
    struct stat facts {};
    ssize_t length = 0;
    const int error =
        ::fstat(fd, &facts) < 0 ? errno : lustre->get_layout(facts.st_ino, bytes, room, length);
    return answer(error, length);
}

ssize_t pwrite(int fd, const void* bytes, std::size_t length, off_t offset) {
    return has_no_layout(fd) ? -1 : ::syscall(SYS_pwrite64, fd, bytes, length, offset);
}

int ftruncate(int fd, off_t length) noexcept {
    return has_no_layout(fd) ? -1 : static_cast<int>(::syscall(SYS_ftruncate, fd, length));
}

}  // extern "C"
