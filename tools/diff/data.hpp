// SPDX-License-Identifier: BSD-3-Clause
// Compares the data of two files. Every rank reads its part of both, a piece at a time.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "tools/diff/header.hpp"
#include "tools/diff/values.hpp"
#include "tools/shared/opened_file.hpp"
#include "tools/shared/progress.hpp"
#include "tools/shared/team.hpp"

namespace weft::tools {

/// The data of these variables can be compared value by value: both files have them with one type
/// and one shape. Where only the numbers of records differ, the records that both have are
/// compared.
bool are_comparable(const model::Schema& first, const model::Schema& second,
                    const VariablePair& pair);

/// As which type values are compared that are stored as one: unsigned where both files say so.
types::External compared_type(const model::Variable& first, const model::Variable& second);

/// What of a pair's data cannot be compared, and why, as the end of a sentence; "" when all of them
/// can.
std::string why_not_compared(const model::Schema& first, const model::Schema& second,
                             const VariablePair& pair);

/// How many values that are, of a comparable pair.
std::int64_t common_values(const model::Schema& first, const model::Schema& second,
                           const VariablePair& pair);

/// Collective. Uniform: everything. One tally for each pair (all of them comparable) on rank 0,
/// nothing on the others. What lies behind the end of a file is zero.
Result<std::vector<Tally>> compare_data(const Team& team, const OpenedFile& first,
                                        const OpenedFile& second,
                                        const std::vector<VariablePair>& pairs,
                                        const Tolerance& tolerance, ProgressMode progress_mode);

}  // namespace weft::tools
