// SPDX-License-Identifier: BSD-3-Clause
// Numbers and names of the interface that definitions use.
#pragma once

namespace weft::container {

inline constexpr int root = 0;  // the rank that acts for all

inline constexpr const char* fill_value_name = "_FillValue";

inline constexpr int global_attributes_id = -1;  // NC_GLOBAL

}  // namespace weft::container
