// SPDX-License-Identifier: BSD-3-Clause
// Shared memory has a name for the moment in which the ranks of a node join it. A job that is
// killed in that moment leaves it behind, and a later one takes it away.
#pragma once

#include <string>

namespace weft::engine::shm {

/// A new name for memory that this process makes, as shm_open takes it.
std::string fresh_name();

/// Removes from `directory` what this user's processes have left there under such names: those of
/// processes that have ended. What is young stays, because a process that cannot be seen from here
/// may be about to join it. Failures are nobody's matter. Allocates nothing that C++ would throw
/// for.
void remove_leftovers(const char* directory = "/dev/shm");

}  // namespace weft::engine::shm
