// SPDX-License-Identifier: BSD-3-Clause
#include "engine/window/channel.hpp"

#include <algorithm>
#include <set>
#include <utility>

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

std::int64_t Channel::unit_bytes(const Request& request) const {
    const std::int64_t bytes = request.units(unit_) * unit_;
    if (target_ == nullptr || request.direction == Direction::get) return bytes;
    const auto within = [&](const region::Interval& unit) { return target_->bytes_within(unit); };
    if (request.sets_whole_units(unit_, within)) return request.bytes();
    return std::max(bytes, request.bytes() + 1);
}

bool Channel::are_whole_units(const CallTotals& all) const {
    constexpr std::int64_t least_share = 4;  // arrays do not end so early in all of their units
    if (target_ == nullptr || all.access_range() / least_share > all.bytes) return false;
    std::int64_t bytes = 0;
    for (std::int64_t begin = all.begin - all.begin % unit_; begin < all.end; begin += unit_)
        bytes += target_->bytes_within({begin, begin + unit_});
    return bytes == all.bytes;
}

void Channel::count_read(std::int64_t bytes, double seconds) {
    pace_.reads.add(read_seconds(bytes, pace_.cost), seconds);
    ++report_.reads;
    report_.read_bytes += bytes;
    report_.read_sizes.add(bytes);
}

void Channel::count_write(std::int64_t bytes, double seconds) {
    ++report_.writes;
    report_.written_bytes += bytes;
    report_.write_sizes.add(bytes);
    pace_.writes.add(write_seconds(bytes, pace_.cost), seconds);
}

Status Channel::read(std::int64_t offset, std::span<std::byte> bytes) {
    const Result<std::int64_t> got = read_to_end(offset, bytes);
    if (!got.ok()) return got.status();
    std::fill(bytes.begin() + got.value(), bytes.end(), std::byte{0});
    return {};
}

Result<std::int64_t> Channel::read_to_end(std::int64_t offset, std::span<std::byte> bytes) {
    PhaseTimer timer(report_, Phase::storage);
    Result<std::int64_t> got = file_->read_at(offset, bytes);
    if (!got.ok()) return got;
    const double ended = timer.stop();
    count_read(got.value(), ended - timer.began());
    if (report_.recorder != nullptr)
        report_.recorder->read(event("read", timer.began(), offset, std::ssize(bytes)));
    return got;
}

Status Channel::read_shape(const region::FileShape& shape, std::int64_t from,
                           std::span<std::byte> packed) {
    PhaseTimer timer(report_, Phase::storage);
    Status status = file_->read_shape(shape, from, packed);
    if (!status.ok()) return status;
    const double ended = timer.stop();
    count_read(std::ssize(packed), ended - timer.began());
    if (report_.recorder != nullptr)
        report_.recorder->read(
            event("read", timer.began(), shape.offset_of(from), std::ssize(packed)));
    return {};
}

Status Channel::write(std::int64_t offset, std::span<const std::byte> bytes) {
    PhaseTimer timer(report_, Phase::storage);
    if (posts_) is_settled_ = false;
    Status status = posts_ ? file_->write_soon(offset, bytes) : file_->write_at(offset, bytes);
    const double ended = timer.stop();
    count_write(std::ssize(bytes), ended - timer.began());
    if (report_.recorder != nullptr)
        report_.recorder->wrote(event("write", timer.began(), offset, std::ssize(bytes)));
    return status;
}

Status Channel::write_shape(const region::FileShape& shape, std::int64_t from,
                            std::span<const std::byte> packed) {
    PhaseTimer timer(report_, Phase::storage);
    is_settled_ = false;
    Status status = file_->write_shape(shape, from, packed);
    const double ended = timer.stop();
    count_write(std::ssize(packed), ended - timer.began());
    if (report_.recorder != nullptr)
        report_.recorder->wrote(
            event("write", timer.began(), shape.offset_of(from), std::ssize(packed)));
    return status;
}

/// The time that a target takes says nothing about the speed of a file system.
Status Channel::load(std::span<const UnitsToLoad> parts, const UnitReady& ready) {
    const PhaseTimer timer(report_, Phase::storage);
    std::int64_t bytes = 0;
    for (const UnitsToLoad& part : parts) {
        ++report_.reads;
        report_.read_sizes.add(std::ssize(part.bytes));
        bytes += std::ssize(part.bytes);
    }
    report_.read_bytes += bytes;
    Status status = target_->load(parts, call_bytes_, ready);
    if (report_.recorder != nullptr)
        report_.recorder->read(event("load", timer.began(), parts.front().units.begin, bytes));
    return status;
}

Status Channel::store(std::span<const UnitsToStore> parts) {
    const PhaseTimer timer(report_, Phase::storage);
    std::int64_t bytes = 0;
    for (const UnitsToStore& part : parts) {
        ++report_.writes;
        report_.write_sizes.add(std::ssize(part.bytes));
        bytes += std::ssize(part.bytes);
    }
    report_.written_bytes += bytes;
    Status status = target_->store(parts);
    if (report_.recorder != nullptr)
        report_.recorder->wrote(event("store", timer.began(), parts.front().units.begin, bytes));
    return status;
}

Status Channel::finish(std::span<Channel* const> channels, mpi::CommView comm) {
    if (channels.empty()) return {};
    const PhaseTimer timer(channels.front()->report_, Phase::storage);
    Status status;
    std::set<const void*> finished;
    for (const Channel* const channel : channels)
        if (finished.insert(channel->target_->place()).second)
            status.keep_first(channel->target_->finish(comm));
    return status;
}

Status Channel::settle() {
    if (std::exchange(is_settled_, true)) return {};
    PhaseTimer timer(report_, Phase::storage);
    Status status = file_->settle();
    const double ended = timer.stop();
    pace_.writes.add(pace_.cost.round_trip, ended - timer.began());
    return status;
}

void Channel::abandon() noexcept {
    try {
        (void)settle();
    } catch (const std::bad_alloc&) {
        // Waiting for storage takes no memory; telling what it said may.
    }
}

Result<std::unique_ptr<storage::RangeLock>> Channel::lock(std::int64_t offset,
                                                          std::int64_t length) {
    const PhaseTimer timer(report_, Phase::storage);
    ++report_.locks;
    auto lock = file_->lock(offset, length);
    if (report_.recorder != nullptr)
        report_.recorder->note(event("lock", timer.began(), offset, length));
    return lock;
}

}  // namespace weft::engine
