// SPDX-License-Identifier: BSD-3-Clause
// What stands under the windows of a space that is no file: somebody who keeps the space's bytes in
// another form, such as compressed chunks.
#pragma once

#include <cstddef>
#include <span>

#include "base/result.hpp"
#include "mpi/comm.hpp"
#include "region/interval.hpp"

namespace weft::engine {

/// The space is cut into units of equal length, the first of which begins at 0. Whatever a request
/// asks for, a target only meets whole units: of a unit that a put changes in part, the engine
/// loads the rest first. During a collective put each unit is one rank's: that rank alone loads and
/// stores it, and stores it once. During a get any rank may load any unit. All functions report
/// failures, and throw nothing that comes from a lack of memory.
class Target {
public:
    Target() = default;
    Target(const Target&) = delete;
    Target& operator=(const Target&) = delete;
    virtual ~Target() = default;

    /// Fills `bytes` with what the space holds in `part`: units side by side, as earlier calls have
    /// left them. What nobody has stored is the target's to say.
    virtual Status load(const region::Interval& part, std::span<std::byte> bytes) = 0;

    /// Takes the bytes of `part`, units side by side. `bytes` are the caller's again afterwards.
    virtual Status store(const region::Interval& part, std::span<const std::byte> bytes) = 0;

    /// Collective, on all ranks, once for each put, behind the last store, and also when a rank has
    /// failed: brings to an end what the stores have begun. Returns this rank's own status; the
    /// ranks agree afterwards.
    virtual Status finish(mpi::CommView comm) = 0;
};

}  // namespace weft::engine
