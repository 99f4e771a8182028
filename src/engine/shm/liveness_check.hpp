// SPDX-License-Identifier: BSD-3-Clause
// How a rank waits in shared memory for other ranks. It looks for a while, then sleeps. Where each
// rank could have a core, but it finds itself on that of another rank, it sleeps at once: it
// probably waits for that rank, and to look would keep it from running. Between two sleeps it lets
// MPI advance what the program has under way, because the awaited rank may itself wait for a
// message from here. Now and then it looks whether all ranks live, and whether they will come.
#pragma once

#include "base/result.hpp"
#include "engine/shm/futex.hpp"
#include "engine/shm/roll_call.hpp"
#include "engine/shm/segment.hpp"

namespace weft::engine::shm {

class LivenessCheck {
public:
    /// `broken`: a word of the segment, which a rank sets when it finds another rank dead. `calls`:
    /// where the ranks show their calls; null: nobody looks. All outlive the check.
    LivenessCheck(const Segment& segment, Word& broken, int ranks, RollCall* calls = nullptr)
        : segment_(segment), broken_(broken), limits_(SpinLimits::of(ranks)), calls_(calls) {}

    /// Waits until the word differs from `old`, for `longest` at most; sometimes it returns
    /// earlier. Returns false when a rank has died, now or before, or when the call of the ranks
    /// has failed.
    bool wait(WaitWord& word, std::uint32_t old,
              std::chrono::microseconds longest = std::chrono::milliseconds(100));

    /// Lets another rank have this core, if ranks share cores.
    void give_way() const { limits_.give_way(); }

private:
    const Segment& segment_;
    Word& broken_;
    SpinLimits limits_;
    RollCall* calls_;
    std::chrono::microseconds since_look_{0};  // since this rank has looked at the others
};

/// The status of a call after the process of a rank has ended.
Status rank_died();

}  // namespace weft::engine::shm
