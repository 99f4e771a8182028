// SPDX-License-Identifier: BSD-3-Clause
// Shared memory has a name while the ranks of a node join it. A job that somebody kills in that
// moment leaves the memory behind, and a later job removes it.
#pragma once

#include <string>

namespace weft::engine::shm {

/// Returns a new name for memory that this process makes, in the form that shm_open takes.
std::string fresh_name();

/// Removes from `directory` what processes of this user have left there under such names, if they
/// have ended. Young memory stays, because a process that this one cannot see may be about to join
/// it. Ignores failures. Never throws std::bad_alloc.
void remove_leftovers(const char* directory = "/dev/shm");

}  // namespace weft::engine::shm
