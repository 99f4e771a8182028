// SPDX-License-Identifier: BSD-3-Clause
// What exchanges between nodes keep with a communicator: which ranks share memory, and that memory.
#pragma once

#include <memory>

#include "engine/exchange/mailroom.hpp"
#include "mpi/comm.hpp"
#include "mpi/node_map.hpp"

namespace weft::engine::exchange {

class Station {
public:
    /// Collective. Where a node has no shared memory to give, every rank counts as a node by
    /// itself. Uniform: nodes.
    static Station create(mpi::CommView comm, mpi::NodeMap nodes);

    [[nodiscard]] const mpi::NodeMap& nodes() const { return nodes_; }
    [[nodiscard]] Mailroom& mailroom() { return *mailroom_; }

private:
    Station(mpi::NodeMap nodes, std::unique_ptr<Mailroom> mailroom)
        : nodes_(std::move(nodes)), mailroom_(std::move(mailroom)) {}

    mpi::NodeMap nodes_;
    std::unique_ptr<Mailroom> mailroom_;
};

}  // namespace weft::engine::exchange
