// SPDX-License-Identifier: BSD-3-Clause
// Chooses the storage targets among which a set is divided, and their shares.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace weft::parts {

/// The weights of targets with these rates in bytes per second (0: unusable); 0 for those that are
/// left out. Targets of about the same rate get the same weight: measured rates are never exact,
/// and the slowest part decides the time. The slowest targets are left out if all of them together
/// would add less than a tenth: they gain little, and lose much if they become slower still. That
/// slow targets are better left out is from Son and others, "Dynamic File Striping and Data Layout
/// Transformation on Parallel System with Fluctuating I/O Workload".
std::vector<std::int64_t> weights_of_targets(std::span<const std::int64_t> rates);

/// Whether targets are about equally fast according to a trial. A rate of 0 means no result yet, a
/// negative one an unusable target.
bool are_alike(std::span<const std::int64_t> rates);

}  // namespace weft::parts
