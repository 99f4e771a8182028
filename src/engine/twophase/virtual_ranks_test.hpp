// SPDX-License-Identifier: BSD-3-Clause
// Calls of ranks that do not exist, and what it takes to carry them out.
#pragma once

#include <cstdint>
#include <deque>
#include <string_view>
#include <vector>

#include "engine/request/test_requests.hpp"
#include "engine/twophase/limits.hpp"
#include "engine/twophase/walk.hpp"
#include "mpi/test_nodes.hpp"

namespace weft::engine::twophase {

struct VirtualCall {
    VirtualCall() = default;
    VirtualCall(VirtualCall&&) = default;
    VirtualCall(const VirtualCall&) = delete;  // lists refer to shapes

    mpi::TestNodes nodes{{0}};
    std::deque<region::FileShape> shapes;
    std::vector<std::vector<RequestShape>> ranks;  // each in order of base()
    std::int64_t begin = 0;                        // access range of all
    std::int64_t end = 0;
    std::int64_t window_bytes = 1;
    int aggregators = 0;  // wanted; 0: one of each node

    [[nodiscard]] std::int64_t bytes() const;
};
ExchangeLimits limits_of(const VirtualCall& call);

/// A call with random shapes, nodes, windows and elements, in which some ranks have nothing.
VirtualCall random_call(Random& random);

/// "columns" or "blocks" of a matrix, or "records" in which each rank has some elements: about a
/// mebibyte per rank, in windows of four. (Ranks whose rows follow each other need no exchange.)
VirtualCall pattern_of(std::string_view name, int ranks, int nodes);

/// The counts of a call, over all ranks.
struct Counts {
    std::int64_t first_control = 0;  // messages beside data in the first call of its kind
    std::int64_t control = 0;        // and in later ones
    std::int64_t messages = 0;       // of data
    std::int64_t message_bytes = 0;
    std::int64_t storage_requests = 0;
    std::int64_t batches = 0;  // of the busiest aggregator
    std::int64_t bytes = 0;    // that storage reads or writes for someone
    std::int64_t most_aggregator_bytes = 0;
    std::int64_t most_step_bytes = 0;
};

/// The counts of our exchange. Fails the test if the two ends of a message do not agree.
Counts exchange_counts(const VirtualCall& call);

/// The numbers of the units that each domain's aggregator expects.
std::vector<std::vector<std::int64_t>> units_of_domains(const VirtualCall& call, std::int64_t unit);

/// The counts of generalised two-phase I/O as section 6.2 of paper 2 describes it, with buffers as
/// large as our windows. Ranks 0, s, 2s, ... perform I/O.
Counts paper_counts(const VirtualCall& call, int performers);

}  // namespace weft::engine::twophase
