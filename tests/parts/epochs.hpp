// SPDX-License-Identifier: BSD-3-Clause
// From some record on, new records go to other files.
#pragma once

#include <vector>

#include "harness.hpp"

namespace contract {

std::vector<Case> cases_of_epochs();

}  // namespace contract
