// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "base/result.hpp"
#include "tools/shared/opened_file.hpp"

namespace weft::tools {

/// Of variables by their ids: what the header promises of them and the file does not hold. A file
/// may be shorter than its header says, because values that were never written need not be stored;
/// they are zeros. Where more is missing than such a file could mean, showing zeros would be wrong
/// and might take years: Code::etrunc, with the variable that misses most. That is when what is
/// missing is more than 64 MiB and more than all that the file has.
Status check_shortfall(const OpenedFile& opened, const std::vector<bool>& wanted);

}  // namespace weft::tools
