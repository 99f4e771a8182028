// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>

#include "region/run_list.hpp"

namespace weft::region {

/// Sorts runs by their first elements, in place, in time proportional to their number unless they
/// are clustered. Runs with the same first element may come in any order.
void sort_by_first(std::span<Run> runs);

}  // namespace weft::region
