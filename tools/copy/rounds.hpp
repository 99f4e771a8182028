// SPDX-License-Identifier: BSD-3-Clause
// Copies values to a dataset that is written by all ranks together, in rounds: in each, every rank
// reads some blocks (blocks.hpp), and then all of them write.
#pragma once

#include "base/result.hpp"
#include "tools/copy/values.hpp"

namespace weft::tools {

/// Collective, agreed. Uniform: all arguments. Values that the files of `source` lack are zero in
/// the target.
Status copy_in_rounds(const Team& team, const ValueCopy& copy, const Input& source,
                      NewDataset& target, ProgressMode progress_mode);

}  // namespace weft::tools
