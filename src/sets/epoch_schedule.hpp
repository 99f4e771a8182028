// SPDX-License-Identifier: BSD-3-Clause
// Decides when future records go to other files (parts/epochs.hpp), and on which storage targets
// these are.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "container/container.hpp"
#include "parts/table.hpp"
#include "sets/watched_targets.hpp"

namespace weft::sets {

/// Decides whether an epoch is to begin: after so many records, or because targets have become
/// slower.
class EpochSchedule {
public:
    /// Collective, after a collective put. The targets of future ranges, among those of the set, if
    /// an epoch is to begin. Uniform.
    std::optional<std::vector<int>> due(const container::Context& context,
                                        const parts::Table& table);
    /// The epoch that was due has begun, and `table` has it. `notes`: get the reason.
    void note_begun(const parts::Table& table, const std::vector<int>& targets,
                    std::vector<std::string>& notes) const;
    /// It could not begin now.
    void ask_again();
    /// Begins no more epochs, because one has failed. Uniform.
    void give_up() { is_given_up_ = true; }

private:
    std::optional<WatchedTargets> watched_;  // uniform, except for its measurements
    bool is_given_up_ = false;
};

}  // namespace weft::sets
