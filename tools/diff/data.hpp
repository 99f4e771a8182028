// SPDX-License-Identifier: BSD-3-Clause
// Compares the data of two files. Every rank reads its part of both, a piece at a time, with a
// thread for each pair of inputs.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "tools/diff/header.hpp"
#include "tools/diff/values.hpp"
#include "tools/shared/input.hpp"
#include "tools/shared/progress.hpp"
#include "tools/shared/team.hpp"

namespace weft::tools {

struct DiffedFile {
    std::vector<Input> inputs;  // one for each thread that reads
    container::Stored stored;

    static Result<DiffedFile> open(const std::string& path);
    [[nodiscard]] const Input& input() const { return inputs.front(); }
};

/// Whether the data of these variables can be compared value by value: both files have them with
/// the same type and shape. If only the numbers of records differ, the common records are compared.
bool are_comparable(const model::Schema& first, const model::Schema& second,
                    const VariablePair& pair);

/// The type for comparing values of one stored type: unsigned if both files define that.
types::External compared_type(const model::Variable& first, const model::Variable& second);

/// Whether both files have the variable, but Weft reads its values in neither.
bool is_unread(const model::Schema& first, const model::Schema& second, const VariablePair& pair);

/// The part of a pair's data that cannot be compared, and why, as the end of a message; "" if all
/// can.
std::string why_not_compared(const model::Schema& first, const model::Schema& second,
                             const VariablePair& pair);

/// The number of compared values of a pair.
std::int64_t common_values(const model::Schema& first, const model::Schema& second,
                           const VariablePair& pair);

/// Collective. Uniform: everything. A tally for each pair (all comparable, and none of strings) on
/// rank 0, nothing on the others. Bytes behind the end of a file are zero.
Result<std::vector<Tally>> compare_data(const Team& team, const DiffedFile& first,
                                        const DiffedFile& second,
                                        const std::vector<VariablePair>& pairs,
                                        const Tolerance& tolerance, ProgressMode progress_mode);

}  // namespace weft::tools
