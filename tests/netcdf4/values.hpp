// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include "expected.hpp"

namespace netcdf4 {

/// Collective. Compares values that are got by every kind of call; `seed` says which parts.
void compare_all_values(int ncid, const Expected& expected, std::uint64_t seed);

}  // namespace netcdf4
