// SPDX-License-Identifier: BSD-3-Clause
// What Weft keeps with a communicator of its own: how its ranks find each other without MPI, the
// call that this rank is in, and how one that must leave it tells the others.
#pragma once

#include <array>
#include <chrono>
#include <map>
#include <optional>
#include <string>

#include "base/result.hpp"
#include "mpi/call.hpp"
#include "mpi/comm.hpp"
#include "mpi/processes.hpp"
#include "mpi/shortcut.hpp"

namespace weft::mpi {

struct CommRecord {
    Shortcut* shortcut = nullptr;
    Call call;
    bool has_met = true;  // the ranks, in this call; only asked where they meet through MPI
    std::optional<CommView> whole;  // of which this is a part: there ranks tell that they fail
    int sparse_exchanges = 0;
    std::int64_t round = 0;  // how many files have been opened over the communicator
    Status lost;             // why no call is possible any more
    std::int64_t lost_in_round = 0;
    Processes processes;  // of ranks of this node, for who waits for MPI
    std::chrono::steady_clock::time_point last_look{};     // whether they live
    bool one_has_ended = false;                            // as that look has found
    std::map<std::int64_t, std::string> closed_elsewhere;  // files that a rank has no more, and why

    /// What a rank that leaves sends to all others. It stays, because nobody may ever receive it.
    struct Alarm {
        std::int64_t round;
        std::int32_t code;
        std::array<char, 500> text;
    };
    static constexpr int alarm_tag = 1;  // no other message has it
    Alarm alarm{};
};

}  // namespace weft::mpi
