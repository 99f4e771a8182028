// SPDX-License-Identifier: BSD-3-Clause
#include "tools/copy/resumable_file.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <xxhash.h>

#include <cerrno>
#include <chrono>
#include <thread>
#include <utility>

#include "storage/any_store.hpp"
#include "storage/failure.hpp"
#include "tools/shared/message.hpp"

namespace weft::tools {
namespace {

/// A server keeps the session of a lost client, and its locks, for 30 s.
constexpr std::chrono::seconds longest_wait(45);
constexpr std::chrono::seconds silent_wait(2);

/// The same name for every copy to this target.
std::string name_for(const std::string& path) {
    const std::string name = path.substr(path.rfind('/') + 1);
    return beside(path, fmt::format(".weft-{:016x}", XXH3_64bits(name.data(), name.size())));
}

}  // namespace

ResumableFile::~ResumableFile() {
    if (file_ == nullptr) return;
    const auto bytes = file_->size();
    if (bytes.ok() && bytes.value() == 0) static_cast<void>(storage::AnyStore().remove(path_));
}

Status ResumableFile::open(const std::string& path, const std::string& source) {
    auto place = target_place(path, source);
    if (!place.ok()) return place.status();
    place_ = std::move(place).value();
    path_ = name_for(place_.path);
    for (;;) {
        if (Status opened = open_once(); !opened.ok()) return opened;
        const auto is_there = is_still_there();
        if (!is_there.ok()) return is_there.status();
        if (is_there.value()) return {};
        // The copy that had it was completed meanwhile.
        file_.reset();
        lock_.reset();
    }
}

Status ResumableFile::open_once() {
    storage::AnyStore store;
    const auto facts = store.inspect(path_);
    if (!facts.ok()) return facts.status();
    if (facts.value().is_symlink)
        return {Code::efile, fmt::format("\"{}\" is a symbolic link", path_)};
    auto opened = store.open_file(path_, {.writable = true, .create = true});
    if (!opened.ok()) return opened.status();
    // The mode is set before the file has any bytes that others could read.
    if (place_.mode && ::chmod(path_.c_str(), *place_.mode) != 0)
        return storage::failure(storage::Operation::open, path_, errno);
    file_ = std::move(opened).value();
    if (Status waited = wait_for_others(); !waited.ok()) return waited;
    auto lock = file_->hold(0, 1);
    if (lock.ok()) lock_ = std::move(lock).value();
    return lock.status();
}

Status ResumableFile::wait_for_others() {
    using Clock = std::chrono::steady_clock;
    const auto begun = Clock::now();
    for (bool has_said = false;;) {
        const auto locked = file_->is_locked(0, 1);
        if (!locked.ok()) return locked.status();
        if (!locked.value()) return {};
        const auto waited = Clock::now() - begun;
        if (waited > longest_wait)
            return {Code::efile, "another weft copy is writing \"" + path_ + "\""};
        if (waited > silent_wait && !std::exchange(has_said, true))
            warn(place_.path,
                 "waiting: another copy is writing it, or its server still waits for a lost one");
        std::this_thread::sleep_for(std::chrono::milliseconds(250));
    }
}

/// Whether the name still belongs to the locked file.
Result<bool> ResumableFile::is_still_there() {
    const auto again = storage::AnyStore().open_file(path_, {});
    if (again.code() == Code::enoent) return false;
    if (!again.ok()) return again.status();
    const auto found = again.value()->identity();
    if (!found.ok()) return found.status();
    const auto held = file_->identity();
    if (!held.ok()) return held.status();
    return found.value() == held.value();
}

Status ResumableFile::put_in_place() {
    Status status = file_->close();
    if (status.ok()) status = tools::put_in_place(path_, place_.path);
    if (!status.ok()) return status;
    file_.reset();
    lock_.reset();
    return {};
}

}  // namespace weft::tools
