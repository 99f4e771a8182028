// SPDX-License-Identifier: BSD-3-Clause
// Whether a run with a fault kept what the library promises.
#pragma once

#include <string>
#include <vector>

#include "fault_session.hpp"

namespace mpiio_faults {

/// For one rank, after the run: reads the file by POSIX and compares it with what each rank was
/// told. Empty when all is well, otherwise what is wrong.
///   - What was written by a call that returned MPI_SUCCESS is in the file, and read as it is.
///   - Calls that agree on their outcome failed on all ranks or on none.
///   - `error_class`, which tells the fault, is what all calls return that fail.
std::string verdict(const std::string& path, int error_class, const std::vector<Outcome>& ranks);

/// Whether no call of any rank reported an error.
bool all_well(const std::vector<Outcome>& ranks);

/// The calls that failed on each rank, for a message.
std::string text_of(const std::vector<Outcome>& ranks);

}  // namespace mpiio_faults
