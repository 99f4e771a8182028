// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>

#include "region/run_list.hpp"

namespace weft::region {

/// Into the order of their first elements; in place, in time that is proportional to their number
/// unless they crowd in a few places. Runs with the same first element may come in any order.
void sort_by_first(std::span<Run> runs);

}  // namespace weft::region
