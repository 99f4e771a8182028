// SPDX-License-Identifier: BSD-3-Clause
// Finds how much of a copy exists already.
#pragma once

#include <cstdint>

#include "base/result.hpp"
#include "storage/file.hpp"
#include "tools/shared/progress.hpp"

namespace weft::tools {

struct Resumption {
    std::int64_t kept_bytes = 0;  // from the first on
    bool is_other = false;        // the existing bytes are not those of the source
};

/// Compares the existing bytes of `target`, from the first on, with the source, by checksums that
/// each end computes. The target stays, or is emptied if anything differs.
Result<Resumption> resume(storage::File& source, std::int64_t source_bytes, storage::File& target,
                          const Team& team, ProgressMode mode);

}  // namespace weft::tools
