// SPDX-License-Identifier: BSD-3-Clause
#include "engine/shm/all_gather.hpp"

#include <cstring>
#include <utility>

namespace weft::engine::shm {

struct AllGather::Head {
    WaitWord posted;       // messages, over all exchanges
    WaitWord all_but_one;  // have posted for this exchange, a word of its own so that none of them
                           // is woken before the last one has
    alignas(64) Sum kinds[2];
};

std::size_t AllGather::bytes_for(int ranks, std::size_t message_bytes) {
    return sizeof(Head) + 2 * static_cast<std::size_t>(ranks) * message_bytes;
}

AllGather::AllGather(std::byte* memory, int rank, int ranks, std::size_t message_bytes,
                     RollCall* calls)
    : head_(*reinterpret_cast<Head*>(memory)),
      buffers_(memory + sizeof(Head)),
      rank_(rank),
      ranks_(static_cast<std::uint32_t>(ranks)),
      message_bytes_(message_bytes),
      calls_(calls) {}

AllGather::Sum& AllGather::kinds(std::uint32_t exchange) const {
    return head_.kinds[exchange % 2];
}

bool AllGather::exchange(std::span<const std::byte> mine, LivenessCheck& liveness) {
    if (has_failed()) return false;
    post(mine);
    if (!await(head_.posted, exchanges_ * ranks_, liveness) && withdraw()) return false;
    return compare_kinds();
}

void AllGather::post(std::span<const std::byte> mine) {
    ++exchanges_;
    if (!mine.empty()) std::memcpy(place(exchanges_, rank_), mine.data(), mine.size());
    expected_[exchanges_ % 2] += ranks_ * kind();
    kinds(exchanges_).fetch_add(kind(), std::memory_order_relaxed);
    const std::uint32_t wanted = exchanges_ * ranks_;
    const std::uint32_t posts = head_.posted.value.fetch_add(1, std::memory_order_acq_rel) + 1;
    // The last one may have posted since, and others for the next exchange.
    if (posts + 1 == wanted) head_.all_but_one.raise(exchanges_);
    if (posts == wanted) head_.posted.wake();
}

/// False when the exchange is complete, so that nothing can be taken back.
bool AllGather::withdraw() {
    std::uint32_t posts = head_.posted.load();
    do {
        if (static_cast<std::int32_t>(exchanges_ * ranks_ - posts) <= 0) return false;
    } while (!head_.posted.value.compare_exchange_weak(posts, posts - 1));
    kinds(exchanges_).fetch_sub(kind(), std::memory_order_relaxed);
    expected_[exchanges_ % 2] -= ranks_ * kind();
    --exchanges_;
    // Nobody posts before all have withdrawn, so this is the last word on it.
    head_.all_but_one.value.store(exchanges_);
    return true;
}

/// Called after a complete exchange. Returns false if ranks are in different calls.
bool AllGather::compare_kinds() {
    if (calls_ == nullptr) return true;
    const std::uint64_t sum = kinds(exchanges_).load(std::memory_order_relaxed);
    const bool same = sum == std::exchange(expected_[exchanges_ % 2], sum);
    same ? calls_->met() : calls_->met_in_different_calls();
    return same;
}

bool AllGather::await_others(LivenessCheck& liveness) {
    if (has_failed() || !await(head_.all_but_one, exchanges_ + 1, liveness)) return false;
    if (calls_ == nullptr) return true;
    const std::uint32_t next = exchanges_ + 1;
    const std::uint64_t others = kinds(next).load(std::memory_order_relaxed);
    if (others == expected_[next % 2] + (ranks_ - 1) * kind()) return true;
    calls_->others_are_in_another_call();
    return false;
}

bool AllGather::await(WaitWord& word, std::uint32_t wanted, LivenessCheck& liveness) {
    // Ranks that are ahead may have posted for the next exchange already.
    for (std::uint32_t now = word.load(); static_cast<std::int32_t>(wanted - now) > 0;
         now = word.load())
        if (!liveness.wait(word, now)) return false;
    return true;
}

}  // namespace weft::engine::shm
