// SPDX-License-Identifier: BSD-3-Clause
// What ranks have written, as others see it: the number of records, which is one value per file,
// known to every rank and stored in the header; and what survives a power failure.
#pragma once

#include <cstdint>
#include <vector>

#include "base/result.hpp"
#include "dataset/core.hpp"

namespace weft::dataset {

/// Collective. Rank 0 writes a number of records that all ranks know to the files, if they say
/// less.
Status raise_record_count(Core& core, std::int64_t record_count);

/// In a file where something grows freely, unlimited dimensions get at least these lengths: none,
/// or one for each dimension. With `meets` collective: the largest of all ranks.
void raise_lengths(Core& core, std::vector<std::int64_t> lengths, bool meets);

/// Collective. After independent writes the ranks' counts differ: the largest is used, also of the
/// lengths of unlimited dimensions.
Status share_record_count(Core& core);

/// Collective, agreed. What has been written survives a power failure. Failed writes since the last
/// sync are reported.
Status sync_files(Core& core, bool is_independent);

/// Collective; the status is the rank's own. Completes an open file, before it is closed.
/// `was_independent`: ranks may have made different changes.
Status finish_files(Core& core, bool was_independent);

}  // namespace weft::dataset
