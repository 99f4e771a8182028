// SPDX-License-Identifier: BSD-3-Clause
// Keeps a rank's writes apart from windows that another rank of the same communicator rewrites.
// Between communicators, other_writers.hpp does that.
#pragma once

#include <cstdint>
#include <memory>

#include "engine/shm/rewrite_gate.hpp"
#include "engine/window/channel.hpp"
#include "engine/window/rewrite_lease.hpp"

namespace weft::engine {

/// Whether other ranks may write into the holes of a window while this rank rewrites it.
enum class Neighbours { none, possible };

/// A rank holds it while it writes or rewrites.
struct Guard {
    shm::RewriteGate::Pass pass;  // outlives the lock
    std::unique_ptr<storage::RangeLock> lock;
};

class Guards {
public:
    /// `gate`: of this rank and its neighbours; null where every write needs a lock.
    Guards(Channel& channel, RewriteLease& lease, Neighbours neighbours, shm::RewriteGate* gate)
        : channel_(channel), lease_(lease), neighbours_(neighbours), gate_(gate) {}

    /// Guards a write of this rank's bytes: a neighbour that rewrites a window around them would
    /// put back what it has read before.
    Result<Guard> to_write(std::int64_t offset, std::int64_t length);

    /// Whether this rank may rewrite windows with holes. Counts the windows for which it may not.
    bool may_rewrite();

    /// Guards a window that this rank reads, changes and writes back. Returns Code::enotsupport
    /// where the file system cannot lock: there nobody rewrites, and writes need no guard.
    Result<Guard> to_rewrite(std::int64_t offset, std::int64_t length);

private:
    Channel& channel_;
    RewriteLease& lease_;
    Neighbours neighbours_;
    shm::RewriteGate* gate_;
};

}  // namespace weft::engine
