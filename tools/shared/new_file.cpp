// SPDX-License-Identifier: BSD-3-Clause
#include "tools/shared/new_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <csignal>
#include <filesystem>
#include <random>

#include "storage/any_store.hpp"
#include "storage/failure.hpp"
#include "storage/path_scheme.hpp"

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

constexpr std::array ending_signals{SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGXCPU, SIGXFSZ};

/// Lets `from` handle the ending signals that `to` handled until now; others stay as they are, so
/// that a signal that whoever started the program ignores (nohup) goes on being ignored.
void exchange_handlers(sighandler_t from, sighandler_t to) {
    for (const int number : ending_signals) {
        struct sigaction now {};
        ::sigaction(number, nullptr, &now);
        if (now.sa_handler == from) std::signal(number, to);
    }
}

/// Before the file is made: a signal that comes first finds nothing to remove.
void guard(const std::string& path) {
    if (path.size() >= doomed_path.size()) return;
    std::copy(path.begin(), path.end(), doomed_path.begin());
    doomed_path[path.size()] = '\0';
    exchange_handlers(SIG_DFL, remove_and_die);
}

void unguard() {
    exchange_handlers(remove_and_die, SIG_DFL);
}

std::string name_beside(const std::string& path) {
    std::random_device random;
    const std::string folder = path.substr(0, path.rfind('/') + 1);
    return fmt::format("{}.weft-{:08x}{:08x}", folder, random(), random());
}

/// On another machine.
bool is_elsewhere(const std::string& path) {
    return !storage::scheme_of(path).empty();
}

/// `replaced` is null when nothing is.
Status make_file(const std::string& name, const std::string& path, const struct stat* replaced) {
    const int descriptor = ::open(name.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0666);
    if (descriptor < 0) return storage::failure(Operation::open, path, errno);
    // Where this is not permitted the file keeps its own.
    if (replaced != nullptr && ::fchmod(descriptor, replaced->st_mode & 0777) != 0) errno = 0;
    ::close(descriptor);
    return {};
}

bool is_same_file(const struct stat& there, const std::string& source) {
    struct stat origin {};
    const std::string from(storage::strip_path_prefix(source));
    return ::stat(from.c_str(), &origin) == 0 && origin.st_dev == there.st_dev &&
           origin.st_ino == there.st_ino;
}

}  // namespace

NewFile::~NewFile() {
    if (temporary_.empty()) return;
    if (is_elsewhere(temporary_)) {
        static_cast<void>(storage::AnyStore().remove(temporary_));
        return;
    }
    ::unlink(temporary_.c_str());
    unguard();
}

Status NewFile::create(const std::string& path, const std::string& source) {
    if (is_elsewhere(path)) return create_elsewhere(path, source);
    path_ = storage::strip_path_prefix(path);
    struct stat there {};
    const bool exists = ::stat(path_.c_str(), &there) == 0;
    if (exists) {
        if (!S_ISREG(there.st_mode))
            return {Code::efile, fmt::format("\"{}\" is not a regular file", path_)};
        if (is_same_file(there, source))
            return {Code::einval, "the source and the target are the same file"};
        std::error_code error;
        const std::filesystem::path real = std::filesystem::canonical(path_, error);
        if (!error) path_ = real.string();
    }
    const std::string name = name_beside(path_);
    guard(name);
    const Status made = make_file(name, path_, exists ? &there : nullptr);
    if (!made.ok()) {
        unguard();
        return made;
    }
    temporary_ = name;
    Result<std::unique_ptr<storage::File>> opened =
        storage::AnyStore().open_file(temporary_, {.writable = true});
    if (opened.ok()) file_ = std::move(opened).value();
    return opened.status();
}

/// There, permissions are those of a new file, and a signal leaves the temporary one behind.
Status NewFile::create_elsewhere(const std::string& path, const std::string& source) {
    storage::AnyStore store;
    const auto place = store.inspect(path);
    if (!place.ok()) return place.status();
    if (place.value().exists && !place.value().is_regular)
        return {Code::efile, fmt::format("\"{}\" is not a regular file", path)};
    if (path == source) return {Code::einval, "the source and the target are the same file"};
    path_ = path;
    const std::string name = name_beside(path);
    auto opened = store.open_file(name, {.writable = true, .create = true, .exclusive = true});
    if (!opened.ok()) return opened.status();
    temporary_ = name;
    file_ = std::move(opened).value();
    return {};
}

Status NewFile::put_in_place() {
    Status status = file_->close();
    if (status.ok()) status = storage::AnyStore().rename(temporary_, path_);
    if (!status.ok()) return status;
    if (!is_elsewhere(temporary_)) unguard();
    temporary_.clear();
    return {};
}

}  // namespace weft::tools
