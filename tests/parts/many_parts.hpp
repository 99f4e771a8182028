// SPDX-License-Identifier: BSD-3-Clause
// Sets of hundreds of parts, of which a program touches few.
#pragma once

#include <vector>

#include "harness.hpp"

namespace contract {

std::vector<Case> cases_of_many_parts();

}  // namespace contract
