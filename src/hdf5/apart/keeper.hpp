// SPDX-License-Identifier: BSD-3-Clause
// The keeper as a process: what processor time it has used, and how it ends.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <memory>

#include "hdf5/apart/descriptor.hpp"

namespace weft::hdf5::apart {

class RunningNursery;

/// How a process has ended.
struct Ending {
    bool is_known = false;
    int signal = 0;  // that has ended it; 0: none
    int code = 0;    // otherwise what it has returned
};

class Keeper {
public:
    virtual ~Keeper() = default;

    /// The processor time that the keeper has used so far.
    [[nodiscard]] virtual std::chrono::nanoseconds processor_time() const noexcept = 0;
    /// Lets it use so much more processor time, even if this program should end meanwhile.
    virtual void allow(std::chrono::seconds processor_time) noexcept = 0;
    /// Kills the keeper if it still runs. No process is left behind.
    virtual Ending end() noexcept = 0;
};

/// A keeper, and our end of the line to it.
struct StartedKeeper {
    std::unique_ptr<Keeper> keeper;
    Descriptor line;
};

/// The keeper that this nursery has begun as `process`.
std::unique_ptr<Keeper> keeper_of(std::shared_ptr<RunningNursery> nursery, pid_t process);

}  // namespace weft::hdf5::apart
