// SPDX-License-Identifier: BSD-3-Clause
// New records go to other files from some record on.
#pragma once

#include "harness.hpp"

namespace contract {

std::vector<Case> cases_of_epochs();

}  // namespace contract
