// SPDX-License-Identifier: BSD-3-Clause
// Each rank of a node shows a few bytes to all other ranks.
//
// Two buffers take turns, so that a rank may post for the next exchange while another rank still
// reads those of this one. No rank can be two exchanges ahead: the next exchange ends when all
// ranks have posted, and each rank posts after it has read.
//
// Ranks that meet must be in the same call (roll_call.hpp). Each buffer has a sum. Before a rank
// posts, it adds the kind of its call to the sum. When all have posted, the sum must have grown by
// a rank's own kind, times the number of ranks. Kinds are hashes, so that other kinds do not add up
// to the same.
//
// A rank that gives up waiting takes its post back, unless the last of the others has posted: both
// change one word, so that either the exchange is complete for all ranks or for none.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "engine/shm/liveness_check.hpp"
#include "engine/shm/roll_call.hpp"

namespace weft::engine::shm {

class AllGather {
public:
    static std::size_t bytes_for(int ranks, std::size_t message_bytes);

    /// `memory`: shared, bytes_for() bytes long, zero at the start. `calls`: where the ranks show
    /// their calls; null: nobody compares them.
    AllGather(std::byte* memory, int rank, int ranks, std::size_t message_bytes,
              RollCall* calls = nullptr);

    /// Collective over the ranks of the all-gather. Shows `mine` to the others. Returns false when
    /// a rank has died, or the call has failed.
    bool exchange(std::span<const std::byte> mine, LivenessCheck& liveness);

    /// The number of exchanges so far.
    [[nodiscard]] std::uint32_t exchanges() const { return exchanges_; }

    /// The bytes that a rank has shown in the last exchange; valid until this rank's next one.
    [[nodiscard]] const std::byte* shown_by(int rank) const { return place(exchanges_, rank); }

    /// One rank may call it before it enters an exchange. Waits until all others have entered.
    /// Returns false when a rank has died, or the call has failed.
    bool await_others(LivenessCheck& liveness);

    /// After await_others(): the bytes that another rank shows in the exchange that this rank will
    /// enter.
    [[nodiscard]] const std::byte* offered_by(int rank) const {
        return place(exchanges_ + 1, rank);
    }

private:
    using Sum = std::atomic<std::uint64_t>;
    struct Head;

    [[nodiscard]] std::uint64_t kind() const { return calls_ == nullptr ? 0 : calls_->kind(); }
    [[nodiscard]] bool has_failed() const { return calls_ != nullptr && calls_->has_verdict(); }
    [[nodiscard]] Sum& kinds(std::uint32_t exchange) const;
    void post(std::span<const std::byte> mine);
    bool withdraw();
    bool compare_kinds();

    /// Waits until `word` has come to `wanted`.
    static bool await(WaitWord& word, std::uint32_t wanted, LivenessCheck& liveness);
    [[nodiscard]] std::byte* place(std::uint32_t exchange, int rank) const {
        return buffers_ +
               (exchange % 2 * ranks_ + static_cast<std::uint32_t>(rank)) * message_bytes_;
    }

    Head& head_;
    std::byte* buffers_;
    int rank_;
    std::uint32_t ranks_;
    std::size_t message_bytes_;
    RollCall* calls_;
    std::uint32_t exchanges_ = 0;
    std::uint64_t expected_[2] = {};  // sums of kinds, if all ranks are in this one's calls
};

}  // namespace weft::engine::shm
