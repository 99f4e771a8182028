// SPDX-License-Identifier: BSD-3-Clause
// Counts the values of variables. Every rank reads its part of the file, by several
// threads where it has the machine for itself.
#pragma once

#include <vector>

#include "base/result.hpp"
#include "tools/shared/opened_file.hpp"
#include "tools/shared/progress.hpp"
#include "tools/shared/team.hpp"
#include "tools/stats/tally.hpp"

namespace weft::tools {

/// Collective. Uniform: everything but the number of handles. A tally for each of the variables
/// `ids` on rank 0, nothing on the others; the same whatever the number of ranks and threads.
/// `handles` are the same file, opened as often as threads may read it, at least once. What lies
/// behind the end of the file is zero.
Result<std::vector<ValueTally>> count_values(const Team& team,
                                             const std::vector<OpenedFile>& handles,
                                             const std::vector<int>& ids, ProgressMode mode);

}  // namespace weft::tools
