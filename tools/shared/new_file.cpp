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
#include <random>

#include "storage/any_store.hpp"
#include "storage/failure.hpp"
#include "storage/path_scheme.hpp"

namespace weft::tools {
namespace {

using storage::is_elsewhere;
using storage::Operation;

/// The file that a signal handler removes: it may do little else.
std::array<char, PATH_MAX> doomed_path{};

extern "C" void remove_and_die(int number) {
    ::unlink(doomed_path.data());
    std::signal(number, SIG_DFL);
    std::raise(number);
}

constexpr std::array ending_signals{SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGXCPU, SIGXFSZ};

/// Changes the handler of the ending signals from `to` to `from`; others stay, so that a signal
/// which the caller of the program ignores (nohup) stays ignored.
void exchange_handlers(sighandler_t from, sighandler_t to) {
    for (const int number : ending_signals) {
        struct sigaction now {};
        ::sigaction(number, nullptr, &now);
        if (now.sa_handler == from) std::signal(number, to);
    }
}

/// Before the file is made: an earlier signal finds nothing to remove.
void guard(const std::string& path) {
    if (path.size() >= doomed_path.size()) return;
    std::copy(path.begin(), path.end(), doomed_path.begin());
    doomed_path[path.size()] = '\0';
    exchange_handlers(SIG_DFL, remove_and_die);
}

void unguard() {
    exchange_handlers(remove_and_die, SIG_DFL);
}

std::string random_name() {
    std::random_device random;
    return fmt::format(".weft-{:08x}{:08x}", random(), random());
}

Status make_file(const std::string& name, const TargetPlace& place) {
    const int descriptor = ::open(name.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0666);
    if (descriptor < 0) return storage::failure(Operation::open, place.path, errno);
    // If this is not permitted the file keeps its own.
    if (place.mode && ::fchmod(descriptor, *place.mode) != 0) errno = 0;
    ::close(descriptor);
    return {};
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
    const auto place = target_place(path, source);
    if (!place.ok()) return place.status();
    path_ = place.value().path;
    return is_elsewhere(path) ? create_elsewhere() : create_here(place.value());
}

Status NewFile::create_here(const TargetPlace& place) {
    const std::string name = beside(path_, random_name());
    guard(name);
    const Status made = make_file(name, place);
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

/// There, permissions are those of a new file, and a signal leaves the temporary file.
Status NewFile::create_elsewhere() {
    const std::string name = beside(path_, random_name());
    auto opened =
        storage::AnyStore().open_file(name, {.writable = true, .create = true, .exclusive = true});
    if (!opened.ok()) return opened.status();
    temporary_ = name;
    file_ = std::move(opened).value();
    return {};
}

Status NewFile::put_in_place() {
    Status status = file_->close();
    if (status.ok()) status = tools::put_in_place(temporary_, path_);
    if (!status.ok()) return status;
    if (!is_elsewhere(temporary_)) unguard();
    temporary_.clear();
    return {};
}

}  // namespace weft::tools
