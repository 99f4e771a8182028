// SPDX-License-Identifier: BSD-3-Clause
// Masters that are copied, linked and renamed alone, and files that cannot be removed.
#pragma once

#include <vector>

#include "harness.hpp"

namespace contract {

std::vector<Case> cases_of_copies();
std::vector<Case> cases_of_removal();

}  // namespace contract
