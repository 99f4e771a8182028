// SPDX-License-Identifier: BSD-3-Clause
// A target stands under the windows of a space in place of a file. It keeps the bytes of the space
// in another form, such as compressed chunks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <vector>

#include "base/result.hpp"
#include "engine/request/request.hpp"
#include "mpi/comm.hpp"
#include "region/interval.hpp"

namespace weft::engine {

/// Units to load, and the memory for their bytes.
struct UnitsToLoad {
    region::Interval units;
    std::span<std::byte> bytes;
    // For a put, which stores the unit again: how many of its bytes the put sets. Then it is one
    // unit.
    std::int64_t set_bytes = 0;
};
struct UnitsToStore {
    region::Interval units;
    std::span<const std::byte> bytes;
};

/// Takes the offset where a unit begins.
using UnitReady = std::function<void(std::int64_t)>;

/// The space consists of units of equal length; the first one begins at 0. Whatever a request asks
/// for, a target meets whole units: where a put changes a unit in part, the engine loads the unit
/// first. During a collective put, each unit belongs to one rank, which alone loads and stores it,
/// and stores it once; it is the same rank in all collective puts, but for two cases. If every rank
/// sets whole units, each stores its own, and of a unit that two of them set the higher rank's
/// bytes stay, or the lower's. And where ranks of one node bring as many bytes as all units take,
/// and not only_owners_load(), any of them stores a unit. During a get, any rank may load any unit,
/// unless only_owners_load(): then the same rank does. Puts of ranks on their own may change the
/// same unit: a target that can keep their changes apart says so in begin_apart(). No function
/// throws: failures, also of memory, are in the status.
class Target {
public:
    Target() = default;
    Target(const Target&) = delete;
    Target& operator=(const Target&) = delete;
    virtual ~Target() = default;

    /// The least length of windows: it gives them enough units to work on at the same time.
    /// Uniform.
    [[nodiscard]] virtual std::int64_t window_bytes() const = 0;

    /// How many bytes of a unit a put can set: fewer than its length if the array ends within it.
    [[nodiscard]] virtual std::int64_t bytes_within(const region::Interval& unit) const {
        return unit.length();
    }

    /// Whether a collective get must load units where collective puts have stored them, because
    /// some are nowhere else yet. Uniform.
    [[nodiscard]] virtual bool only_owners_load() const { return false; }

    /// Called before a get from storage that is far away: the numbers of the units that this rank
    /// will load, as far as known, rising.
    virtual void will_load(std::vector<std::int64_t> /*units*/) {}

    /// Fills the bytes of all parts with their units, as earlier calls have left them. The target
    /// decides what a unit holds that nobody has stored. `call_bytes`: about how long all units are
    /// together that this rank loads in the call.
    /// `ready`, if there is one, is called once for each unit as soon as it has its bytes, by the
    /// thread of the target that has loaded it; several threads may call it at the same time. It
    /// may throw std::bad_alloc. After a failure it may have been called for some units.
    virtual Status load(std::span<const UnitsToLoad> parts, std::int64_t call_bytes,
                        const UnitReady& ready) = 0;

    /// Called before a put of this rank alone, if there are others. What the rank stores until
    /// end_apart() is kept on this rank, is seen by its own loads, and is merged with the changes
    /// of others when the ranks meet. Returns false if the target cannot do that.
    [[nodiscard]] virtual bool begin_apart() { return false; }
    virtual void end_apart() {}

    /// Takes over the units of all parts. Afterwards the caller may change their bytes.
    virtual Status store(std::span<const UnitsToStore> parts) = 0;

    /// About how many bytes a rank may store before the ranks finish what they have stored, and go
    /// on with the rest of a put. Until then the target may keep them in memory. Uniform.
    [[nodiscard]] virtual std::int64_t turn_bytes() const {
        return std::numeric_limits<std::int64_t>::max();
    }

    /// Equal for targets of which one finishes for all.
    [[nodiscard]] virtual const void* place() const { return this; }

    /// Collective. All ranks call it once for each turn of a collective put, after their last
    /// store, also when one has failed. It completes what the stores to all targets in the same
    /// place have begun. It returns this rank's own status; the ranks agree afterwards. A rank that
    /// has no others calls it after each turn of a put of its own.
    virtual Status finish(mpi::CommView comm) = 0;
};

}  // namespace weft::engine
