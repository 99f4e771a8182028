// SPDX-License-Identifier: BSD-3-Clause
#include "storage/posix_store.hpp"

#include <utility>

#include "storage/answer.hpp"
#include "storage/failure.hpp"
#include "storage/file_system.hpp"
#include "storage/lustre.hpp"
#include "storage/path_prefix.hpp"
#include "storage/posix_file.hpp"
#include "storage/speed_probe.hpp"

namespace weft::storage {
namespace {

std::string system_path(const std::string& path) {
    return std::string(strip_path_prefix(path));
}

std::string directory_of(const std::string& path) {
    const std::size_t slash = path.rfind('/');
    if (slash == std::string::npos) return ".";
    return slash == 0 ? "/" : path.substr(0, slash);
}

Status not_a_file(const std::string& path, mode_t mode) {
    const char* what = S_ISDIR(mode) ? "it is a directory" : "it is not a regular file";
    return {Code::efile, failure_context(Operation::open, path, {}, what)};
}

int open_flags(const Intent& intent) {
    int flags = O_CLOEXEC | O_NOCTTY | (intent.writable ? O_RDWR : O_RDONLY);
    if (intent.create) flags |= O_CREAT;
    if (intent.create && intent.exclusive) flags |= O_EXCL;
    return flags;
}

// Opens a file without waiting for its type: O_NONBLOCK keeps open() from waiting for a FIFO or a
// device in the file's place. Only a regular file with a lease answers with EAGAIN, and then open()
// waits until the lease is returned.
int open_without_hanging(const SystemCalls& calls, const char* path, int flags) {
    const int number = uninterrupted([&] { return calls.open(path, flags | O_NONBLOCK, 0666); });
    if (number >= 0 || errno != EAGAIN) return number;
    return uninterrupted([&] { return calls.open(path, flags, 0666); });
}

}  // namespace

Result<Opened> PosixStore::open(const std::string& path, const Intent& intent) {
    Result<Opened> opened = open_alone(path, intent);
    if (!opened.ok()) return opened;
    return answer(*this, path, intent, std::move(opened).value());
}

Result<Opened> PosixStore::open_alone(const std::string& path, const Intent& intent) {
    if (intent.truncate && !intent.writable) {
        return Status(Code::einval,
                      failure_context(Operation::open, path, {},
                                      "a file that is opened for reading cannot be truncated"));
    }
    const std::string name = system_path(path);
    struct stat facts {};
    // Opening a FIFO wakes its other end, and opening a device may move a tape: check the type
    // first.
    const bool exists = uninterrupted([&] { return calls_.stat(name.c_str(), &facts); }) == 0;
    if (exists && !S_ISREG(facts.st_mode) && !(intent.create && intent.exclusive)) {
        return not_a_file(path, facts.st_mode);
    }
    int flags = open_flags(intent);
    const bool awaits_striping = intent.create && intent.striped && !exists &&
                                 lustre::has_folder(calls_, directory_of(name));
    if (awaits_striping) flags |= lustre::without_layout;
    const int number = open_without_hanging(calls_, name.c_str(), flags);
    if (number < 0) return failure(Operation::open, path, errno);
    auto descriptor = std::make_shared<Descriptor>(calls_, number);

    if (uninterrupted([&] { return calls_.fstat(number, &facts); }) < 0) {
        return failure(Operation::open, path, errno);
    }
    if (!S_ISREG(facts.st_mode)) return not_a_file(path, facts.st_mode);
    // A regular file ignores O_NONBLOCK, but not on every file system.
    if (calls_.make_blocking(number) < 0) return failure(Operation::open, path, errno);
    auto file = std::make_unique<PosixFile>(std::move(descriptor), path, intent.writable);
    if (awaits_striping) file->await_striping(directory_of(name));
    // O_TRUNC is not used: only a file that is known to be regular is truncated.
    if (intent.truncate && facts.st_size > 0) {
        if (Status cut = file->resize(0); !cut.ok()) return cut;
        facts.st_size = 0;
    }
    Opened opened;
    opened.file = std::move(file);
    opened.bytes = facts.st_size;
    opened.awaits_striping = awaits_striping;
    return opened;
}

Status PosixStore::remove(const std::string& path) {
    const std::string name = system_path(path);
    if (uninterrupted([&] { return calls_.unlink(name.c_str()); }) < 0) {
        return failure(Operation::remove, path, errno);
    }
    return {};
}

Status PosixStore::rename(const std::string& from, const std::string& to) {
    const std::string old_name = system_path(from);
    const std::string new_name = system_path(to);
    if (uninterrupted([&] { return calls_.rename(old_name.c_str(), new_name.c_str()); }) < 0) {
        return failure(Operation::rename, from + "\" to \"" + to, errno);
    }
    return {};
}

Status PosixStore::sync_directory_of(const std::string& path) {
    const std::string directory = directory_of(system_path(path));
    const int number = uninterrupted(
        [&] { return calls_.open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0); });
    if (number < 0) return failure(Operation::open, directory, errno);
    Descriptor descriptor(calls_, number);
    if (uninterrupted([&] { return calls_.fsync(number); }) < 0) {
        const int error_number = errno;
        Status failed = failure(Operation::sync, directory, error_number);
        const bool unsupported =
            error_number == EINVAL || error_number == ENOSYS || error_number == EOPNOTSUPP;
        return unsupported ? Status(Code::enotsupport, failed.context()) : failed;
    }
    return {};
}

Result<Speed> PosixStore::measure(const std::string& path) {
    return probe_speed(calls_, directory_of(system_path(path)));
}

Result<PathFacts> PosixStore::inspect(const std::string& path) {
    const std::string name = system_path(path);
    PathFacts facts;
    struct stat found {};
    if (uninterrupted([&] { return calls_.lstat(name.c_str(), &found); }) == 0) {
        facts.is_symlink = S_ISLNK(found.st_mode);
        facts.exists = !facts.is_symlink ||
                       uninterrupted([&] { return calls_.stat(name.c_str(), &found); }) == 0;
    }
    if (!facts.exists && errno != ENOENT) return failure(Operation::inspect, path, errno);
    if (facts.exists) {
        facts.is_regular = S_ISREG(found.st_mode);
        facts.bytes = found.st_size;
    } else if (facts.is_symlink) {
        return facts;  // the file system of the link is not that of its target
    }

    const std::string place = facts.exists ? name : directory_of(name);
    struct statfs system {};
    if (uninterrupted([&] { return calls_.statfs(place.c_str(), &system); }) < 0) {
        if (errno == ENOENT) return facts;
        return failure(Operation::inspect, path, errno);
    }
    if (!facts.exists && uninterrupted([&] { return calls_.stat(place.c_str(), &found); }) < 0) {
        return failure(Operation::inspect, path, errno);
    }
    facts.block_bytes = found.st_blksize;
    facts.device = found.st_dev;
    const FileSystem& kind =
        file_system_of(static_cast<std::uint32_t>(system.f_type), found.st_dev);
    facts.file_system = kind.name;
    facts.coherence = kind.coherence;
    facts.locks_between_hosts = kind.locks_between_hosts;
    facts.is_of_one_host = kind.is_of_one_host;
    facts.stale_seconds = kind.stale_seconds;
    facts.coherence_reason = kind.reason;
    if (kind.magic == lustre::file_system_type && facts.is_regular)
        facts.striping = lustre::striping_of(calls_, name, facts.bytes);
    return facts;
}

}  // namespace weft::storage
