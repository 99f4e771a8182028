// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "harness.hpp"

namespace contract {

/// Sets whose parts lie in folders that a hint names.
std::vector<Case> cases_of_folders();

}  // namespace contract
