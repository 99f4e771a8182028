// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "base/result.hpp"
#include "tools/shared/input.hpp"

namespace weft::tools {

/// Checks how many bytes of these variables the header announces and the file does not have. A file
/// may be shorter than its header says, because unwritten values need not be stored; they are
/// zeros. If too much is missing, zeros would be wrong and might take years to print: Code::etrunc,
/// with the variable that misses most, if more than 64 MiB and more than all of the file's bytes
/// are missing.
Status check_shortfall(const Input& input, const container::Stored& stored,
                       const std::vector<bool>& wanted);

}  // namespace weft::tools
