// SPDX-License-Identifier: BSD-3-Clause
// The processes of ranks, and whether they live, as far as this one can see them: on its machine,
// and in its container.
#pragma once

#include <cstdint>
#include <vector>

namespace weft::mpi {

/// Of this process, among all of the machine: containers may use one number twice.
std::int64_t own_process();

class Processes {
public:
    /// Of all ranks that are to be watched; this one may be among them. Those that cannot be seen
    /// are not watched.
    void watch(std::vector<std::int64_t> processes);

    /// False when one of them has ended.
    [[nodiscard]] bool all_live() const;

private:
    std::vector<std::int64_t> watched_;
};

}  // namespace weft::mpi
