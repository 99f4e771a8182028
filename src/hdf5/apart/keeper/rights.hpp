// SPDX-License-Identifier: BSD-3-Clause
// Gives up a keeper's rights before it reads the first byte of a file: it keeps only the line to
// the program that has started it, memory, and the processor. It gives up:
//
// - New privileges, by programs that have some (no_new_privs).
// - All descriptors but the line, and new ones: no files, no connections.
// - Files of its own, processes, locked memory, dumps of its memory, and more memory than
//   keeper_memory.
// - All calls of the system but reading and writing the line, memory that holds no code, and its
//   own end (system_call_filter.hpp).
// Its processor time is lent by the program, for each question (keeper.hpp).
#pragma once

#include <string>

namespace weft::hdf5::apart {

/// Closes all descriptors but the standard input.
void close_descriptors();

/// The line is the standard input. Returns what could not be given up, and why; else "".
std::string give_up_rights();

}  // namespace weft::hdf5::apart
