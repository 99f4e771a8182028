// SPDX-License-Identifier: BSD-3-Clause
// Epochs that begin because a storage target is slow.
#pragma once

#include <vector>

#include "harness.hpp"

namespace contract {

std::vector<Case> cases_of_slow_targets();

}  // namespace contract
