// SPDX-License-Identifier: BSD-3-Clause
#include "storage/late_file.hpp"

#include <chrono>
#include <thread>

namespace weft::storage {

Status LateFile::try_to_open() {
    Result<std::unique_ptr<File>> file = store_.open_file(path_, {.writable = writable_});
    if (!file.ok()) return file.status();
    const Result<std::uint64_t> found = file.value()->identity();
    if (!found.ok()) return found.status();
    if (identity_ && found.value() != *identity_)
        return {Code::efile,
                "'" + path_ + "' is a different file on this host than on the host of rank 0"};
    stand_for(std::move(file).value());
    return {};
}

Status LateFile::open() {
    using std::chrono::steady_clock;
    const auto end = steady_clock::now() + std::chrono::duration<double>(timeout_seconds_);
    std::chrono::milliseconds pause(1);
    for (;;) {
        Status status = try_to_open();
        const bool may_lag = status.code() == Code::enoent || status.code() == Code::efile;
        if (!may_lag || steady_clock::now() >= end) return status;
        std::this_thread::sleep_for(pause);
        pause *= 2;
    }
}

Result<File*> LateFile::reach() {
    if (!has_file()) {
        if (const Status opened = open(); !opened.ok()) return opened;
    }
    return ForwardingFile::reach();
}

}  // namespace weft::storage
