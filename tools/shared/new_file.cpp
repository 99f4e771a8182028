// SPDX-License-Identifier: BSD-3-Clause
#include "tools/shared/new_file.hpp"

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
#include "storage/path_scheme.hpp"

namespace weft::tools {
namespace {

using storage::is_elsewhere;

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

/// Called before the file is made: an earlier signal finds nothing to remove.
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

Status NewFile::name(const std::string& path, const std::string& source) {
    auto place = target_place(path, source);
    if (!place.ok()) return place.status();
    place_ = std::move(place).value();
    const std::string name = beside(place_.path, random_name());
    // On another machine a signal leaves the temporary file.
    if (!is_elsewhere(name)) guard(name);
    temporary_ = name;
    return {};
}

Status NewFile::create(const std::string& path, const std::string& source) {
    if (Status named = name(path, source); !named.ok()) return named;
    auto opened = storage::AnyStore().open_file(
        temporary_, {.writable = true, .create = true, .exclusive = true});
    if (!opened.ok()) return of_path(opened.status());
    file_ = std::move(opened).value();
    give_permissions();
    return {};
}

/// Gives the file its permissions; on another machine they are those of a new file.
void NewFile::give_permissions() {
    // If this is not permitted the file keeps its own.
    if (place_.mode && ::chmod(temporary_.c_str(), *place_.mode) != 0) errno = 0;
}

Status NewFile::of_path(const Status& status) const {
    std::string sentence = status.context();
    const std::size_t at = sentence.find(temporary_);
    if (!temporary_.empty() && at != std::string::npos)
        sentence.replace(at, temporary_.size(), place_.path);
    return {status.code(), sentence};
}

Status NewFile::put_in_place() {
    Status status = file_ == nullptr ? Status() : file_->close();
    if (status.ok()) status = tools::put_in_place(temporary_, place_.path);
    if (!status.ok()) return status;
    if (!is_elsewhere(temporary_)) unguard();
    temporary_.clear();
    return {};
}

std::optional<std::int64_t> bytes_of(const std::string& path) {
    const auto file = storage::AnyStore().open_file(path, {});
    const Result<std::int64_t> bytes = file.ok() ? file.value()->size() : file.status();
    return bytes.ok() ? std::optional(bytes.value()) : std::nullopt;
}

}  // namespace weft::tools
