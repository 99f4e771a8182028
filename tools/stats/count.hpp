// SPDX-License-Identifier: BSD-3-Clause
// Counts the values of variables. Every rank reads its part of the file.
#pragma once

#include <vector>

#include "base/result.hpp"
#include "tools/shared/opened_file.hpp"
#include "tools/shared/progress.hpp"
#include "tools/shared/team.hpp"
#include "tools/stats/tally.hpp"

namespace weft::tools {

/// Collective. Uniform: everything. A tally for each of the variables `ids` on rank 0, nothing on
/// the others; the same whatever the number of ranks. What lies behind the end of the file is zero.
Result<std::vector<ValueTally>> count_values(const Team& team, const OpenedFile& opened,
                                             const std::vector<int>& ids, ProgressMode mode);

}  // namespace weft::tools
