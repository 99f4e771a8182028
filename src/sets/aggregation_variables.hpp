// SPDX-License-Identifier: BSD-3-Clause
// The variables of CF conventions in a master, by which software that does not know Weft finds the
// data in the parts (parts/aggregation.hpp). They lie behind the program's variables. Called on
// rank 0; `file` is the master's.
#pragma once

#include "base/result.hpp"
#include "container/definition.hpp"
#include "layout/layout.hpp"
#include "sets/file_set.hpp"
#include "sets/read_part.hpp"
#include "storage/file.hpp"

namespace weft::sets {

Status write_aggregation(storage::File& file, const WholeSet& set, const layout::Placed& master);

/// Called after the change of the master from `before` to `next`: clears the old variables of CF
/// conventions. New, unwritten variables are zeros, even where those were before.
Status clear_old_aggregation(storage::File& file, const container::Definition& definition,
                             const FileSet& before, const FileSet& next);

}  // namespace weft::sets
