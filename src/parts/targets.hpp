// SPDX-License-Identifier: BSD-3-Clause
// Which storage targets a set is divided among, and how.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace weft::parts {

/// The weights of targets that write so many bytes per second (0: cannot be used), 0 for those that
/// are left out. Targets of about the same rate get the same weight: rates are never measured
/// exactly, and the last one to be ready is waited for. The slowest are left out when all of them
/// together would add less than a tenth: they gain little, and lose much when they become slower
/// still. That slow targets are better left out is from Son and others, "Dynamic File Striping and
/// Data Layout Transformation on Parallel System with Fluctuating I/O Workload".
std::vector<std::int64_t> weights_of_targets(std::span<const std::int64_t> rates);

/// Whether targets are about equally fast, by what a trial has shown of each: 0 where it has shown
/// nothing yet, less for those that cannot be used.
bool are_alike(std::span<const std::int64_t> rates);

}  // namespace weft::parts
