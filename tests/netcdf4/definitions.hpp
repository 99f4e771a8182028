// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "expected.hpp"

namespace netcdf4 {

/// Compares dimensions, attributes, variables and how they are kept.
void compare_definitions(int ncid, const Expected& expected);

}  // namespace netcdf4
