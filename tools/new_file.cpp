// SPDX-License-Identifier: BSD-3-Clause
#include "tools/new_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <random>

#include "storage/failure.hpp"
#include "storage/path_prefix.hpp"
#include "storage/posix_store.hpp"

namespace weft::tools {
namespace {

using storage::Operation;

/// What a signal's handler removes: it may do little else.
std::array<char, PATH_MAX> doomed_path{};

extern "C" void remove_and_die(int number) {
    ::unlink(doomed_path.data());
    std::signal(number, SIG_DFL);
    std::raise(number);
}

constexpr std::array ending_signals{SIGINT, SIGTERM, SIGHUP};

void guard(const std::string& path) {
    if (path.size() >= doomed_path.size()) return;
    std::copy(path.begin(), path.end(), doomed_path.begin());
    doomed_path[path.size()] = '\0';
    for (const int number : ending_signals) std::signal(number, remove_and_die);
}

void unguard() {
    for (const int number : ending_signals) std::signal(number, SIG_DFL);
}

std::string random_name() {
    std::random_device random;
    return fmt::format(".weft-{:08x}{:08x}", random(), random());
}

/// A file that nobody else has, with the permissions of the one that it will replace, or those that
/// every new file gets.
Result<std::string> create_beside(const std::string& path, const struct stat* replaced) {
    const std::filesystem::path folder = std::filesystem::path(path).parent_path();
    const std::string name = (folder / random_name()).string();
    const int descriptor = ::open(name.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0666);
    if (descriptor < 0) return storage::failure(Operation::open, path, errno);
    guard(name);
    // Where this is not permitted the file keeps its own.
    if (replaced != nullptr && ::fchmod(descriptor, replaced->st_mode & 0777) != 0) errno = 0;
    ::close(descriptor);
    return name;
}

}  // namespace

NewFile::~NewFile() {
    if (!owns_ || temporary_.empty()) return;
    ::unlink(temporary_.c_str());
    unguard();
}

Status NewFile::create_first(const std::string& path, const std::string& source) {
    path_ = storage::strip_path_prefix(path);
    struct stat there {};
    const bool exists = ::stat(path_.c_str(), &there) == 0;
    if (exists) {
        if (!S_ISREG(there.st_mode))
            return {Code::efile, fmt::format("\"{}\" is not a regular file", path_)};
        struct stat origin {};
        const std::string from(storage::strip_path_prefix(source));
        if (::stat(from.c_str(), &origin) == 0 && origin.st_dev == there.st_dev &&
            origin.st_ino == there.st_ino)
            return {Code::einval, "the source and the target are the same file"};
        std::error_code error;
        const std::filesystem::path real = std::filesystem::canonical(path_, error);
        if (!error) path_ = real.string();
    }
    Result<std::string> created = create_beside(path_, exists ? &there : nullptr);
    if (!created.ok()) return created.status();
    temporary_ = std::move(created).value();
    owns_ = true;
    return {};
}

Status NewFile::create(const Team& team, const std::string& path, const std::string& source) {
    const Status created = team.agree(team.is_first() ? create_first(path, source) : Status());
    if (!created.ok()) return created;
    temporary_ = team.text_of_first(temporary_);
    Result<std::unique_ptr<storage::File>> opened =
        storage::PosixStore().open(temporary_, {.writable = true});
    if (opened.ok()) file_ = std::move(opened).value();
    return team.agree(opened.status());
}

Status NewFile::put_in_place(const Team& team, Status mine) {
    mine.keep_first(file_->close());
    const Status done = team.agree(mine);
    if (!done.ok()) return done;
    Status renamed;
    if (owns_) renamed = storage::PosixStore().rename(temporary_, path_);
    if (renamed.ok()) {
        if (owns_) unguard();
        temporary_.clear();
    }
    return team.agree(renamed);
}

}  // namespace weft::tools
