// SPDX-License-Identifier: BSD-3-Clause
// Chooses the storage targets of a new set's parts by writing to all of them at the same time.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "files/shared_file.hpp"
#include "parts/table.hpp"

namespace weft::sets {

/// Folders, each on a separate target.
struct Targets {
    std::vector<std::string> folders;
    std::vector<std::int64_t> weights;  // 0: left out
    std::vector<std::string> notes;     // findings, in sentences
};

/// Collective. Measures all `folders` of a set whose master is at `master`, for this time; one of
/// the I/O ranks measures each. Fails if none of them can be written to. The same outcome on all
/// ranks.
Result<Targets> try_targets(files::SharedFile& shared, const std::string& master,
                            const parts::SetId& id, const std::vector<std::string>& folders,
                            double seconds);

/// All folders as targets, with equal weights.
Targets all_alike(const std::vector<std::string>& folders);

/// The folders that are not left out.
Targets chosen_of(const Targets& targets);

}  // namespace weft::sets
