// SPDX-License-Identifier: BSD-3-Clause
// How a rank waits in shared memory for other ranks: it looks for a while, then sleeps. Where each
// rank could have a core of its own, but it finds itself on that of another rank, which is likely
// to be the one it waits for, it sleeps at once, because looking keeps that one from what it waits
// for. Between two sleeps it lets MPI advance what the program has under way, because the rank that
// it waits for may itself wait for a message from here. Now and then it looks whether all ranks
// live, and whether they will come.
#pragma once

#include "base/result.hpp"
#include "engine/shm/futex.hpp"
#include "engine/shm/roll_call.hpp"
#include "engine/shm/segment.hpp"

namespace weft::engine::shm {

class LivenessCheck {
public:
    /// `broken`: in the segment; set by the first rank that finds another one dead. `calls`: of
    /// the ranks; null: not looked at. All must outlive the check.
    LivenessCheck(const Segment& segment, Word& broken, int ranks, RollCall* calls = nullptr)
        : segment_(segment), broken_(broken), patience_(Patience::of(ranks)), calls_(calls) {}

    /// Returns when the word differs from `old`, and now and then earlier, after `longest` at the
    /// latest. False when a rank has died, now or before, and when the ranks' call has failed.
    bool wait(WaitWord& word, std::uint32_t old,
              std::chrono::microseconds longest = std::chrono::milliseconds(100));

    /// Lets another rank have this core, where ranks share cores.
    void give_way() const { patience_.give_way(); }

private:
    const Segment& segment_;
    Word& broken_;
    Patience patience_;
    RollCall* calls_;
    std::chrono::microseconds since_look_{0};  // at the others
};

/// What a call returns after one of the ranks has ended without a word.
Status rank_died();

}  // namespace weft::engine::shm
