// SPDX-License-Identifier: BSD-3-Clause
// The storage targets that a new set may have its parts on: which of them it takes is found out by
// writing to all of them at the same time.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "files/shared_file.hpp"
#include "parts/table.hpp"

namespace weft::sets {

/// Folders, each on a target of its own.
struct Targets {
    std::vector<std::string> folders;
    std::vector<std::int64_t> weights;  // 0: left out
    std::vector<std::string> notes;     // what was found, in sentences
};

/// Collective. Tries all `folders` of a set whose master is at `master`, for so long; each is tried
/// by one of the I/O ranks. Fails when none of them can be written to. The same outcome on all
/// ranks.
Result<Targets> try_targets(files::SharedFile& shared, const std::string& master,
                            const parts::SetId& id, const std::vector<std::string>& folders,
                            double seconds);

/// All of them, alike.
Targets all_alike(const std::vector<std::string>& folders);

/// Those that are not left out.
Targets chosen_of(const Targets& targets);

}  // namespace weft::sets
