// SPDX-License-Identifier: BSD-3-Clause
// The storage targets of a set while records are appended: the speed of each, as measured by all
// ranks, and where new records should go.
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
    /// The later length of the records' ranges decides.
    WatchedTargets(const model::Schema& whole, const parts::Table& table);

    /// Collective, after a collective call that may have added records; `put_bytes`: of all
    /// records. Ranks exchange their measurements when enough bytes have been added, which all
    /// know, so that small records cost no messages. Returns the targets of future ranges if these
    /// should change. Uniform: everything but the measurements.
    std::optional<std::vector<int>> look(files::SharedFile& shared, const parts::Table& table,
                                         std::int64_t put_bytes);

    /// The answer could not be followed now: it is given again if it is still right.
    void ask_again() { watch_.ask_again(); }

    /// A sentence with the measurements, and that `targets` take the records from `record` on.
    [[nodiscard]] std::string in_words(std::int64_t record, const std::vector<int>& targets) const;

private:
    std::vector<parts::TargetWork> work_of_all(files::SharedFile& shared);

    std::vector<std::string> folders_;
    parts::TargetWatch watch_;
    std::vector<parts::TargetWork> seen_;  // of this rank, when it last reported
    std::int64_t looked_at_bytes_ = 0;
};

}  // namespace weft::sets
