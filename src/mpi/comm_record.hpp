// SPDX-License-Identifier: BSD-3-Clause
// The state that Weft keeps with a communicator of its own: the shared memory of its ranks, the
// call that this rank is in, and the alarm by which a failing rank tells the others.
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
    bool has_met = true;  // the ranks have met in this call; only used if they meet through MPI
    std::optional<CommView>
        whole;  // the communicator of which this is a part; failures are told there
    int sparse_exchanges = 0;
    std::int64_t round = 0;  // how many files were opened over the communicator
    Status lost;             // why no call is possible any more
    std::int64_t lost_in_round = 0;
    Processes processes;  // of the ranks of this node, for waits for MPI
    std::chrono::steady_clock::time_point last_look{};  // at the processes
    bool one_has_ended = false;                         // the result of that look
    std::map<std::int64_t, std::string>
        closed_elsewhere;  // files that another rank has closed, and why

    /// The message of a failing rank to all others. Its memory stays valid, as it may never be
    /// received.
    struct Alarm {
        std::int64_t round;
        std::int32_t code;
        std::array<char, 500> text;
    };
    static constexpr int alarm_tag = 1;  // used by no other message
    Alarm alarm{};
};

}  // namespace weft::mpi
