// SPDX-License-Identifier: BSD-3-Clause
#include "engine/shm/kept_segment.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <utility>

namespace weft::engine::shm {
namespace {

constexpr std::size_t most_kept_bytes = std::size_t{32} << 20;
constexpr int namer = 0;

}  // namespace

void KeptSegment::keep(std::unique_ptr<Segment> segment) {
    if (segment->bytes() > most_kept_bytes) return;
    const std::lock_guard lock(guard_);
    std::swap(segment_, segment);
}

std::unique_ptr<Segment> KeptSegment::reuse(mpi::CommView comm, std::size_t bytes) {
    Segment::Name name{};  // empty: none
    std::unique_ptr<Segment> mine;
    if (comm.rank() == namer) {
        mine = take(comm.size(), bytes);
        if (mine != nullptr) name = mine->name();
    }
    comm.broadcast(std::as_writable_bytes(std::span(name)), namer);
    if (name[0] == '\0') return nullptr;
    if (comm.rank() != namer) mine = take(name);
    std::array<std::int64_t, 1> everybody = {mine != nullptr ? 1 : 0};
    comm.all_reduce_min(everybody);
    if (everybody[0] != 0) return mine;
    if (mine != nullptr) keep(std::move(mine));
    return nullptr;
}

std::unique_ptr<Segment> KeptSegment::take(int ranks, std::size_t bytes) {
    const std::lock_guard lock(guard_);
    const bool fits =
        segment_ != nullptr && segment_->ranks() == ranks && segment_->bytes() == bytes;
    return fits ? std::move(segment_) : nullptr;
}

std::unique_ptr<Segment> KeptSegment::take(const Segment::Name& name) {
    const std::lock_guard lock(guard_);
    return segment_ != nullptr && segment_->name() == name ? std::move(segment_) : nullptr;
}

}  // namespace weft::engine::shm
