// SPDX-License-Identifier: BSD-3-Clause
// Values that a program had put into a staged file when it was killed, and that only the file's
// format can store (stage/copied_values.hpp).
#pragma once

#include <string>

#include "base/result.hpp"
#include "stage/recovery.hpp"
#include "storage/store.hpp"

namespace weft::dataset {

/// Called on one rank, when the logs of all nodes have been drained: stores what is beside the
/// file, if there is anything.
Status store_left_values(storage::Store& store, const std::string& path,
                         stage::Failing failing = stage::Failing::keep);

}  // namespace weft::dataset
