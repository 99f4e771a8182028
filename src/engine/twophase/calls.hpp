// SPDX-License-Identifier: BSD-3-Clause
// What all ranks bring to a call, with as little talk as possible: when every rank brings what it
// brought to an earlier call, moved by the same distance in the file, one small reduction tells it.
#pragma once

#include <cstdint>
#include <list>
#include <memory>
#include <optional>
#include <vector>

#include "engine/plan/cost.hpp"
#include "engine/twophase/others_requests.hpp"
#include "mpi/comm.hpp"

namespace weft::engine::twophase {

/// Calls that are alike up to their place in the file.
struct Pattern {
    std::int64_t number = 0;          // the same on all ranks
    std::vector<Summary> ranks = {};  // as in the last of the calls
    int slabs = 0;  // how many parts it is done in, one after the other; 0: not known yet
    std::optional<OthersRequests> others = std::nullopt;  // of a pattern of one slab
};

class Calls {
public:
    struct Call {
        Pattern* pattern = nullptr;  // stays until the next call
        // Of all ranks, which a pattern does not hold:
        std::int64_t maximum = 0;
        double first_arrived = 0;
        double last_arrived = 0;
    };
    /// Collective. `mine` has a fingerprint.
    Call begin(mpi::CommView comm, const Summary& mine);

    /// How many patterns are kept. A time loop that writes more kinds of variables exchanges their
    /// descriptions again.
    static constexpr std::size_t most_patterns = 16;

private:
    [[nodiscard]] const Pattern* likely(std::size_t rank, const Summary& mine) const;
    Pattern& refresh(std::int64_t number);
    Pattern& remember(std::vector<Summary> ranks);

    std::list<Pattern> patterns_;  // the last used first, in the same order on all ranks
    std::int64_t next_number_ = 1;
};

}  // namespace weft::engine::twophase
