// SPDX-License-Identifier: BSD-3-Clause
// Storage targets of a plan keep a time of their own, which goes by only while they serve somebody:
// what a target was seen to take depends on its plan alone, however slow the machine is.
#pragma once

#include <string>

#include "storage/clock.hpp"

namespace weft::storage {

/// The clock of the target `folder`, an absolute path: the same one for the rest of the process. It
/// counts only the threads that meters of the target start.
Clock& clock_of_planned_target(const std::string& folder);

/// The clock of the planned target in which a file lies, at any depth; null if it lies in none.
Clock* own_clock_of(const std::string& path);

}  // namespace weft::storage
