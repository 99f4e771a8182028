// SPDX-License-Identifier: BSD-3-Clause
// The values of chunks that no file has in the form in which readers expect them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/result.hpp"
#include "tools/refs/variable_plan.hpp"
#include "tools/shared/input.hpp"

namespace weft::tools {

/// The values of a variable in file form.
Result<std::vector<std::byte>> values_in_file_form(const Input& input, int variable);

/// The bytes, behind the filters, of the chunk at this place of the grid; zeros behind the end of
/// the variable.
Result<std::vector<std::byte>> encoded_chunk(const Input& input, const VariablePlan& plan,
                                             std::span<const std::int64_t> place);

/// The bytes, behind the filters, of a chunk that nobody has written.
Result<std::vector<std::byte>> encoded_fill(const Input& input, const VariablePlan& plan);

/// Whether readers that miss a chunk make the right values of Zarr's fill value.
bool states_fill(const Input& input, const VariablePlan& plan);

/// Strings in the form of numcodecs' vlen-utf8. Code::enotsupport if they are too long.
Result<std::vector<std::byte>> encoded_strings(const Input& input, int variable);

}  // namespace weft::tools
