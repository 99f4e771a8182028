// SPDX-License-Identifier: BSD-3-Clause
// Counts the values of variables. Every rank reads its part of the file, with several threads if no
// other rank runs on its machine.
#pragma once

#include <vector>

#include "base/result.hpp"
#include "tools/shared/input.hpp"
#include "tools/shared/progress.hpp"
#include "tools/shared/team.hpp"
#include "tools/stats/tally.hpp"

namespace weft::tools {

/// Collective. Uniform: everything but the number of handles. A tally for each of the variables
/// `ids` on rank 0, nothing on the others; independent of the number of ranks and threads.
/// `handles` are at least one open handle of the same file for each thread. Bytes behind the end of
/// the file are zero.
Result<std::vector<ValueTally>> count_values(const Team& team, const std::vector<Input>& inputs,
                                             const std::vector<int>& ids, ProgressMode mode);

}  // namespace weft::tools
