// SPDX-License-Identifier: BSD-3-Clause
#include "storage/late_file.hpp"

#include <chrono>
#include <thread>

namespace weft::storage {

Status LateFile::try_to_open() {
    Result<std::unique_ptr<File>> file = store_.open(path_, {.writable = writable_});
    if (!file.ok()) return file.status();
    const Result<std::uint64_t> found = file.value()->identity();
    if (!found.ok()) return found.status();
    if (found.value() != identity_)
        return {Code::efile, "'" + path_ + "' is another file on this host than on rank 0's"};
    file_ = std::move(file).value();
    return {};
}

Status LateFile::open() {
    using std::chrono::steady_clock;
    const auto end = steady_clock::now() + std::chrono::duration<double>(patience_seconds);
    std::chrono::milliseconds pause(1);
    for (;;) {
        Status status = try_to_open();
        const bool may_lag = status.code() == Code::enoent || status.code() == Code::efile;
        if (!may_lag || steady_clock::now() >= end) return status;
        std::this_thread::sleep_for(pause);
        pause *= 2;
    }
}

template <class Use>
auto LateFile::with_file(Use use) -> decltype(use(std::declval<File&>())) {
    if (file_ == nullptr) {
        if (const Status opened = open(); !opened.ok()) return opened;
    }
    return use(*file_);
}

Result<std::int64_t> LateFile::read_at(std::int64_t offset, std::span<std::byte> bytes) {
    return with_file([&](File& file) { return file.read_at(offset, bytes); });
}

Status LateFile::write_at(std::int64_t offset, std::span<const std::byte> bytes) {
    return with_file([&](File& file) { return file.write_at(offset, bytes); });
}

Result<std::int64_t> LateFile::size() {
    return with_file([](File& file) { return file.size(); });
}

Status LateFile::resize(std::int64_t bytes) {
    return with_file([&](File& file) { return file.resize(bytes); });
}

Status LateFile::reserve(std::int64_t offset, std::int64_t length) {
    return with_file([&](File& file) { return file.reserve(offset, length); });
}

Result<std::int64_t> LateFile::insertion_block() {
    return with_file([](File& file) { return file.insertion_block(); });
}

Status LateFile::insert_room(std::int64_t offset, std::int64_t length) {
    return with_file([&](File& file) { return file.insert_room(offset, length); });
}

Status LateFile::remove_room(std::int64_t offset, std::int64_t length) {
    return with_file([&](File& file) { return file.remove_room(offset, length); });
}

Result<Extent> LateFile::hole_behind(std::int64_t offset) {
    return with_file([&](File& file) { return file.hole_behind(offset); });
}

void LateFile::start_writing(std::int64_t offset, std::int64_t length) {
    if (file_ != nullptr) file_->start_writing(offset, length);
}

Status LateFile::sync() {
    return file_ == nullptr ? Status() : file_->sync();
}

Status LateFile::renew(double stale_seconds) {
    return file_ == nullptr ? Status() : file_->renew(stale_seconds);
}

Result<std::unique_ptr<RangeLock>> LateFile::lock(std::int64_t offset, std::int64_t length) {
    return with_file([&](File& file) { return file.lock(offset, length); });
}

Result<std::unique_ptr<RangeLock>> LateFile::hold(std::int64_t offset, std::int64_t length) {
    return with_file([&](File& file) { return file.hold(offset, length); });
}

Result<bool> LateFile::is_locked(std::int64_t offset, std::int64_t length) {
    return with_file([&](File& file) { return file.is_locked(offset, length); });
}

Status LateFile::close() {
    return file_ == nullptr ? Status() : file_->close();
}

}  // namespace weft::storage
