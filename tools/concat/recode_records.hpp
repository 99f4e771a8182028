// SPDX-License-Identifier: BSD-3-Clause
// Writes the records of variables whose stored values change.
#pragma once

#include <vector>

#include "base/result.hpp"
#include "storage/file.hpp"
#include "tools/concat/plan.hpp"
#include "tools/shared/opened_file.hpp"
#include "tools/shared/team.hpp"

namespace weft::tools {

/// This rank's share of the records. Does not communicate.
Status recode_records(const Team& team, const ConcatPart& part, const OpenedFile& source,
                      storage::File& target);

}  // namespace weft::tools
