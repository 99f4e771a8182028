// SPDX-License-Identifier: BSD-3-Clause
// Creates or opens the files of a dataset. If the arguments of all ranks are valid, rank 0 goes
// first and tells the others what they need; a reduction tells whether all ranks have the file.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "base/result.hpp"
#include "dataset/core.hpp"
#include "dataset/startup.hpp"

namespace weft::dataset {

/// Collective, agreed: fills a core, whose `condition.is_new` says whether to create the file. A
/// failure leaves nothing behind. `flags_differ`: set if this rank's flags differ from rank 0's; in
/// safe mode, if any rank's do.
Status open_files(Core& core, const StartCall& call, bool& flags_differ);

}  // namespace weft::dataset
