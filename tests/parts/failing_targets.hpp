// SPDX-License-Identifier: BSD-3-Clause
// One of several storage targets fails.
#pragma once

#include <vector>

#include "harness.hpp"

namespace contract {

std::vector<Case> cases_of_failing_targets();

}  // namespace contract
