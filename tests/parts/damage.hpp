// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "harness.hpp"

namespace contract {

/// Sets of which files are missing, mixed up, cut short or changed.
std::vector<Case> cases_of_damage();

}  // namespace contract
