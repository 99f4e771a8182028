// SPDX-License-Identifier: BSD-3-Clause
// Shared memory that outlives a communicator. Programs over HDF5 have a communicator for each file,
// and memory that is new costs more than what passes through it.
//
// Nobody uses a segment that all its processes keep, and each keeps it once at most. So ranks that
// are as many as have it, and each of which takes it from what it keeps, are exactly its processes,
// and they have it to themselves.
#pragma once

#include <cstddef>
#include <memory>
#include <mutex>

#include "engine/shm/segment.hpp"

namespace weft::engine::shm {

/// Of a process. Threads may call.
class KeptSegment {
public:
    /// Instead of what was kept before, unless it is large. This process does not use it any more.
    void keep(std::unique_ptr<Segment> segment);

    /// Collective. A segment of `bytes`, with whatever it holds, that all ranks of `comm` have kept
    /// and no other process has; null on all ranks if there is none. Uniform: bytes.
    std::unique_ptr<Segment> reuse(mpi::CommView comm, std::size_t bytes);

private:
    std::unique_ptr<Segment> take(int ranks, std::size_t bytes);
    std::unique_ptr<Segment> take(const Segment::Name& name);

    std::mutex guard_;
    std::unique_ptr<Segment> segment_;
};

}  // namespace weft::engine::shm
