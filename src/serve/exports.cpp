// SPDX-License-Identifier: BSD-3-Clause
#include "serve/exports.hpp"

#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <string_view>
#include <system_error>
#include <utility>

namespace weft::serve {
namespace {

int open_beneath(int folder, const std::string& name, int flags, mode_t mode) {
    struct open_how how {};
    how.flags = static_cast<std::uint64_t>(flags);
    const bool creates = (flags & O_CREAT) != 0 || (flags & O_TMPFILE) == O_TMPFILE;
    how.mode = creates ? mode : 0;
    how.resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS;
    // EAGAIN: a folder of the path was renamed meanwhile, so the kernel could not check the path.
    long fd = -1;
    for (int attempt = 0; attempt <= 100; ++attempt) {
        fd = ::syscall(SYS_openat2, folder, name.c_str(), &how, sizeof how);
        if (fd >= 0 || errno != EAGAIN) break;
    }
    if (fd < 0 && errno == EXDEV)
        errno = EACCES;  // the kernel's word for a path that leads outside
    return static_cast<int>(fd);
}

int fail_with(int error_number) {
    errno = error_number;
    return -1;
}

bool writes(int flags) {
    return (flags & O_ACCMODE) != O_RDONLY || (flags & (O_CREAT | O_TRUNC)) != 0;
}

}  // namespace

Result<Export> parse_export(const std::string& text) {
    Export parsed;
    parsed.is_read_only = text.ends_with(":ro");
    parsed.folder = parsed.is_read_only ? text.substr(0, text.size() - 3) : text;
    while (parsed.folder.size() > 1 && parsed.folder.back() == '/') parsed.folder.pop_back();
    if (!parsed.folder.starts_with('/'))
        return Status(Code::einval,
                      "\"" + text + "\": an export must be the absolute path of a folder");
    return parsed;
}

Result<std::unique_ptr<ExportedCalls>> ExportedCalls::open(const std::vector<Export>& exports) {
    auto calls = std::make_unique<ExportedCalls>();
    for (const Export& what : exports) {
        remote::OwnedFd fd(::open(what.folder.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
        const remote::OwnedFd tried(
            fd.get() < 0 ? -1 : open_beneath(fd.get(), ".", O_PATH | O_CLOEXEC, 0));
        if (tried.get() < 0)
            return Status(Code::efile, "\"" + what.folder + "\" cannot be exported: " +
                                           std::generic_category().message(errno));
        calls->roots_.push_back({what, std::move(fd)});
    }
    return calls;
}

void ExportedCalls::forbid_writing() {
    for (Root& root : roots_) root.what.is_read_only = true;
}

ExportedCalls::PathInExport ExportedCalls::path_in_export(const char* path) const {
    const std::string_view name(path);
    for (const Root& root : roots_) {
        const std::string& folder = root.what.folder;
        if (name == folder) return {&root, "."};
        const std::size_t length = folder == "/" ? 0 : folder.size();
        if (!name.starts_with(folder) || name.size() <= length || name[length] != '/') continue;
        const std::size_t begin = name.find_first_not_of('/', length);
        return {&root, begin == std::string_view::npos ? "." : std::string(name.substr(begin))};
    }
    return {};
}

/// A descriptor, or -1 and errno.
int ExportedCalls::resolve(const char* path, int flags, mode_t mode) const {
    const PathInExport found = path_in_export(path);
    if (found.root == nullptr) return fail_with(EACCES);
    if (found.root->what.is_read_only && writes(flags)) return fail_with(EROFS);
    return open_beneath(found.root->fd.get(), found.name, flags, mode);
}

/// On failure the entry has no folder, and errno is set.
ExportedCalls::Entry ExportedCalls::entry_of(const char* path, bool changes) const {
    const PathInExport found = path_in_export(path);
    const std::size_t slash = found.name.rfind('/');
    Entry entry;
    entry.name = slash == std::string::npos ? found.name : found.name.substr(slash + 1);
    if (found.root == nullptr || entry.name.empty() || entry.name == "." || entry.name == "..") {
        errno = EACCES;
    } else if (changes && found.root->what.is_read_only) {
        errno = EROFS;
    } else {
        entry.folder = remote::OwnedFd(open_beneath(
            found.root->fd.get(), slash == std::string::npos ? "." : found.name.substr(0, slash),
            O_PATH | O_DIRECTORY | O_CLOEXEC, 0));
    }
    return entry;
}

int ExportedCalls::open(const char* path, int flags, mode_t mode) const {
    return resolve(path, flags, mode);
}

int ExportedCalls::unlink(const char* path) const {
    const Entry entry = entry_of(path, true);
    return entry.folder.get() < 0 ? -1 : ::unlinkat(entry.folder.get(), entry.name.c_str(), 0);
}

int ExportedCalls::rename(const char* from, const char* to) const {
    const Entry old_entry = entry_of(from, true);
    if (old_entry.folder.get() < 0) return -1;
    const Entry new_entry = entry_of(to, true);
    if (new_entry.folder.get() < 0) return -1;
    return ::renameat(old_entry.folder.get(), old_entry.name.c_str(), new_entry.folder.get(),
                      new_entry.name.c_str());
}

int ExportedCalls::stat(const char* path, struct stat* facts) const {
    const remote::OwnedFd fd(resolve(path, O_PATH | O_CLOEXEC));
    return fd.get() < 0 ? -1 : ::fstat(fd.get(), facts);
}

int ExportedCalls::lstat(const char* path, struct stat* facts) const {
    const remote::OwnedFd fd(resolve(path, O_PATH | O_NOFOLLOW | O_CLOEXEC));
    return fd.get() < 0 ? -1 : ::fstat(fd.get(), facts);
}

int ExportedCalls::statfs(const char* path, struct statfs* facts) const {
    const remote::OwnedFd fd(resolve(path, O_PATH | O_CLOEXEC));
    return fd.get() < 0 ? -1 : ::fstatfs(fd.get(), facts);
}

}  // namespace weft::serve
