// SPDX-License-Identifier: BSD-3-Clause
// Shared memory that outlives a communicator. Programs over HDF5 have a communicator for each file,
// and new memory costs more than the bytes that pass through it.
//
// Nobody uses a segment that all its processes keep, and each process keeps it once at most.
// Suppose that as many ranks as have the segment take it, each from what it keeps. Then they are
// exactly the processes of the segment, and nobody else uses it.
#pragma once

#include <cstddef>
#include <memory>
#include <mutex>

#include "engine/shm/segment.hpp"

namespace weft::engine::shm {

/// A segment that a process keeps for later use. Threads may call.
class KeptSegment {
public:
    /// Keeps a segment that this process does not use any more, in place of the one before, unless
    /// it is large.
    void keep(std::unique_ptr<Segment> segment);

    /// Collective. Returns a segment of `bytes` that all ranks of `comm` have kept, and no other
    /// process has; null on all ranks if there is none. It holds what it held. Uniform: bytes.
    std::unique_ptr<Segment> reuse(mpi::CommView comm, std::size_t bytes);

private:
    std::unique_ptr<Segment> take(int ranks, std::size_t bytes);
    std::unique_ptr<Segment> take(const Segment::Name& name);

    std::mutex guard_;
    std::unique_ptr<Segment> segment_;
};

}  // namespace weft::engine::shm
