// SPDX-License-Identifier: BSD-3-Clause
#include "engine/methods/staged_writes.hpp"

#include <algorithm>

#include "engine/shm/writer_slots.hpp"

namespace weft::engine {
namespace {

/// Small runs must not hold a writer's place for long.
constexpr std::size_t most_writes = 256;
/// Long runs must not do that either.
constexpr std::size_t most_bytes_in_turn = std::size_t{1} << 20;

}  // namespace

StagedWrites::StagedWrites(const MethodContext& context, std::int64_t bytes)
    : context_(context),
      guards_(context.channel, context.lease, context.neighbours, context.gate),
      room_(std::min(most_bytes, bytes)) {}

Result<std::byte*> StagedWrites::add(std::int64_t offset, std::int64_t length) {
    if (filled_ + length > room_ || writes_.size() == most_writes) {
        Status written = write();
        if (!written.ok()) return written;
    }
    if (staging_ == nullptr)
        staging_ = std::make_unique_for_overwrite<std::byte[]>(static_cast<std::size_t>(room_));
    std::byte* const room = staging_.get() + filled_;
    filled_ += length;
    if (!writes_.empty() && writes_.back().offset + writes_.back().length == offset) {
        writes_.back().length += length;
    } else {
        writes_.push_back({offset, length});
    }
    return room;
}

Status StagedWrites::write_unstaged(std::int64_t offset, std::span<const std::byte> bytes) {
    Status status = write();
    while (status.ok() && !bytes.empty()) {
        const std::size_t length =
            context_.turns == nullptr ? bytes.size() : std::min(bytes.size(), most_bytes_in_turn);
        status = in_turn([&] {
            const auto guard = guards_.to_write(offset, static_cast<std::int64_t>(length));
            return guard.ok() ? context_.channel.write(offset, bytes.first(length))
                              : guard.status();
        });
        bytes = bytes.subspan(length);
        offset += static_cast<std::int64_t>(length);
    }
    return status;
}

Status StagedWrites::write() {
    if (writes_.empty()) return {};
    Status status = in_turn([&] { return write_all(); });
    writes_.clear();
    filled_ = 0;
    return status;
}

/// Does the work while only few other ranks of the node write, if they take turns.
template <class Work>
Status StagedWrites::in_turn(Work&& work) {
    if (context_.turns == nullptr) return work();
    const PhaseTimer timer(context_.channel.report(), Phase::wait);  // without the writes
    Status status;
    if (!context_.turns->write_in_turn(context_.writers, [&] { status = work(); }))
        return shm::rank_died();
    return status;
}

Status StagedWrites::write_all() {
    const std::byte* from = staging_.get();
    for (const Write& write : writes_) {
        const Status written =
            write_one(write.offset, std::span(from, static_cast<std::size_t>(write.length)));
        if (!written.ok()) return written;
        from += write.length;
    }
    return {};
}

Status StagedWrites::write_one(std::int64_t offset, std::span<const std::byte> bytes) {
    const Result<Guard> guard = guards_.to_write(offset, std::ssize(bytes));
    if (!guard.ok()) return guard.status();
    return context_.channel.write(offset, bytes);
}

}  // namespace weft::engine
