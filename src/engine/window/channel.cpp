// SPDX-License-Identifier: BSD-3-Clause
#include "engine/window/channel.hpp"

#include <algorithm>

namespace weft::engine {
namespace {

Event event(const char* name, double began, std::int64_t offset, std::int64_t bytes) {
    return {.begin = began,
            .end = now_seconds(),
            .name = name,
            .category = "storage",
            .offset = offset,
            .bytes = bytes};
}

}  // namespace

Status Channel::read(std::int64_t offset, std::span<std::byte> bytes) {
    PhaseTimer timer(report_, Phase::storage);
    Result<std::int64_t> got = file_.read_at(offset, bytes);
    if (!got.ok()) return got.status();
    const double ended = timer.stop();
    pace_.reads.add(read_seconds(got.value(), pace_.cost), ended - timer.began());
    std::fill(bytes.begin() + got.value(), bytes.end(), std::byte{0});
    ++report_.read_calls;
    report_.read_bytes += got.value();
    report_.read_sizes.add(got.value());
    if (report_.recorder != nullptr)
        report_.recorder->read(event("read", timer.began(), offset, std::ssize(bytes)));
    return {};
}

Status Channel::write(std::int64_t offset, std::span<const std::byte> bytes) {
    Status status;
    while (status.ok() && !bytes.empty()) {
        const std::int64_t length = pace_.write_sizes.next(std::ssize(bytes));
        status = write_once(offset, bytes.first(static_cast<std::size_t>(length)));
        bytes = bytes.subspan(static_cast<std::size_t>(length));
        offset += length;
    }
    return status;
}

Status Channel::write_once(std::int64_t offset, std::span<const std::byte> bytes) {
    PhaseTimer timer(report_, Phase::storage);
    ++report_.write_calls;
    report_.written_bytes += std::ssize(bytes);
    report_.write_sizes.add(std::ssize(bytes));
    Status status = file_.write_at(offset, bytes);
    const double ended = timer.stop();
    const double taken = ended - timer.began();
    pace_.write_sizes.took(std::ssize(bytes), taken);
    pace_.writes.add(write_seconds(std::ssize(bytes), pace_.cost), taken);
    if (report_.recorder != nullptr)
        report_.recorder->wrote(event("write", timer.began(), offset, std::ssize(bytes)));
    return status;
}

Result<std::unique_ptr<storage::RangeLock>> Channel::lock(std::int64_t offset,
                                                          std::int64_t length) {
    const PhaseTimer timer(report_, Phase::storage);
    ++report_.locks;
    auto lock = file_.lock(offset, length);
    if (report_.recorder != nullptr)
        report_.recorder->note(event("lock", timer.began(), offset, length));
    return lock;
}

}  // namespace weft::engine
