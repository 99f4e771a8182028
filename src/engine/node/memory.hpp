// SPDX-License-Identifier: BSD-3-Clause
// The ring of a communicator's ranks, made at first use and kept for the files that follow.
#pragma once

#include <cstdint>
#include <memory>

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

private:
    bool tried_ = false;
    std::unique_ptr<Ring> ring_;
};

}  // namespace weft::engine::node
