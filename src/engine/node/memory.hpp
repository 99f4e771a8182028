// SPDX-License-Identifier: BSD-3-Clause
// What the ranks of a communicator share, made at first use and kept for the files that follow: on
// one node a ring, on several nodes a mailroom on each.
#pragma once

#include <cstdint>
#include <map>
#include <memory>

#include "engine/exchange/station.hpp"
#include "engine/node/ring.hpp"
#include "mpi/comm.hpp"

namespace weft::engine::node {

class Memory {
public:
    /// That of the user's communicator. Does not communicate.
    static std::shared_ptr<Memory> of(MPI_Comm original);

    /// Null as long as nobody has made one, and where there can be none.
    [[nodiscard]] Ring* ring() { return ring_.get(); }
    [[nodiscard]] bool was_tried() const { return tried_; }

    /// Collective. Makes the ring, with room for several windows of this size. Uniform:
    /// window_bytes.
    void make_ring(mpi::CommView comm, std::int64_t window_bytes);

    /// Collective at first use, see exchange::Station::create(). Uniform: pretended_nodes.
    exchange::Station& station(mpi::CommView comm, int pretended_nodes);

private:
    bool tried_ = false;
    std::unique_ptr<Ring> ring_;
    std::map<int, exchange::Station> stations_;  // by pretended nodes
};

}  // namespace weft::engine::node
