// SPDX-License-Identifier: BSD-3-Clause
// The processes of ranks on this machine and in this container, and whether they live.
#pragma once

#include <cstdint>
#include <vector>

namespace weft::mpi {

/// A number of this process that is unique on the machine: containers may use a process number
/// twice.
std::int64_t own_process();

class Processes {
public:
    /// The processes to watch; this one may be among them. Invisible ones are not watched.
    void watch(std::vector<std::int64_t> processes);

    /// False when one of them has ended.
    [[nodiscard]] bool all_live() const;

private:
    std::vector<std::int64_t> watched_;
};

}  // namespace weft::mpi
