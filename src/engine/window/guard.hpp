// SPDX-License-Identifier: BSD-3-Clause
// What keeps one rank's writes and another's rewriting of a window apart, where both are of one
// communicator; between communicators that is other_writers.hpp.
#pragma once

#include <cstdint>
#include <memory>

#include "engine/shm/rewrite_gate.hpp"
#include "engine/window/channel.hpp"
#include "engine/window/rewrite_lease.hpp"

namespace weft::engine {

/// Who else may write into the holes of a window while it is being rewritten.
enum class Neighbours { none, possible };

/// Held while writing or rewriting.
struct Guard {
    shm::RewriteGate::Pass pass;  // outlives the lock
    std::unique_ptr<storage::RangeLock> lock;
};

class Guards {
public:
    /// `gate`: of the neighbours; null where there is none and every write needs a lock.
    Guards(Channel& channel, RewriteLease& lease, Neighbours neighbours, shm::RewriteGate* gate)
        : channel_(channel), lease_(lease), neighbours_(neighbours), gate_(gate) {}

    /// For bytes of this rank alone. A neighbour may be rewriting a window around them and would
    /// put back what it read before.
    Result<Guard> to_write(std::int64_t offset, std::int64_t length);

    /// Whether windows with holes may be rewritten; where not, that is counted.
    bool may_rewrite();

    /// For a window that is read, changed and written back, where that may be. Code::enotsupport
    /// where the file system cannot lock: there nobody rewrites, and writing needs no guard.
    Result<Guard> to_rewrite(std::int64_t offset, std::int64_t length);

private:
    Channel& channel_;
    RewriteLease& lease_;
    Neighbours neighbours_;
    shm::RewriteGate* gate_;
};

}  // namespace weft::engine
