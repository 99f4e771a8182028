// SPDX-License-Identifier: BSD-3-Clause
// What of a copy is there already.
#pragma once

#include <cstdint>

#include "base/result.hpp"
#include "storage/file.hpp"
#include "tools/shared/progress.hpp"

namespace weft::tools {

struct Resumption {
    std::int64_t kept_bytes = 0;  // from the first on
    bool is_other = false;        // what was there is not what the source holds
};

/// Holds what an earlier copy has left in `target`, from the first byte on, against the source, by
/// the checksums that each tells of itself. The target is what it was, or empty where anything
/// differs.
Result<Resumption> resume(storage::File& source, std::int64_t source_bytes, storage::File& target,
                          const Team& team, ProgressMode mode);

}  // namespace weft::tools
