// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "harness.hpp"

namespace contract {

/// Sets with missing, exchanged, truncated or changed files.
std::vector<Case> cases_of_damage();

}  // namespace contract
