// SPDX-License-Identifier: BSD-3-Clause
// A turn of puts to targets: what the ranks store before they finish it together. A target may keep
// in memory what it has been given in a turn, so turns are short, and go over several targets where
// these have little.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include "engine/window/channel.hpp"

namespace weft::engine {

class Turn {
public:
    explicit Turn(mpi::CommView comm) : comm_(comm) {}

    /// Collective. Called before ranks store to a target: about `bytes` each, at most. Finishes
    /// what was stored before, if there would be too much. Uniform: the channel's place among those
    /// of the call, and `bytes`.
    Status make_room(Channel& channel, std::int64_t bytes) {
        const std::int64_t most = channel.kind().turn_bytes;
        Status status;
        if (bytes_ > most - std::min(most, bytes)) status = finish();
        bytes_ += std::min(bytes, std::numeric_limits<std::int64_t>::max() - bytes_);
        if (channels_.empty() || channels_.back() != &channel) channels_.push_back(&channel);
        return status;
    }

    /// Collective.
    Status finish() {
        Status status = Channel::finish(channels_, comm_);
        channels_.clear();
        bytes_ = 0;
        return status;
    }

private:
    mpi::CommView comm_;
    std::vector<Channel*> channels_;
    std::int64_t bytes_ = 0;
};

}  // namespace weft::engine
