// SPDX-License-Identifier: BSD-3-Clause
// The storage targets of a set while records are appended: how fast each is, by what all ranks have
// measured, and where new records should go.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "files/shared_file.hpp"
#include "parts/table.hpp"
#include "parts/target_watch.hpp"

namespace weft::sets {

class WatchedTargets {
public:
    /// How long the ranges of records are then is what counts.
    WatchedTargets(const model::Schema& whole, const parts::Table& table);

    /// Collective, behind a call of all ranks that may have added records; `put_bytes`: of all
    /// records. Ranks tell each other what they have measured when enough has been added, which
    /// they see alike, so that small records cost no messages. The targets of the ranges from now
    /// on, when these should be others. Uniform: all but what is measured.
    std::optional<std::vector<int>> look(files::SharedFile& shared, const parts::Table& table,
                                         std::int64_t put_bytes);

    /// The answer could not be followed now: it is given again, if it is still the right one.
    void ask_again() { watch_.ask_again(); }

    /// What was found, and that `targets` take the records from `record` on.
    [[nodiscard]] std::string in_words(std::int64_t record, const std::vector<int>& targets) const;

private:
    std::vector<parts::TargetWork> work_of_all(files::SharedFile& shared);

    std::vector<std::string> folders_;
    parts::TargetWatch watch_;
    std::vector<parts::TargetWork> seen_;  // this rank's, when it last told it
    std::int64_t looked_at_bytes_ = 0;
};

}  // namespace weft::sets
