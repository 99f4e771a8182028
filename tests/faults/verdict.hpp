// SPDX-License-Identifier: BSD-3-Clause
// Whether a run with a fault kept the library's promises.
#pragma once

#include <string>
#include <vector>

#include "scenario.hpp"

namespace faults {

/// For one rank, after the run: reads the file without faults and compares it with the codes of
/// each rank. Empty if all is right, otherwise what is wrong.
///   - Calls that agree on their outcome failed on all ranks or on none.
///   - Data whose put returned NC_NOERR are in the file; data that no failing call touched are
///   unchanged.
///   - The definition is the old or the new one: the new one when enddef said so. Only a file that
///   was never defined
///     may be missing.
std::string verdict(const Scenario& scenario, const std::string& path,
                    const std::vector<Outcome>& ranks);

/// Whether no call of any rank reported an error.
bool all_well(const std::vector<Outcome>& ranks);

/// The codes, and what rank 0 was told last, for a message.
std::string text_of(const std::vector<Outcome>& ranks);

}  // namespace faults
